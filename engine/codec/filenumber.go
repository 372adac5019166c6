package codec

import "fmt"

// FileNumber is a number as it stands in names of files: in 20 digits, so that names and numbers sort alike. Names are made so often that
// a format string is felt.
func FileNumber(n int64) string { return string(AppendFileNumber(nil, n)) }

// AppendFileNumber appends what FileNumber returns.
func AppendFileNumber(b []byte, n int64) []byte {
	if n < 0 {
		return fmt.Appendf(b, "-%020d", uint64(-n)) // from a file that is damaged; Java has the sign in front of 20 digits
	}
	var digits [20]byte
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = '0' + byte(n%10)
		n /= 10
	}
	return append(b, digits[:]...)
}
