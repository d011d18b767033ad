// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"
	"math/big"
	"strings"

	"polka/cover"
	"polka/internal/linear"
	"polka/internal/plural"
)

const (
	longest    = 8  // the terms of a polynomial that are written
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
	return linear.Style{Most: longest, More: "…", Times: " "}.Polynomial(p, superscript)
}

// superscript writes an exponent.
func superscript(n int) string {
	return strings.Map(func(digit rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'] }, fmt.Sprint(n))
}
