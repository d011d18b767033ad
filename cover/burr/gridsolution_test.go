// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"polka/cover"
	"polka/dlx"
	"polka/shapes"
)

// TestTurns compares the isometries with numbers with those of the grid.
func TestTurns(t *testing.T) {
	for number, rotations := range map[string]int{"0": 24, "1": 12, "2": 120, "3": 24, "4": 24} {
		g := grids()[number]
		var want []matrix
		for _, m := range g.isometries() {
			if !m.mirror() {
				want = append(want, m)
			}
		}
		list := g.rotations()
		if len(list) != rotations || len(want) != rotations {
			t.Errorf("grid %s: %d rotations with numbers, %d in all, expected %d", number, len(list), len(want), rotations)
		}
		if list[0] != want[0] {
			t.Errorf("grid %s: number 0 is %v", number, list[0])
		}
		for i, m := range list {
			if !slices.Contains(want, m) || slices.Contains(list[:i], m) {
				t.Errorf("grid %s: number %d is %v, which is none of the grid, or has another number", number, i, m)
			}
		}
	}
}

// gridFiles are problems on all grids, with colors that have their own rule.
func gridFiles() map[string]string {
	const (
		hexagon = "4x2x2 _###_###_###_###"
		block   = "5x5x5 _______#___#_#___#_________#_______#___#_______#___#_#_#___#_____#___#_#_#___#_______#___#_______#_________#___#_#___#_______"
		rhombus = "4x7x4 _______________#__#__#__#______________#__#__#__#______________#__#__#__#______________#__#__#__#_______________"
		colored = "4x3x1 #1#1#2#2#1##2#2##1#2#2"
		pairs   = `<pair piece="0" result="0"/><pair piece="0" result="1"/><pair piece="1" result="1"/>`
	)
	return map[string]string{
		"prisms":       file("1", 0, "", `<shape id="1" min="0" max="4"/><shape id="2" min="0" max="4"/>`, hexagon, "2x1x2 ##_#", "3x1x1 ###"),
		"triangles":    file("1", 0, "", `<shape id="1" count="2"/>`, "4x2x1 _###_###", "3x1x1 ###"),
		"spheres":      file("2", 0, "", `<shape id="1" count="4"/>`, rhombus, "4x3x2 _______#_______#__#__#__"),
		"tetrahedra":   file("3", 0, "", `<shape id="1" count="8"/>`, block, "5x5x2 _______#___#_______________#______________________"),
		"octahedra":    file("4", 0, "", `<shape id="1" count="2"/><shape id="2" min="0" max="2"/><shape id="3" min="0" max="8"/>`, "6x3x3 __##________#____#_______#__#_______#____#________##__", "6x3x3 __#______________________#____________________________", "3x3x3 _____________#_____________", "3x3x3 __________________#________"),
		"three pairs":  file("0", 2, pairs, `<shape id="1" count="4"/>`, colored, "3x1x1 #1##2"),
		"equal colors": file("0", 2, `<pair piece="0" result="0"/><pair piece="1" result="1"/>`, `<shape id="1" count="4"/>`, colored, "3x1x1 #1##2"),
	}
}

// again writes a problem and reads it.
func again(t *testing.T, p Problem) Problem {
	t.Helper()
	var text bytes.Buffer
	if _, err := (&File{Problems: []Problem{p}}).WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	f, err := Read(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	return f.Problems[0]
}

// tilings lists the solutions of a problem, by their placements.
func tilings(p Problem) []string {
	var list []string
	for _, s := range p.Solutions {
		var text []string
		for _, q := range s.Tiling.Placements {
			text = append(text, q.String()+" "+q.Colors)
		}
		slices.Sort(text)
		list = append(list, strings.Join(text, "\n"))
	}
	return list
}

// TestGridSolutions writes all tilings of problems on all grids as solutions, and reads them.
func TestGridSolutions(t *testing.T) {
	for name, text := range gridFiles() {
		f, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		p := f.Problems[0]
		all, err := p.Puzzle.All(t.Context())
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %d tilings, %v", name, len(all), err)
		}
		for _, a := range all {
			p.Solutions = append(p.Solutions, Solution{Tiling: a})
		}
		q := again(t, p)
		if got, want := tilings(q), tilings(p); !slices.Equal(got, want) {
			t.Errorf("%s: the solutions\n%s\nare read as\n%s", name, want, got)
		}
		counts, err := q.Puzzle.Counts(t.Context())
		want, _ := p.Puzzle.Counts(t.Context())
		if err != nil || counts.String() != want.String() {
			t.Errorf("%s: %v after writing, %v before, %v", name, counts, want, err)
		}
	}
}

// TestReadGridSolutions reads what BurrTools has written: problems of gridFiles, solved by burrTxt2
// of version 0.7.1, and the last puzzle of TestPrisms, by burrTxt2 -d. Each solution is a tiling.
func TestReadGridSolutions(t *testing.T) {
	for name, solutions := range map[string]int{"prisms": 6, "spheres": 2, "tetrahedra": 1, "octahedra": 5, "three pairs": 6, "apart": 1} {
		text, err := os.ReadFile("testdata/" + strings.ReplaceAll(name, " ", "-") + ".xmpuzzle")
		if err != nil {
			t.Fatal(err)
		}
		f, err := Read(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		p := f.Problems[0]
		if len(p.Solutions) != solutions {
			t.Errorf("%s: %d solutions, expected %d", name, len(p.Solutions), solutions)
		}
		places := map[string]bool{}
		for _, q := range p.Puzzle.AllPlacements() {
			places[q.String()+" "+q.Colors] = true
		}
		for i, s := range p.Solutions {
			size, seen := 0, map[shapes.Cell]bool{}
			for _, q := range s.Tiling.Placements {
				if !places[q.String()+" "+q.Colors] {
					t.Errorf("%s: solution %d: %v is not where the piece may lie", name, i+1, q)
				}
				for _, c := range q.Shape.Cells() {
					size++
					seen[c] = true
				}
			}
			if want := p.Puzzle.Board().Shape().Size(); size != want || len(seen) != want {
				t.Errorf("%s: solution %d has %d cells, %d of them different, expected %d", name, i+1, size, len(seen), want)
			}
		}
		if got, want := tilings(again(t, p)), tilings(p); !slices.Equal(got, want) {
			t.Errorf("%s: the solutions\n%s\nare written as\n%s", name, want, got)
		}
		if name == "apart" && (p.Solutions[0].Level != "1.1.2" || p.Solutions[0].Disassembly == nil || p.Solutions[0].Disassembly.Level() != "1.1.2") {
			t.Errorf("%s: %+v", name, p.Solutions[0])
		}
	}
}

// TestGridMoves writes moves of prisms, tetrahedra and octahedra, and reads them.
func TestGridMoves(t *testing.T) {
	for _, name := range []string{"prisms", "tetrahedra", "octahedra"} {
		f, err := Read(strings.NewReader(gridFiles()[name]))
		if err != nil {
			t.Fatal(err)
		}
		p := f.Problems[0]
		p.Weights = make([]int, len(p.Puzzle.Set()))
		for i := range p.Weights {
			p.Weights[i] = i + 2
		}
		if _, err := p.Each(t.Context(), func(s Solution) bool {
			p.Solutions = append(p.Solutions, s)
			return true
		}, dlx.Options{}); err != nil || len(p.Solutions) == 0 {
			t.Fatalf("%s: %d solutions, %v", name, len(p.Solutions), err)
		}
		q := again(t, p)
		if !slices.Equal(q.Weights, p.Weights) || len(q.Solutions) != len(p.Solutions) {
			t.Fatalf("%s: weights %v and %d solutions are read as %v and %d", name, p.Weights, len(p.Solutions), q.Weights, len(q.Solutions))
		}
		for i, want := range p.Solutions {
			got := q.Solutions[i]
			if got.Disassembly == nil || got.Level != want.Level || got.Disassembly.Text() != want.Disassembly.Text() {
				t.Errorf("%s: %v is read as %+v", name, want.Disassembly.Text(), got)
			}
		}
	}
}

// TestWriteLevels writes a level without moves, and reads it.
func TestWriteLevels(t *testing.T) {
	p := fileProblem(t, "fourinfo.xmpuzzle")
	if q := again(t, p); len(q.Solutions) != 1 || q.Solutions[0].Level != "4.4.4" || q.Solutions[0].Disassembly != nil {
		t.Errorf("%+v is read as %+v", p.Solutions, q.Solutions)
	}
}

// TestWriteOther writes no other puzzles than were read on grids without a lattice.
func TestWriteOther(t *testing.T) {
	f, err := Read(strings.NewReader(gridFiles()["tetrahedra"]))
	if err != nil {
		t.Fatal(err)
	}
	p := f.Problems[0]
	var text bytes.Buffer
	p.Puzzle = p.Puzzle.TwinsApart().Distinct()
	if _, err := (&File{Problems: []Problem{p}}).WriteTo(&text); err != nil {
		t.Errorf("the same puzzle with other symmetries: %v", err)
	}
	p.Puzzle = p.Puzzle.With(cover.Pieces(shapes.New(shapes.Cube, shapes.Cell{X: 2, Y: 1})).Any())
	text.Reset()
	if _, err := (&File{Problems: []Problem{p}}).WriteTo(&text); err == nil || !strings.Contains(err.Error(), "as it was read") || text.Len() > 0 {
		t.Errorf("more pieces: %v; expected an error", err)
	}
	other := f.Problems[0]
	cubes := Problem{Puzzle: cover.New(cover.Box(1, 1, 2), shapes.Domino().Solid())}
	if _, err := (&File{Problems: []Problem{other, cubes}}).WriteTo(&text); err == nil || !strings.Contains(err.Error(), "on one grid") {
		t.Errorf("two grids: %v; expected an error", err)
	}
}

// TestFlatMoves takes puzzles of one layer apart, whose pieces move as plates. Any piece can be
// lifted: BurrTools 0.7.1 reports level 1 for all three. It writes the moves and reads them.
func TestFlatMoves(t *testing.T) {
	for _, c := range []struct{ grid, board, piece, copies string }{
		{"0", "2x2x1 ####", "2x1x1 ##", "2"},
		{"0", "3x3x1 #########", "3x1x1 ###", "3"},
		{"1", "4x1x1 ####", "2x1x1 ##", "2"},
	} {
		f, err := Read(strings.NewReader(file(c.grid, 0, "", `<shape id="1" count="`+c.copies+`"/>`, c.board, c.piece)))
		if err != nil {
			t.Fatal(err)
		}
		p := f.Problems[0]
		if _, err := p.Each(t.Context(), func(s Solution) bool {
			p.Solutions = append(p.Solutions, s)
			return true
		}, dlx.Options{}); err != nil || len(p.Solutions) == 0 {
			t.Fatalf("%s: %d solutions, %v", c.board, len(p.Solutions), err)
		}
		q := again(t, p)
		for i, s := range p.Solutions {
			if s.Level != "1" {
				t.Errorf("%s: level %s, expected 1", c.board, s.Level)
			}
			if got := q.Solutions[i]; got.Disassembly == nil || got.Level != s.Level || got.Disassembly.Text() != s.Disassembly.Text() {
				t.Errorf("%s: %v is read as %+v", c.board, s.Disassembly.Text(), got)
			}
		}
	}
}

// TestHotSpots writes a piece of spheres with one of its spheres as the hot spot, since BurrTools
// stops with a failed assertion where it cannot turn a hot spot.
func TestHotSpots(t *testing.T) {
	f, err := Read(strings.NewReader(gridFiles()["spheres"]))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := f.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	if want := `hx="2" hy="1" hz="1"`; !strings.Contains(text.String(), want) {
		t.Errorf("expected %s in\n%s", want, text.String())
	}
}

// TestWriteColors writes a file with the colors that it was read with, also those that no shape
// has.
func TestWriteColors(t *testing.T) {
	const colors = `<color red="12" green="34" blue="56"/><color red="200" green="0" blue="7"/><color red="1" green="2" blue="3"/>`
	text := file("0", 0, `<pair piece="0" result="1"/>`, `<shape id="1" count="2"/>`, "2x2x1 #2###", "2x1x1 #1#")
	text = strings.Replace(text, "<colors></colors>", "<colors>"+colors+"</colors>", 1)
	f, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if _, err := f.WriteTo(&written); err != nil {
		t.Fatal(err)
	}
	space := func(s string) string {
		return strings.Join(strings.Fields(strings.ReplaceAll(s, "></color>", "/>")), " ")
	}
	if got := strings.ReplaceAll(space(written.String()), "> <", "><"); !strings.Contains(got, colors) {
		t.Errorf("expected %s in\n%s", colors, got)
	}
}
