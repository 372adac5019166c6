package codec

import "fmt"

// Corruption is an error in a file's bytes, with the place where it was found.
type Corruption struct {
	File  string // path; "" if the bytes are in memory
	At    int64  // byte position in the file
	Cause error  // what is wrong there; never nil
}

// Error says file, position and cause.
func (c *Corruption) Error() string {
	if c.File == "" {
		return fmt.Sprintf("at byte %d: %v", c.At, c.Cause)
	}
	return fmt.Sprintf("%s at byte %d: %v", c.File, c.At, c.Cause)
}

// Unwrap returns the cause.
func (c *Corruption) Unwrap() error { return c.Cause }
