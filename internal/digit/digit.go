// SPDX-License-Identifier: BSD-3-Clause

// Package digit has the digits with which Knuth's programs write coordinates, one for each: 0-9 and
// a-z for 0 to 35 in POLYOMINOES and POLYIAMONDS, and A-Z for 36 to 61 in POLYOMINO-DLX. Packages
// cover and cover/knuth read and write them.
package digit

import "strings"

// The digits, each at the index of its value.
const (
	Base36 = "0123456789abcdefghijklmnopqrstuvwxyz"
	Base62 = Base36 + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// Value returns the value of a digit of base 62, or -1 if c is none.
func Value(c byte) int { return strings.IndexByte(Base62, c) }
