package knuth

import "strings"

// digits are Knuth's extended hexadecimal digits: the first 36 in POLYOMINOES and POLYIAMONDS, all 62 in POLYOMINO-DLX.
const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// digit is the value of a digit, or -1.
func digit(c byte) int { return strings.IndexByte(digits, c) }
