package kerr

import "strings"

// Located is an error whose own text, Kafka's, does not say which file or directory it is about.
type Located struct {
	Path string
	Err  error
}

// At gives an error its place, unless its text has it. nil stays nil.
func At(path string, err error) error {
	if err == nil || strings.Contains(err.Error(), path) {
		return err
	}
	return &Located{path, err}
}

func (l *Located) Error() string { return l.Path + ": " + l.Err.Error() }

// Unwrap returns the error without its place.
func (l *Located) Unwrap() error { return l.Err }
