// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"math/rand/v2"
	"strings"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// TestExportImport writes puzzles in DLX format and reads them back.
func TestExportImport(t *testing.T) {
	for seed := range 300 {
		p := randomPuzzle(rand.New(rand.NewPCG(uint64(seed), 21)))
		problem, err := p.Problem()
		if err != nil || problem.NumPrimary() == 0 {
			continue
		}
		r, err := problem.Solver(dlx.Options{Limit: 1000}).Count(t.Context())
		n := r.Solutions
		if err != nil || n.Int64() == 1000 {
			continue
		}
		again, err := FromProblem(problem, p.Board().region.Lattice())
		if err != nil {
			t.Errorf("seed %d: %v: %v", seed, p, err)
			continue
		}
		if got, err := again.Count(t.Context()); err != nil || got.Cmp(n) != 0 {
			t.Errorf("seed %d: %v: %v tilings, %v, want %v", seed, p, got, err, n)
		}
		all, err := again.All(t.Context())
		if err != nil || int64(len(all)) != n.Int64() {
			t.Errorf("seed %d: %v: All lists %d tilings, %v, want %v", seed, p, len(all), err, n)
		}
		if tally, err := again.Counts(t.Context()); err != nil || tally.Total.Cmp(n) != 0 {
			t.Errorf("seed %d: %v: Tally = %v, %v, want %v", seed, p, tally, err, n)
		}
	}
}

// readDLX makes a puzzle of a text in Knuth's format.
func readDLX(text string) (*Puzzle, error) {
	problem, err := dlx.Parse(text)
	if err != nil {
		return nil, err
	}
	return FromProblem(problem, nil)
}

func TestFromProblem(t *testing.T) {
	for _, c := range []struct{ text, lattice, tiling, err string }{
		{"| box\n11 12 21 22 2|D\nD 11 12\nD 21 22\nD 11 21\nD 12 22\n", "square", "ab/ab", ""},
		{"00 00* 01 A B\nA 00 00*\nB 01\n", "triangle", "A = triangle [(0,0,0), (0,0,1)]; B = triangle [(0,1,0)]", ""},
		{"0,0 1,0 5 P1\nP1 0,0 1,0 5\n", "square", "", "option 0 (P1 0,0 1,0 5): it has two pieces, P1 and 5"},
		{"P1 P2 A | P1!\nA P1 P2 P1!\n", "square", "A/A", ""},
		{"0,0,5 0,0,6 A\nA 0,0,5 0,0,6\n", "cube", "A = cube [(0,0,5), (0,0,6)]", ""},
		{"a b c\na b\nc\n", "", "", "item b is neither a cell"},
		{"abc\nabc\n", "", "", "no item of the problem is a cell"},
		{"0,0 00,0 A\nA 0,0 00,0\n", "", "", "items 0,0 and 00,0 are the same cell"},
		{"2|0,0 A\nA 0,0\n", "", "", "item 0,0 is a cell, and should be covered once"},
		{"0,0 A\nA 0,0 0,0\n", "", "", "line 2, column 7: expected each item once"},
	} {
		p, err := readDLX(c.text)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: error %v, want %s", c.text, err, c.err)
			}
			continue
		}
		if err != nil || p.Board().region.Lattice().String() != c.lattice {
			t.Errorf("%q: %v, %v, want the %s lattice", c.text, p, err, c.lattice)
			continue
		}
		if tiling, err := p.First(t.Context()); err != nil || tiling.String() != c.tiling {
			t.Errorf("%q: %v, %v, want %s", c.text, tiling, err, c.tiling)
		}
	}
	problem := dlx.New("0,0,0 0,0,1 A").AddOption("A 0,0,0 0,0,1")
	if p, err := FromProblem(problem, shapes.Stick); err != nil || p.Board().region.Lattice() != shapes.Stick {
		t.Errorf("%v, %v, want sticks", p, err)
	}
	if p, err := FromProblem(problem, shapes.Square); err == nil {
		t.Errorf("%v, want an error: there are no such squares", p)
	}
}
