package plog

import (
	"errors"
	"fmt"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// guarded runs an operation that touches files. The first I/O error takes the log directory out of service; the
// caller gets kerr.ErrKafkaStorage with the name of the operation, and so does everyone who comes later.
func (l *Log) guarded(env *Env, what func() string, f func() error) error {
	if err := l.available(env); err != nil {
		return err
	}
	return l.fail(env, what, f())
}

// available refuses work in a log directory that has failed.
func (l *Log) available(env *Env) error {
	if l.offline {
		return offline(l.part.LogDir)
	}
	return env.serves(l.part.LogDir)
}

// serves is available for work that has no log any more.
func (env *Env) serves(logDir string) error {
	if env.Offline != nil && env.Offline(logDir) {
		return offline(logDir)
	}
	return nil
}

func offline(logDir string) error {
	return kerr.ErrKafkaStorage.With("The log dir %s is already offline due to a previous IO exception.", logDir)
}

// open refuses work on a closed log.
func (l *Log) open() error {
	if l.closed {
		return kerr.ErrKafkaStorage.With("The log for %s is already closed", l.Name())
	}
	return nil
}

// fail turns an I/O error into what the client gets, once the directory is marked. Other errors pass.
func (l *Log) fail(env *Env, what func() string, err error) error {
	if err == nil || !isIO(err) {
		return err
	}
	text, cause := what(), javaIO(err)
	l.markOffline(env, text, cause)
	return kerr.ErrKafkaStorage.With("%s", text).Because(cause)
}

func (l *Log) markOffline(env *Env, text string, cause error) {
	env.Emit(event.IOFailed{Dir: l.part.LogDir, Message: text, Thrown: cause})
	l.offline = true
	if env.Fail != nil {
		env.Fail(l.part.LogDir)
	}
}

// CleaningFailed takes the log directory out of service if a pass of the cleaner ended in an I/O error, and reports
// whether it was one.
func (l *Log) CleaningFailed(env *Env, err error) bool {
	if !isIO(err) {
		return false
	}
	l.markOffline(env, fmt.Sprintf("Failed to clean up log for %s in dir %s due to IOException", l.Name(), l.part.LogDir), javaIO(err))
	return true
}

// isIO tells failures of the disk from errors of Kafka's own.
func isIO(err error) bool {
	if e := kerr.As(err); e != nil {
		return e.Class == kerr.ErrIO.Class || e.Class == kerr.ErrNoSuchFile.Class || e.Class == kerr.ErrDirectoryNotEmpty.Class
	}
	var p *disk.PathError
	return errors.As(err, &p)
}

// javaIO names a failure of the disk as Java does.
func javaIO(err error) error {
	var p *disk.PathError
	if kerr.As(err) != nil || !errors.As(err, &p) {
		return err
	}
	switch {
	case errors.Is(err, disk.ErrNotExist):
		return kerr.ErrNoSuchFile.With("%s", p.Path)
	case errors.Is(err, disk.ErrNotEmpty):
		return kerr.ErrDirectoryNotEmpty.With("%s", p.Path)
	case errors.Is(err, disk.ErrBadHandle):
		return kerr.New("ClosedChannelException", "")
	case errors.Is(err, disk.ErrTooManyOpen), errors.Is(err, disk.ErrIsDir):
		return kerr.New("FileSystemException", "%s: %s", p.Path, p.Err.Error())
	}
	return kerr.ErrIO.With("%s", p.Err.Error())
}

// says makes the name of an operation when it is needed.
func says(format string, args ...any) func() string {
	return func() string { return fmt.Sprintf(format, args...) }
}
