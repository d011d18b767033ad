// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"
	"math/big"
	"strings"

	"polka/cover"
	"polka/internal/plural"
)

const (
	longest    = 8  // the terms of a recurrence or polynomial that are written
	stripTerms = 11 // how many numbers of tilings a table has
)

// stripsTable shows the numbers of tilings of strips: what determines them, and the first of them.
func stripsTable(s *cover.Strips) Table {
	t := NewTable("strips of "+plural.Count(s.Rows(), "row"), "")
	p, q := s.Numerator(), s.Denominator()
	t = t.Row("generating function", "("+polynomial(p)+") / ("+polynomial(q)+")")
	if r := s.Recurrence(); len(r) > 0 {
		t = t.Row("recurrence", fmt.Sprintf("%s, from n = %d", s.Equation(), max(len(r), len(p))))
	}
	t = t.Row("order", fmt.Sprintf("%d, with %s", s.Order(), plural.Count(s.NumStates(), "state")))
	if g := s.Growth(); g > 0 {
		t = t.Row("growth per column", fmt.Sprintf("%.8g", g))
	}
	for n, a := range s.Terms(stripTerms) {
		t = t.Row(fmt.Sprintf("a(%d), %s", n, plural.Count(n, "column")), a)
	}
	return t
}

// polynomial writes a polynomial in x, or the first terms of a long one.
func polynomial(p []*big.Int) string {
	return sum(p, func(i int) string {
		switch i {
		case 0:
			return ""
		case 1:
			return "x"
		}
		return "x" + superscript(i)
	})
}

// sum writes a sum of products of numbers and names, except for zeros; "…" stands for those that
// are too many.
func sum(list []*big.Int, name func(i int) string) string {
	var b strings.Builder
	terms := 0
	for i, c := range list {
		if c.Sign() == 0 {
			continue
		}
		if terms++; terms > longest {
			b.WriteString(" + …")
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
			b.WriteString(size + " " + of)
		}
	}
	if terms == 0 {
		return "0"
	}
	return b.String()
}

// superscript writes an exponent.
func superscript(n int) string {
	return strings.Map(func(digit rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'] }, fmt.Sprint(n))
}
