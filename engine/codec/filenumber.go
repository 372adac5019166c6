package codec

import "fmt"

// FileNumber is a number as it stands in names of files: in 20 digits, so that names and numbers sort alike. Names are made so often that
// a format string is felt.
func FileNumber(n int64) string {
	if n < 0 {
		return fmt.Sprintf("%020d", n) // from a file that is damaged
	}
	var digits [20]byte
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = '0' + byte(n%10)
		n /= 10
	}
	return string(digits[:])
}
