// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"polka/cover"
	"polka/cover/assembly"
	"polka/dlx"
	"polka/shapes"
)

// fileProblem returns the first problem of a file of testdata.
func fileProblem(t *testing.T, name string) Problem {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f.Problems[0]
}

// solved returns a puzzle of three pieces, with a choice of weights and groups, and its solutions.
func solved(t *testing.T, weights []int, groups []Group) Problem {
	t.Helper()
	p := fileProblem(t, "four.xmpuzzle")
	p.Weights, p.Groups, p.Solutions = weights, groups, nil
	if _, err := p.Each(t.Context(), func(s Solution) bool {
		p.Solutions = append(p.Solutions, s)
		return true
	}, dlx.Options{}); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestReadSolutions reads what BurrTools has written: a puzzle of the tests of package assembly,
// solved by burrTxt2 -d of version 0.7.1, and the same without moves, by burrTxt2 -d -p.
func TestReadSolutions(t *testing.T) {
	for _, name := range []string{"four.xmpuzzle", "fourinfo.xmpuzzle"} {
		p := fileProblem(t, name)
		if len(p.Solutions) != 1 || p.Solutions[0].Level != "4.4.4" {
			t.Fatalf("%s: %d solutions, %+v; expected one of level 4.4.4", name, len(p.Solutions), p.Solutions)
		}
		s := p.Solutions[0]
		if d := s.Disassembly; (d != nil) != (name == "four.xmpuzzle") || d != nil && d.Level() != "4.4.4" {
			t.Errorf("%s: %v; expected level 4.4.4 with the moves in the first file only", name, d)
		}
		size := 0
		for _, q := range s.Tiling.Placements {
			size += q.Shape.Size()
			if !slices.ContainsFunc(q.Piece.Orientations(shapes.OneSided), q.Shape.Normal().Equal) {
				t.Errorf("%s: %v is no rotation of its piece", name, q)
			}
		}
		if size != p.Puzzle.Board().Shape().Size() {
			t.Errorf("%s: the pieces have %d cells", name, size)
		}
	}
}

// TestWriteSolutions reads what was written.
func TestWriteSolutions(t *testing.T) {
	for _, test := range []struct {
		weights []int
		groups  []Group
	}{
		{nil, nil},
		{[]int{1, 2, 3, 4}, nil},
		{[]int{4, -1, 3, 0}, []Group{{1, 0, 1}, {1, 2, 1}, {2, 2, 1}}},
	} {
		p := solved(t, test.weights, test.groups)
		var text bytes.Buffer
		if _, err := (&File{Problems: []Problem{p}}).WriteTo(&text); err != nil {
			t.Fatal(err)
		}
		f, err := Read(bytes.NewReader(text.Bytes()))
		if err != nil {
			t.Fatalf("%s\n%v", text.String(), err)
		}
		q := f.Problems[0]
		if !slices.Equal(q.Weights, p.Weights) || !slices.Equal(q.Groups, p.Groups) {
			t.Errorf("weights %v and groups %v are read as %v and %v", p.Weights, p.Groups, q.Weights, q.Groups)
		}
		if len(q.Solutions) != len(p.Solutions) || len(p.Solutions) != 1 {
			t.Fatalf("%d solutions are read as %d", len(p.Solutions), len(q.Solutions))
		}
		got, want := q.Solutions[0], p.Solutions[0]
		if got.Disassembly == nil || got.Level != want.Level || got.Disassembly.Text() != want.Disassembly.Text() {
			t.Errorf("%v is read as %v", want.Disassembly.Text(), got.Disassembly)
		}
	}
}

// TestRandomSolutions writes and reads random assemblies of pieces with several copies, in boxes,
// with groups.
func TestRandomSolutions(t *testing.T) {
	count := 60
	if testing.Short() {
		count = 10
	}
	random := rand.New(rand.NewPCG(36, 1))
	t.Log("seed 36")
	found := 0
	for n := range count {
		cells := make([][]shapes.Cell, 3)
		for x := range 3 {
			for y := range 2 {
				for z := range 2 {
					i := random.IntN(3)
					cells[i] = append(cells[i], shapes.Cell{X: x, Y: y, Z: z})
				}
			}
		}
		var set cover.Set
		for i, c := range cells {
			if c != nil {
				set = append(set, cover.Pieces(shapes.New(shapes.Cube, c...).Named(fmt.Sprint("P", i))).Between(random.IntN(2), 2)...)
			}
		}
		p := Problem{Name: "random", Puzzle: cover.New(cover.Box(2, 2, 3)).With(set)}
		for i := range set {
			if random.IntN(2) == 0 {
				p.Groups = append(p.Groups, Group{Number: 1 + random.IntN(2), Piece: i, Count: 1 + random.IntN(2)})
			}
		}
		if _, err := p.Each(t.Context(), func(s Solution) bool {
			p.Solutions = append(p.Solutions, s)
			return true
		}, dlx.Options{}); err != nil {
			t.Fatal(err)
		}
		found += len(p.Solutions)
		var text bytes.Buffer
		if _, err := (&File{Problems: []Problem{p}}).WriteTo(&text); err != nil {
			t.Fatalf("seed 36, puzzle %d: %v", n, err)
		}
		f, err := Read(&text)
		if err != nil {
			t.Fatalf("seed 36, puzzle %d: %v", n, err)
		}
		got := f.Problems[0].Solutions
		if len(got) != len(p.Solutions) {
			t.Fatalf("seed 36, puzzle %d: %d solutions are read as %d", n, len(p.Solutions), len(got))
		}
		for i, s := range p.Solutions {
			if got[i].Disassembly == nil || got[i].Disassembly.Text() != s.Disassembly.Text() {
				t.Errorf("seed 36, puzzle %d: %v is read as %v", n, s.Disassembly.Text(), got[i].Disassembly)
			}
		}
	}
	if found < count {
		t.Errorf("only %d solutions", found)
	}
}

// Solutions that do not fit are errors with a position.
func TestSolutionErrors(t *testing.T) {
	text, err := os.ReadFile("testdata/four.xmpuzzle")
	if err != nil {
		t.Fatal(err)
	}
	start := bytes.Index(text, []byte("<assembly>")) + len("<assembly>")
	end := start + bytes.Index(text[start:], []byte("<"))
	for _, test := range []struct{ assembly, want string }{
		{"", "expected x, or x, y, z and a rotation from 0 to 47, for each piece of solution 1"},
		{"0 0 0 48 0 0 0 0 0 0 0 0 0 0 0 0", "expected x, or x, y, z and a rotation"},
		{"x x x x x", `expected nothing after the pieces of solution 1, found "x"`},
		{"99 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "expected the pieces of solution 1 on the board"},
	} {
		bad := slices.Concat(text[:start], []byte(test.assembly), text[end:])
		if _, err := Read(bytes.NewReader(bad)); err == nil || !strings.HasPrefix(err.Error(), "line ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v; expected %s", test.assembly, err, test.want)
		}
	}
	// Moves that do not fit are ignored.
	bad := bytes.Replace(text, []byte("20000"), []byte("19"), 1)
	f, err := Read(bytes.NewReader(bad))
	if err != nil || f.Problems[0].Solutions[0].Disassembly != nil || f.Problems[0].Solutions[0].Level != "4.4.4" {
		t.Errorf("%v, %+v; expected a level without moves", err, f)
	}
}

// TestWriteSolutionErrors writes no solutions of other puzzles.
func TestWriteSolutionErrors(t *testing.T) {
	p := solved(t, nil, nil)
	for _, test := range []struct {
		change func(s *Solution)
		want   string
	}{
		{func(s *Solution) { s.Tiling.Placements = s.Tiling.Placements[1:] }, "the disassembly is not one of the tiling"},
		{func(s *Solution) { s.Disassembly, s.Tiling.Placements[0].Piece = nil, shapes.Domino().Solid() }, "is not a piece of the puzzle"},
		{func(s *Solution) { s.Disassembly, s.Tiling.Placements[1].Piece = nil, s.Tiling.Placements[0].Piece }, "is no rotation of piece"},
		{func(s *Solution) {
			s.Disassembly = nil
			s.Tiling.Placements = append(s.Tiling.Placements, s.Tiling.Placements[0])
		}, "there are more than 1 copies of piece"},
	} {
		q := p
		q.Solutions = []Solution{p.Solutions[0]}
		q.Solutions[0].Tiling.Placements = slices.Clone(p.Solutions[0].Tiling.Placements)
		test.change(&q.Solutions[0])
		var text bytes.Buffer
		if _, err := (&File{Problems: []Problem{q}}).WriteTo(&text); err == nil || !strings.Contains(err.Error(), test.want) || text.Len() > 0 {
			t.Errorf("%v; expected %s", err, test.want)
		}
	}
}

// TestSets finds the burrs that Cutler found in 1977: 314, of 221 sets of pieces.
func TestSets(t *testing.T) {
	p := Problem{Puzzle: cover.New(SixPieceBoard()).With(cover.Pieces(NotchableRods()...).AtMost(6)).TwinsApart()}
	sets, err := p.Sets(t.Context(), dlx.Options{})
	if err != nil {
		t.Fatal(err)
	}
	count := func(sets []PieceSet) (assemblies, apart, useful, unique int) {
		for _, s := range sets {
			n := 0
			for _, k := range s.Copies {
				n += k
			}
			if n != 6 {
				t.Errorf("a set of %d pieces: %v", n, s.Copies)
			}
			assemblies += s.NumAssemblies
			apart += len(s.Solutions)
			if len(s.Solutions) > 0 {
				useful++
			}
			if s.Unique() {
				unique++
			}
		}
		return assemblies, apart, useful, unique
	}
	if a, b, c, d := count(sets); a != 1063 || b != 314 || c != 221 || d != 131 {
		t.Errorf("%d assemblies, %d come apart, %d sets, %d with one assembly; expected 1063, 314, 221, 131", a, b, c, d)
	}
	// With mirror images the same, as BurrTools counts by default.
	p.Puzzle = cover.New(SixPieceBoard()).With(cover.Pieces(NotchableRods()...).AtMost(6))
	if sets, err = p.Sets(t.Context(), dlx.Options{}); err != nil {
		t.Fatal(err)
	}
	if a, b, c, d := count(sets); a != 588 || b != 179 || c != 137 || d != 88 {
		t.Errorf("%d assemblies, %d come apart, %d sets, %d with one assembly; expected 588, 179, 137, 88", a, b, c, d)
	}
}

func TestEachErrors(t *testing.T) {
	dihex := shapes.New(shapes.Hexagon, shapes.Cell{}, shapes.Cell{X: 1})
	p := Problem{Puzzle: cover.New(cover.Parallelogram(shapes.Hexagon, 2, 2), dihex, dihex)}
	if _, err := p.Each(t.Context(), func(Solution) bool { return true }, dlx.Options{}); err == nil || !strings.Contains(err.Error(), "expected pieces of cubes") {
		t.Errorf("%v; expected an error about hexagons", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p.Puzzle = cover.New(cover.Box(3, 3, 3), shapes.Soma()...)
	if _, err := p.Each(ctx, func(Solution) bool { return true }, dlx.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v; expected %v", err, context.Canceled)
	}
	n := 0
	if assemblies, err := p.Each(t.Context(), func(Solution) bool { n++; return n < 3 }, dlx.Options{}); err != nil || n != 3 || assemblies < 3 {
		t.Errorf("%d of %d assemblies, %v; expected 3", n, assemblies, err)
	}
	if d, err := assembly.Disassemble(t.Context(), []shapes.Shape{shapes.Soma()[0], shapes.Soma()[0].Translate(9, 0, 0)}, assembly.Options{}); err != nil || d.Level() != "1" {
		t.Errorf("two pieces that are apart: %v, %v", d, err)
	}
}
