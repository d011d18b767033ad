// SPDX-License-Identifier: BSD-3-Clause

package sat

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestBruteForce compares random problems with all assignments, before and after further clauses.
func TestBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 3))
	counts := [2]int{}
	for range 4000 {
		n := 1 + r.IntN(10)
		s := New()
		for range n {
			s.Var()
		}
		var clauses [][]Lit
		holds := func(a int) bool {
		next:
			for _, c := range clauses {
				for _, l := range c {
					if a>>(l>>1)&1 == int(1-l&1) {
						continue next
					}
				}
				return false
			}
			return true
		}
		for range 3 {
			for range n + r.IntN(n+1) {
				var c []Lit
				for range 1 + r.IntN(4) {
					c = append(c, Lit(r.IntN(2*n)))
				}
				clauses = append(clauses, c)
				s.Add(c...)
			}
			want := false
			for a := range 1 << n {
				want = want || holds(a)
			}
			got, decided := s.Solve(context.Background(), 0)
			if !decided || got != want {
				t.Fatalf("%d variables, %v: %v, %v, want %v", n, clauses, got, decided, want)
			}
			if got {
				counts[1]++
				a := 0
				for v := range n {
					if s.True(Of(v)) {
						a |= 1 << v
					}
				}
				if !holds(a) {
					t.Fatalf("%d variables, %v: %b is no solution", n, clauses, a)
				}
			} else {
				counts[0]++
			}
		}
	}
	if counts[0] < 1000 || counts[1] < 1000 {
		t.Errorf("%d problems without and %d with solutions", counts[0], counts[1])
	}
}

// TestPigeons proves that seven pigeons do not fit into six holes, which needs many conflicts.
func TestPigeons(t *testing.T) {
	for _, pigeons := range []int{6, 7} {
		const holes = 6
		s := New()
		in := make([][]Lit, pigeons)
		for p := range in {
			for range holes {
				in[p] = append(in[p], s.Var())
			}
			s.Add(in[p]...)
			for q := range p {
				for h := range holes {
					s.AddPair(in[p][h].Not(), in[q][h].Not())
				}
			}
		}
		if ok, decided := s.Solve(context.Background(), 0); ok != (pigeons <= holes) || !decided {
			t.Errorf("%d pigeons: %v, %v", pigeons, ok, decided)
		}
	}
}

// TestStops stops after some conflicts, and at once if the context has ended.
func TestStops(t *testing.T) {
	s := New()
	var all [10][9]Lit
	for p := range all {
		for h := range all[p] {
			all[p][h] = s.Var()
			for q := range p {
				s.AddPair(all[p][h].Not(), all[q][h].Not())
			}
		}
		s.Add(all[p][:]...)
	}
	if _, decided := s.Solve(context.Background(), 10); decided || s.Conflicts < 10 || s.Conflicts > 20 {
		t.Errorf("decided %v after %d conflicts", decided, s.Conflicts)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, decided := s.Solve(ctx, 0); decided {
		t.Error("decided after the end of the context")
	}
}
