package knuth

// digits are Knuth's extended hexadecimal digits: the first 36 in POLYOMINOES and POLYIAMONDS, all 62 in POLYOMINO-DLX.
const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// digit is the value of a digit, or -1.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'Z':
		return int(c-'A') + 36
	}
	return -1
}
