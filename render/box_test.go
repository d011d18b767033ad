// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"polka/cover"
	"polka/shapes"
)

// armsOf says what Unicode's names say about the arms of some characters: up, right, down, left.
var armsOf = map[rune][4]weight{
	'─': {absent, thin, absent, thin},
	'━': {absent, heavy, absent, heavy},
	'│': {thin, absent, thin, absent},
	'┃': {heavy, absent, heavy, absent},
	'┌': {absent, thin, thin, absent},
	'┐': {absent, absent, thin, thin},
	'└': {thin, thin, absent, absent},
	'┘': {thin, absent, absent, thin},
	'┏': {absent, heavy, heavy, absent},
	'┓': {absent, absent, heavy, heavy},
	'┗': {heavy, heavy, absent, absent},
	'┛': {heavy, absent, absent, heavy},
	'├': {thin, thin, thin, absent},
	'┤': {thin, absent, thin, thin},
	'┬': {absent, thin, thin, thin},
	'┴': {thin, thin, absent, thin},
	'┼': {thin, thin, thin, thin},
	'┠': {heavy, thin, heavy, absent},
	'┨': {heavy, absent, heavy, thin},
	'┯': {absent, heavy, thin, heavy},
	'┷': {thin, heavy, absent, heavy},
	'╋': {heavy, heavy, heavy, heavy},
	'┢': {thin, heavy, heavy, absent},
}

func TestJoints(t *testing.T) {
	if len(joints) != 81 {
		t.Fatalf("%d joints, want 81", len(joints))
	}
	seen := map[rune]bool{}
	for _, r := range joints {
		if seen[r] {
			t.Errorf("%c occurs twice", r)
		}
		seen[r] = true
		if r != ' ' && (r < 0x2500 || r > 0x257F) {
			t.Errorf("%c is no box-drawing character", r)
		}
	}
	for r, arms := range armsOf {
		if got := joint(arms[0], arms[1], arms[2], arms[3]); got != r {
			t.Errorf("joint%v = %c, want %c", arms, got, r)
		}
	}
}

// Each arm of each character meets an equal arm of the next character.
func TestTextIsJoined(t *testing.T) {
	arms := map[rune][4]weight{}
	for i, r := range joints {
		arms[r] = [4]weight{weight(i / 27), weight(i / 9 % 3), weight(i / 3 % 3), weight(i % 3)}
	}
	check := func(t interface{ Fatalf(string, ...any) }, tiling cover.Tiling) {
		p := panelOfTiling(tiling, scheme{})
		for _, size := range []struct{ wide, high int }{{4, 2}, {3, 2}, {2, 1}} {
			var rows [][]rune
			for _, line := range boxes(&p, size.wide, size.high) {
				rows = append(rows, []rune(line))
			}
			at := func(i, j int) [4]weight {
				if i < 0 || j < 0 || i >= len(rows) || j >= len(rows[i]) {
					return [4]weight{}
				}
				return arms[rows[i][j]]
			}
			for i, row := range rows {
				for j := range row {
					a := at(i, j)
					if a[0] != at(i-1, j)[2] || a[1] != at(i, j+1)[3] || a[2] != at(i+1, j)[0] || a[3] != at(i, j-1)[1] {
						t.Fatalf("line %d, column %d is not joined to its neighbors:\n%s", i+1, j+1, strings.Join(boxes(&p, size.wide, size.high), "\n"))
					}
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := partition(t, 5, 6, 6)
		keep := rapid.IntRange(1, len(parts)).Draw(t, "keep")
		tiling := cover.Tiling{Board: cover.BoardOf(shapes.Rectangle(5, 6))}
		for _, s := range parts[:keep] {
			tiling.Placements = append(tiling.Placements, cover.Placement{Piece: s, Shape: s})
		}
		if rapid.Bool().Draw(t, "without board") {
			tiling.Board = cover.Board{}
		}
		check(t, tiling)
	})
	for _, tiling := range []cover.Tiling{threeBy20, sixByTen, withHoles} {
		check(t, tiling)
	}
}

func TestTextFitsTheTerminal(t *testing.T) {
	for _, test := range pictures {
		for i, line := range strings.Split(test.picture.String(), "\n") {
			if n := len([]rune(line)); n > textWidth && test.picture.composed == nil { // wide diagrams are scrolled
				t.Errorf("%s: line %d has %d characters", test.name, i+1, n)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("%s: line %d ends with spaces", test.name, i+1)
			}
		}
	}
}
