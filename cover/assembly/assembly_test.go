// SPDX-License-Identifier: BSD-3-Clause

package assembly_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/cover/assembly"
	"polka/dlx"
	"polka/shapes"
)

// Neither piece can leave before B has moved to the side.
func ExampleDisassemble() {
	a := shapes.MustParse("A = cube [(0,0,2), (1,0,2), (0,1,2), (2,1,0), (0,2,0), (0,2,1), (0,2,2), (1,2,0), (2,2,0), (2,2,1), (2,2,2)]")
	b := shapes.MustParse("B = cube [(1,0,1), (2,0,1), (1,1,1), (1,1,2), (1,2,2)]")
	d, err := assembly.Disassemble(context.Background(), []shapes.Shape{a, b}, assembly.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Text())
	// Output:
	// level 2: 2 pieces apart in 2 moves
	// A, B
	//   1. B moves 1 along +y
	//   2. B leaves along +z
}

// An assembly of the tests with its level.
type sample struct {
	level  string
	pieces []shapes.Shape
}

func samples(t testing.TB) []sample {
	text, err := os.ReadFile("testdata/levels.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []sample
	for _, block := range strings.Split(string(text), "\n\n")[1:] {
		level, rest, _ := strings.Cut(strings.TrimSpace(block), "\n")
		pieces, err := shapes.ParseAll(rest)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sample{strings.TrimPrefix(level, "level "), pieces})
	}
	return list
}

func TestLevels(t *testing.T) {
	var a assembly.Analyzer
	for _, s := range samples(t) {
		d, err := a.Disassemble(context.Background(), s.pieces, assembly.Options{})
		if err != nil {
			t.Fatalf("%s: %v", s.level, err)
		}
		if d.Level() != s.level {
			t.Errorf("level %s, BurrTools says %s", d.Level(), s.level)
		}
		replay(t, d)
		again, err := assembly.New(d.Pieces(), d.Root(), nil)
		if err != nil {
			t.Errorf("%s: %v", s.level, err)
		} else if !again.Equal(d) {
			t.Errorf("%s: the moves lead elsewhere:\n%s\n%s", s.level, d.Text(), again.Text())
		}
	}
}

// replay performs the moves of a disassembly one step at a time, and reports pieces that share a
// cell.
func replay(t *testing.T, d *assembly.Disassembly) {
	t.Helper()
	pieces := d.Pieces()
	plus := func(c, e shapes.Cell) shapes.Cell { return shapes.Cell{X: c.X + e.X, Y: c.Y + e.Y, Z: c.Z + e.Z} }
	var perform func(s *assembly.Separation, part []int, at map[int]shapes.Cell)
	perform = func(s *assembly.Separation, part []int, at map[int]shapes.Cell) {
		if s == nil {
			return
		}
		if !slices.Equal(s.Pieces(), part) {
			t.Fatalf("a separation of %v instead of %v", s.Pieces(), part)
		}
		for k, m := range s.Moves() {
			last := k == len(s.Moves())-1
			if last != (m.Length == 0) {
				t.Fatalf("move %d of %d has length %d", k, len(s.Moves()), m.Length)
			}
			before := maps.Clone(at)
			for step := 0; step < m.Length || last && step < 30; step++ {
				owner := map[shapes.Cell]int{}
				for _, i := range part {
					if slices.Contains(m.Pieces, i) {
						at[i] = plus(at[i], m.Direction)
					}
					for _, c := range pieces[i].Cells() {
						c = plus(c, at[i])
						if j, ok := owner[c]; ok {
							t.Fatalf("%s\npieces %d and %d meet in %v", d.Text(), i, j, c)
						}
						owner[c] = i
					}
				}
			}
			if last {
				at = before
			}
		}
		moves := s.Moves()
		removed := moves[len(moves)-1].Pieces
		staying := slices.DeleteFunc(slices.Clone(part), func(i int) bool { return slices.Contains(removed, i) })
		perform(s.Staying(), staying, maps.Clone(at))
		perform(s.Removed(), removed, maps.Clone(at))
	}
	all := make([]int, len(pieces))
	at := map[int]shapes.Cell{}
	for i := range all {
		all[i], at[i] = i, shapes.Cell{}
	}
	perform(d.Root(), all, at)
}

// The level of a puzzle does not depend on where it lies, nor its first number on the order of the
// pieces, and mirror images have the same.
func TestInvariance(t *testing.T) {
	for _, s := range samples(t) {
		want, _, _ := strings.Cut(s.level, ".")
		for k, g := range shapes.Cube.Isometries() {
			if testing.Short() && k%7 != 0 {
				continue
			}
			list := make([]shapes.Shape, len(s.pieces))
			for i, p := range s.pieces {
				list[(i+k)%len(list)] = g.Apply(p).Translate(k, -k, 5)
			}
			d, err := assembly.Disassemble(context.Background(), list, assembly.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := strings.Cut(d.Level(), "."); first != want {
				t.Errorf("%v: level %s instead of %s", g, d.Level(), s.level)
			}
		}
	}
}

// brute finds the least number of moves until a part is away, by trying every group of pieces and
// every number of steps; 0 if there is none. It knows no gaps and no groups, only whether cells
// overlap.
func brute(pieces []shapes.Shape) int {
	type state = string
	n := len(pieces)
	key := func(at []shapes.Cell) state {
		var b strings.Builder
		for _, c := range at {
			fmt.Fprint(&b, c.X-at[0].X, c.Y-at[0].Y, c.Z-at[0].Z, ";")
		}
		return b.String()
	}
	free := func(at []shapes.Cell) bool {
		seen := map[shapes.Cell]bool{}
		for i, p := range pieces {
			for _, c := range p.Cells() {
				c = shapes.Cell{X: c.X + at[i].X, Y: c.Y + at[i].Y, Z: c.Z + at[i].Z}
				if seen[c] {
					return false
				}
				seen[c] = true
			}
		}
		return true
	}
	const far = 20
	start := make([]shapes.Cell, n)
	seen := map[state]bool{key(start): true}
	for level, moves := [][]shapes.Cell{start}, 1; len(level) > 0; moves++ {
		var next [][]shapes.Cell
		for _, at := range level {
			for group := 1; group < 1<<n-1; group++ {
				for _, d := range []shapes.Cell{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}} {
					to := slices.Clone(at)
					for length := 1; ; length++ {
						for i := range to {
							if group>>i&1 != 0 {
								to[i] = shapes.Cell{X: to[i].X + d.X, Y: to[i].Y + d.Y, Z: to[i].Z + d.Z}
							}
						}
						if !free(to) {
							break
						}
						if length == far {
							return moves
						}
						if k := key(to); !seen[k] {
							seen[k] = true
							next = append(next, slices.Clone(to))
						}
					}
				}
			}
		}
		level = next
	}
	return 0
}

// random divides a box among pieces, which may be in several parts and so lock one another.
func random(r *rand.Rand) []shapes.Shape {
	for {
		k := 2 + r.Intn(3)
		cells := make([][]shapes.Cell, k)
		for x := range 3 {
			for y := range 2 + r.Intn(2) {
				for z := range 3 {
					if i := r.Intn(k + 1); i < k {
						cells[i] = append(cells[i], shapes.Cell{X: x, Y: y, Z: z})
					}
				}
			}
		}
		var list []shapes.Shape
		for _, c := range cells {
			if len(c) > 0 {
				list = append(list, shapes.New(shapes.Cube, c...))
			}
		}
		if len(list) > 1 {
			return list
		}
	}
}

func TestBruteForce(t *testing.T) {
	count := 60
	if testing.Short() {
		count = 10
	}
	r := rand.New(rand.NewSource(36))
	found := map[int]int{}
	for n := range count {
		pieces := random(r)
		want := brute(pieces)
		found[want]++
		d, err := assembly.Disassemble(context.Background(), pieces, assembly.Options{})
		switch {
		case errors.Is(err, dlx.ErrNoSolution):
			// Then a part is stuck, or the whole.
			if want != 0 && len(pieces) == 2 {
				t.Errorf("seed 36, assembly %d: locked instead of level %d: %v", n, want, pieces)
			}
		case err != nil:
			t.Fatal(err)
		case len(d.Root().Moves()) != want:
			t.Errorf("seed 36, assembly %d: level %s instead of %d: %v", n, d.Level(), want, pieces)
		default:
			replay(t, d)
		}
	}
	t.Log("levels by number of assemblies:", found)
}

// ring is a plate with a hole, and a pin with two heads that cannot leave it; free pieces beside
// it.
func ring() []shapes.Shape {
	plate := shapes.Rectangle(3, 3).Solid().Difference(shapes.New(shapes.Cube, shapes.Cell{X: 1, Y: 1}))
	bar := func(z int) shapes.Shape {
		return shapes.New(shapes.Cube, shapes.Cell{X: 0, Y: 1, Z: z}, shapes.Cell{X: 1, Y: 1, Z: z}, shapes.Cell{X: 2, Y: 1, Z: z})
	}
	pin := bar(1).Union(bar(-1)).Union(shapes.New(shapes.Cube, shapes.Cell{X: 1, Y: 1}))
	return []shapes.Shape{plate.Named("plate"), pin.Named("pin"), shapes.New(shapes.Cube, shapes.Cell{X: 3}).Named("block")}
}

func TestGroups(t *testing.T) {
	pieces := ring()
	group := func(number, count int, pieces ...int) assembly.Group {
		return assembly.Group{Number: number, Pieces: pieces, Count: count}
	}
	for _, test := range []struct {
		name   string
		groups []assembly.Group
		level  string // "" if it is locked
	}{
		{"none", nil, ""},
		{"one group", []assembly.Group{group(1, 1, 0), group(1, 1, 1)}, "1"},
		{"another number", []assembly.Group{group(7, 1, 0), group(7, 1, 1)}, "1"},
		{"two groups", []assembly.Group{group(1, 1, 0), group(2, 1, 1)}, ""},
		{"a choice of groups", []assembly.Group{group(1, 1, 0), group(2, 1, 0), group(2, 1, 1)}, "1"},
		{"the wrong piece", []assembly.Group{group(1, 1, 0), group(1, 1, 2)}, ""},
		{"none left", []assembly.Group{group(1, 1, 0), group(1, 0, 1)}, ""},
	} {
		d, err := assembly.Disassemble(context.Background(), pieces, assembly.Options{Groups: test.groups})
		switch {
		case test.level == "" && !errors.Is(err, dlx.ErrNoSolution):
			t.Errorf("%s: %v, %v; expected an error", test.name, d, err)
		case test.level != "" && (err != nil || d.Level() != test.level):
			t.Errorf("%s: %v, %v; expected level %s", test.name, d, err, test.level)
		}
	}
}

// Heavy pieces stay where they are.
func TestWeights(t *testing.T) {
	pieces := []shapes.Shape{shapes.New(shapes.Cube, shapes.Cell{}).Named("a"), shapes.New(shapes.Cube, shapes.Cell{X: 1}).Named("b")}
	for _, test := range []struct {
		weights []int
		want    string
	}{
		{nil, "b leaves along +x"},
		{[]int{1, 1}, "b leaves along +x"},
		{[]int{2, 1}, "b leaves along +x"},
		{[]int{1, 2}, "a leaves along -x"},
	} {
		d, err := assembly.Disassemble(context.Background(), pieces, assembly.Options{Weights: test.weights})
		if err != nil {
			t.Fatal(err)
		}
		if text := d.Text(); !strings.HasSuffix(text, test.want) {
			t.Errorf("weights %v: %s; expected that %s", test.weights, text, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	cube := shapes.New(shapes.Cube, shapes.Cell{})
	row := make([]shapes.Shape, 65)
	for i := range row {
		row[i] = cube.Translate(i, 0, 0)
	}
	for _, test := range []struct {
		pieces  []shapes.Shape
		options assembly.Options
		want    string
	}{
		{nil, assembly.Options{}, "assembly: expected from 2 to 64 pieces, got 0"},
		{row, assembly.Options{}, "assembly: expected from 2 to 64 pieces, got 65"},
		{[]shapes.Shape{cube, cube}, assembly.Options{}, "assembly: pieces 0 and 1 overlap in the cell (0,0,0)"},
		{[]shapes.Shape{cube, shapes.Domino()}, assembly.Options{}, "assembly: expected pieces of cubes, got piece 1: domino = [(0,0), (1,0)]"},
		{[]shapes.Shape{cube, cube.Translate(4096, 0, 0)}, assembly.Options{}, "assembly: expected pieces in a box whose sides are at most 4096, got 4097"},
		{row[:2], assembly.Options{Weights: []int{1}}, "assembly: expected a weight for each of 2 pieces, got 1"},
		{row[:2], assembly.Options{Groups: []assembly.Group{{Number: 1, Pieces: []int{2}, Count: 1}}}, "assembly: group 1: expected pieces from 0 to 1, got 2"},
		{row[:2], assembly.Options{Groups: []assembly.Group{{Number: 1, Pieces: []int{1}, Count: -1}}}, "assembly: group 1: expected a number of pieces that is not negative, got -1"},
	} {
		_, err := assembly.Disassemble(context.Background(), test.pieces, test.options)
		if err == nil || err.Error() != test.want {
			t.Errorf("%v: %v; expected %s", test.pieces, err, test.want)
		}
	}
	if d, err := assembly.Disassemble(context.Background(), row[:64], assembly.Options{}); err != nil || d.NumMoves() != 63 {
		t.Errorf("64 cubes: %v, %v", d, err)
	}
}

// What was found elsewhere is checked.
func TestNew(t *testing.T) {
	s := samples(t)[0]
	d, err := assembly.Disassemble(context.Background(), s.pieces, assembly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	root := d.Root()
	change := func(k int, f func(*assembly.Move)) *assembly.Separation {
		moves := root.Moves()
		f(&moves[k])
		return assembly.NewSeparation(root.Pieces(), moves, root.Staying(), root.Removed())
	}
	last := len(root.Moves()) - 1
	for _, test := range []struct {
		root *assembly.Separation
		want string
	}{
		{nil, "expected a separation of 6 pieces"},
		{change(0, func(m *assembly.Move) { m.Length = 100 }), "runs into piece"},
		{change(0, func(m *assembly.Move) { m.Length = 0 }), "expected a number of steps, or 0 in the last move, got 0"},
		{change(last, func(m *assembly.Move) { m.Length = 3 }), "expected a number of steps, or 0 in the last move, got 3"},
		{change(0, func(m *assembly.Move) { m.Direction.X += 2 }), "expected a step along an axis"},
		{change(0, func(m *assembly.Move) { m.Pieces = nil }), "expected some of the pieces, in ascending order, got []"},
		{change(0, func(m *assembly.Move) { m.Pieces = []int{9} }), "expected some of the pieces, got [9]"},
		{assembly.NewSeparation([]int{0, 1}, root.Moves(), nil, nil), "expected a separation of the pieces [0 1 2 3 4 5], got one of [0 1]"},
		{assembly.NewSeparation(root.Pieces(), nil, nil, nil), "expected moves that separate the pieces"},
		{assembly.NewSeparation(root.Pieces(), root.Moves(), root, nil), "expected a separation of the pieces"},
	} {
		if _, err := assembly.New(s.pieces, test.root, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v; expected %s", err, test.want)
		}
	}
}

// The search ends when its context ends.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	list := samples(t)
	var err error
	for _, s := range list { // those with few states end before they look
		if _, err = assembly.Disassemble(ctx, s.pieces, assembly.Options{}); err != nil {
			break
		}
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v; expected %v", err, context.Canceled)
	}
}

func BenchmarkDisassemble(b *testing.B) {
	for _, s := range samples(b) {
		b.Run(s.level, func(b *testing.B) {
			var a assembly.Analyzer
			var states int64
			for b.Loop() {
				d, err := a.Disassemble(context.Background(), s.pieces, assembly.Options{})
				if err != nil {
					b.Fatal(err)
				}
				states = d.States()
			}
			b.ReportMetric(float64(states), "states")
			b.ReportMetric(float64(b.Elapsed()/time.Nanosecond)/float64(b.N)/float64(states), "ns/state")
		})
	}
}
