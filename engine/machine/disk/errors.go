package disk

// Errno is what a system call can fail with. Its text is the system's own.
type Errno string

// Errors of this package wrap one of these in a *PathError.
const (
	ErrNotExist    Errno = "No such file or directory"
	ErrExist       Errno = "File exists"
	ErrNoSpace     Errno = "No space left on device"
	ErrIO          Errno = "Input/output error"
	ErrTooManyOpen Errno = "Too many open files"
	ErrNoMemory    Errno = "Cannot allocate memory"
	ErrNotEmpty    Errno = "Directory not empty"
	ErrIsDir       Errno = "Is a directory"
	ErrNotDir      Errno = "Not a directory"
	ErrInvalid     Errno = "Invalid argument"
	ErrNameTooLong Errno = "File name too long"
	ErrTooBig      Errno = "File too large"
	ErrBadHandle   Errno = "Bad file descriptor"
	ErrBusy        Errno = "Device or resource busy"
	ErrBus         Errno = "Bus error"
)

func (e Errno) Error() string { return string(e) }

// PathError says which call failed on which path and why.
type PathError struct {
	Op, Path string
	Err      error
}

func (e *PathError) Error() string { return e.Op + " " + e.Path + ": " + e.Err.Error() }

func (e *PathError) Unwrap() error { return e.Err }

func fail(op, path string, err error) error { return &PathError{op, path, err} }
