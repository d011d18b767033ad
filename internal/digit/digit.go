// SPDX-License-Identifier: BSD-3-Clause

// Package digit has the digits with which Knuth's programs write coordinates, one for each: 0-9 and
// a-z for 0 to 35 in POLYOMINOES and POLYIAMONDS, and A-Z for 36 to 61 in POLYOMINO-DLX. Packages
// cover and cover/knuth read and write them; static pages have those of base 36 in addresses and
// data.
package digit

import (
	"fmt"
	"strings"
)

// The digits, each at the index of its value.
const (
	Base36 = "0123456789abcdefghijklmnopqrstuvwxyz"
	Base62 = Base36 + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// Value returns the value of a digit of base 62, or -1 if c is none.
func Value(c byte) int { return strings.IndexByte(Base62, c) }

// Write writes numbers from 0 to 35, each as a digit of base 36.
func Write(numbers ...int) (string, error) {
	text := make([]byte, len(numbers))
	for i, n := range numbers {
		if n < 0 || n >= len(Base36) {
			return "", fmt.Errorf("number %d: expected 0 to %d", n, len(Base36)-1)
		}
		text[i] = Base36[n]
	}
	return string(text), nil
}

// Read reads digits of base 36.
func Read(text string) ([]int, error) {
	numbers := make([]int, len(text))
	for i := range text {
		n := Value(text[i])
		if n < 0 || n >= len(Base36) {
			return nil, fmt.Errorf("%q: expected digits and small letters", text)
		}
		numbers[i] = n
	}
	return numbers, nil
}
