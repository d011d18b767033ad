// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"polka/cover/internal/strip"
	"polka/internal/linear"
	"polka/internal/plural"
	"polka/internal/progress"
	"polka/shapes"
)

// Strips describes the numbers of tilings of the boards with a given number of rows and 0, 1, 2,
// ... columns: the coefficients of the power series of a rational function. It is made by
// CountStrips. Values are immutable.
type Strips struct {
	rows  int
	found *strip.Result
}

// stripMemory is about the number of bytes that the states of strips may use.
const stripMemory = 1 << 30

// CountStrips counts the tilings of all boards with the given number of rows by a set of pieces,
// each of which may be used any number of times: CountStrips(ctx, 2, Pieces(domino).Any()). The
// lattice is shapes.Square.
//
// The numbers satisfy a linear recurrence with integer coefficients, because only finitely many
// states are possible at the end of a column. It is found from the numbers modulo primes of 62
// bits. Modulo each prime it is proved for all columns: it holds for as many terms as there are
// states. Two more primes are taken than the coefficients need. See R. P. Stanley, Enumerative
// Combinatorics, volume 1, section 4.7.
//
// The time is proportional to the product of the numbers of steps between states, of columns, of
// which at least twice the order of the recurrence are needed, and of primes. It is a fraction of a
// second for dominoes on 8 rows, and for pentominoes on 5 rows, whose recurrence has order 324
// (OEIS A174249). CountStrips returns an error if the states do not fit in 1 GiB of memory, or if
// the number of rows times the length of a piece is greater than 64.
func CountStrips(ctx context.Context, rows int, pieces Set) (*Strips, error) {
	if rows < 1 {
		return nil, fmt.Errorf("cover: %d rows: expected a positive number", rows)
	}
	var placed [][]strip.Cell
	for _, q := range pieces {
		switch {
		case q.shape.Lattice() != shapes.Square:
			return nil, errors.New("cover: expected pieces on the square lattice")
		case q.low != 0 || q.high != unlimited:
			return nil, fmt.Errorf("cover: piece %s: expected any number of copies, as Pieces(...).Any() allows", q.label())
		case q.colors != "":
			return nil, errors.New("cover: expected pieces without colors")
		}
		for _, pose := range q.poses() {
			var cells []strip.Cell
			for _, c := range pose.shape.Cells() {
				cells = append(cells, strip.Cell{Row: c.Y, Column: c.X})
			}
			placed = append(placed, cells)
		}
	}
	var report func(string)
	if tell := progress.Listener(ctx); tell != nil {
		defer tell(progress.Report{Done: 1})
		report = func(text string) { tell(progress.Report{Done: -1, Text: text}) }
	}
	r, err := strip.Find(ctx, rows, placed, stripMemory, report)
	if errors.Is(err, strip.ErrWide) {
		return nil, fmt.Errorf("cover: a strip of %s: too many states, or pieces that are too long", plural.Count(rows, "row"))
	}
	if err != nil {
		return nil, err
	}
	return &Strips{rows, r}, nil
}

// Rows returns the number of rows of the boards.
func (s *Strips) Rows() int { return s.rows }

// Numerator returns the numerator of the generating function, by increasing powers of x.
func (s *Strips) Numerator() []*big.Int { return copied(s.found.P) }

// Denominator returns the denominator of the generating function, by increasing powers of x. The
// first coefficient is 1.
func (s *Strips) Denominator() []*big.Int { return copied(s.found.Q) }

// copied copies numbers.
func copied(list []*big.Int) []*big.Int {
	other := make([]*big.Int, len(list))
	for i, n := range list {
		other[i] = new(big.Int).Set(n)
	}
	return other
}

// Order returns the order of the shortest linear recurrence of the numbers from some column on, the
// degree of the denominator.
func (s *Strips) Order() int { return len(s.found.Q) - 1 }

// NumStates returns the number of states at the start of a column, a bound on the order.
func (s *Strips) NumStates() int { return s.found.States }

// Recurrence returns the coefficients c1, c2, ... of a(n) = c1 a(n-1) + c2 a(n-2) + ... This holds
// for all n that are at least Order, and greater than the degree of the numerator.
func (s *Strips) Recurrence() []*big.Int {
	list := copied(s.found.Q[1:])
	for _, c := range list {
		c.Neg(c)
	}
	return list
}

// Equation returns the recurrence as an equation, such as "a(n) = 4 a(n-2) - a(n-4)". If it has
// more than eight terms, "..." stands for the others. If all numbers from some column on are zero,
// it is "a(n) = 0".
func (s *Strips) Equation() string {
	style := linear.Style{Most: 8, More: "...", Times: " "}
	return "a(n) = " + style.Sum(s.Recurrence(), func(i int) string { return fmt.Sprintf("a(n-%d)", i+1) })
}

// Terms returns the numbers of tilings of the boards with 0, 1, ..., n-1 columns. The board without
// columns has one tiling. Terms panics if n is negative.
func (s *Strips) Terms(n int) []*big.Int {
	if n < 0 {
		panic("cover: Terms expects a number that is not negative")
	}
	terms := make([]*big.Int, n)
	product := new(big.Int)
	for i := range terms {
		a := new(big.Int)
		if i < len(s.found.P) {
			a.Set(s.found.P[i])
		}
		for j := 1; j < len(s.found.Q) && j <= i; j++ {
			a.Sub(a, product.Mul(s.found.Q[j], terms[i-j]))
		}
		terms[i] = a
	}
	return terms
}

// Growth returns the factor by which the number of tilings grows for each column, the limit of the
// n-th root of the greatest of the first n terms. It is 0 if only finitely many boards have
// tilings, and otherwise estimated from the terms at two distant multiples of 60, where it is
// precise to several digits. If the period of the columns with tilings does not divide 60, the
// result may be imprecise or NaN.
func (s *Strips) Growth() float64 {
	if s.Order() == 0 {
		return 0
	}
	n := 60 * (1 + max(600, 4*s.Order())/60)
	terms := s.Terms(2*n + 1)
	if terms[n].Sign() == 0 || terms[2*n].Sign() == 0 {
		return math.NaN()
	}
	return math.Exp((logarithm(terms[2*n]) - logarithm(terms[n])) / float64(n))
}

// logarithm returns the natural logarithm of a positive number.
func logarithm(n *big.Int) float64 {
	shift := max(n.BitLen()-64, 0)
	f, _ := new(big.Float).SetInt(new(big.Int).Rsh(n, uint(shift))).Float64()
	return math.Log(f) + float64(shift)*math.Ln2
}

// String returns the generating function, or its degrees if it is long.
func (s *Strips) String() string {
	text := polynomial(s.found.P) + " / " + polynomial(s.found.Q)
	if len(s.found.P) > 1 || len(s.found.Q) > 1 {
		text = "(" + polynomial(s.found.P) + ") / (" + polynomial(s.found.Q) + ")"
	}
	if len(text) > 200 {
		text = fmt.Sprintf("a rational function of degrees %d and %d", len(s.found.P)-1, s.Order())
	}
	return fmt.Sprintf("strips of %s: %s", plural.Count(s.rows, "row"), text)
}

// polynomial writes a polynomial in x.
func polynomial(p []*big.Int) string {
	return linear.Style{}.Polynomial(p, func(n int) string { return fmt.Sprintf("^%d", n) })
}
