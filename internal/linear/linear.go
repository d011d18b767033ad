// SPDX-License-Identifier: BSD-3-Clause

// Package linear writes sums of products of numbers and names, such as recurrences and polynomials.
//
//	linear.Style{Times: " "}.Sum(numbers, name) // 4 a - b
package linear

import (
	"math/big"
	"strings"
)

// A Style says how sums are written.
type Style struct {
	Most  int    // how many terms that are not zero are written; 0 for all
	More  string // what stands for the others, such as "..."
	Times string // what is between a number and a name, such as a space
}

// Sum writes the sum of the numbers, each times its name, except for zeros. A number whose name is
// "" is written alone, and a number 1 is left out before a name. The sum of nothing is "0".
func (s Style) Sum(numbers []*big.Int, name func(i int) string) string {
	var b strings.Builder
	terms := 0
	for i, c := range numbers {
		if c.Sign() == 0 {
			continue
		}
		if terms++; s.Most > 0 && terms > s.Most {
			b.WriteString(" + " + s.More)
			break
		}
		switch {
		case terms > 1 && c.Sign() < 0:
			b.WriteString(" - ")
		case terms > 1:
			b.WriteString(" + ")
		case c.Sign() < 0:
			b.WriteString("-")
		}
		size, of := new(big.Int).Abs(c).String(), name(i)
		switch {
		case of == "":
			b.WriteString(size)
		case size == "1":
			b.WriteString(of)
		default:
			b.WriteString(size + s.Times + of)
		}
	}
	if terms == 0 {
		return "0"
	}
	return b.String()
}

// Polynomial writes a polynomial in x, given by its coefficients, that of x^0 first. Exponent
// writes an exponent from 2 on, with what is between it and x.
func (s Style) Polynomial(coefficients []*big.Int, exponent func(n int) string) string {
	return s.Sum(coefficients, func(i int) string {
		switch i {
		case 0:
			return ""
		case 1:
			return "x"
		}
		return "x" + exponent(i)
	})
}
