// SPDX-License-Identifier: BSD-3-Clause

// Package instance makes problems with known numbers of solutions for the tests of the engines.
package instance

import "polka/dlx/internal/engine"

// Langford returns the problem of arranging two each of the numbers 1 to n in a row, so that k
// other numbers are between the two k. It has 300 solutions for 8 and 35584 for 11 (twice OEIS
// A014552).
func Langford(n int) *engine.Problem {
	p := &engine.Problem{Primary: 3 * n, Items: 3 * n, First: []int32{0}}
	for k := 1; k <= n; k++ {
		for i := 0; i+k+1 < 2*n; i++ {
			for _, item := range []int{k - 1, n + i, n + i + k + 1} {
				p.Entries = append(p.Entries, engine.Entry{Item: int32(item)})
			}
			p.First = append(p.First, int32(len(p.Entries)))
		}
	}
	return p
}

// Dominate returns the problem of placing q queens on an n x n board so that they attack all
// squares. There are 4860 ways to do it with 5 queens for n = 8, and 86 with 4 for n = 7 (Knuth,
// section 7.2.2.1).
func Dominate(n, q int) *engine.Problem {
	p := &engine.Problem{Primary: 1 + n*n, Items: 1 + n*n, First: []int32{0}, Low: []int32{int32(q)}, High: []int32{int32(q)}}
	for s := range n * n {
		p.Low, p.High = append(p.Low, 1), append(p.High, int32(q))
		p.Entries = append(p.Entries, engine.Entry{Item: 0})
		for t := range n * n {
			dx, dy := s/n-t/n, s%n-t%n
			if dx == 0 || dy == 0 || dx == dy || dx == -dy {
				p.Entries = append(p.Entries, engine.Entry{Item: int32(1 + t)})
			}
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}
