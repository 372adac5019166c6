package kerr

import "fmt"

// Words is an error with just the text that one of Kafka's tools prints, which has its own ways with capitals and full stops.
func Words(format string, args ...any) error { return words(fmt.Sprintf(format, args...)) }

type words string

func (w words) Error() string { return string(w) }
