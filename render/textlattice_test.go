// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"polka/cover"
	"polka/internal/letter"
	"polka/shapes"
)

// letterAt returns, up to a translation, the column and line of the letter of a cell.
var letterAt = map[*shapes.Lattice]func(c shapes.Cell) spot{
	shapes.Triangle: func(c shapes.Cell) spot { return spot{4*c.X + 2*c.Y + 2*c.Z, 2 * c.Y} },
	shapes.Hexagon:  func(c shapes.Cell) spot { return spot{4*c.X + 2*c.Y, 2 * c.Y} },
	shapes.Tan: func(c shapes.Cell) spot {
		return spot{4*c.X + [4]int{0, 1, 0, -1}[c.Z], 4*c.Y + [4]int{-1, 0, 1, 0}[c.Z]}
	},
	shapes.Kite: func(c shapes.Cell) spot {
		return spot{4*c.X + 2*c.Y + [6]int{1, 2, 2, 1, 0, 0}[c.Z], 3*c.Y + [6]int{0, 1, 2, 3, 2, 1}[c.Z]}
	},
	shapes.King:  func(c shapes.Cell) spot { return spot{4 * c.X, 2 * c.Y} },
	shapes.Stick: func(c shapes.Cell) spot { return spot{4*c.X + 2 - 2*c.Z, 2*c.Y + c.Z} },
}

// isLetter reports whether a mark stands for a piece.
func isLetter(mark rune) bool { return unicode.IsLetter(mark) || unicode.IsDigit(mark) }

// A drawnTiling is a tiling and what was drawn of it.
type drawnTiling struct {
	tiling cover.Tiling
	text   string
	marks  map[spot]rune // of the text
	owner  map[shapes.Cell]int
	shift  spot // from letterAt to the text
}

// drawTiling draws a random tiling with holes, pieces without a name and with equal names.
func drawTiling(t *rapid.T, l *shapes.Lattice) drawnTiling {
	rows, columns := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")
	board := cover.Parallelogram(l, rows, columns)
	parts := partitionOf(t, board.Shape(), rapid.IntRange(1, 8).Draw(t, "largest"))
	keep := rapid.IntRange(min(2, len(parts)), len(parts)).Draw(t, "keep")
	tiling := cover.Tiling{Board: board}
	for _, s := range parts[:keep] {
		s = s.Named(rapid.SampledFrom([]string{"", "Q", "a", "b", "long", "Z5"}).Draw(t, "name"))
		tiling.Placements = append(tiling.Placements, cover.Placement{Piece: s, Shape: s})
	}
	return drawn(tiling)
}

// drawn draws a tiling and looks at it.
func drawn(tiling cover.Tiling) drawnTiling {
	l := tiling.Board.Shape().Lattice()
	d := drawnTiling{tiling: tiling, marks: map[spot]rune{}, owner: map[shapes.Cell]int{}}
	for i, p := range tiling.Placements {
		for _, c := range p.Shape.Cells() {
			d.owner[c] = i
		}
	}
	d.text = Draw(d.tiling).String()
	for line, row := range strings.Split(d.text, "\n") {
		for column, mark := range []rune(row) {
			d.marks[spot{column, line}] = mark
		}
	}
	least := spot{1 << 20, 1 << 20}
	for c := range d.owner {
		at := letterAt[l](c)
		least = spot{min(least.column, at.column), min(least.line, at.line)}
	}
	first := spot{1 << 20, 1 << 20}
	for at, mark := range d.marks {
		if isLetter(mark) {
			first = spot{min(first.column, at.column), min(first.line, at.line)}
		}
	}
	d.shift = spot{first.column - least.column, first.line - least.line}
	return d
}

// at is where the letter of a cell should be.
func (d drawnTiling) at(c shapes.Cell) spot {
	at := letterAt[d.tiling.Board.Shape().Lattice()](c)
	return spot{at.column + d.shift.column, at.line + d.shift.line}
}

// Every cell of a piece carries its letter, no two pieces share one, and there are no other
// letters.
func TestEveryCellHasItsLetter(t *testing.T) {
	for l := range letterAt {
		t.Run(l.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				d := drawTiling(t, l)
				letters := map[rune]int{}
				for i, p := range d.tiling.Placements {
					letter := d.marks[d.at(p.Shape.Cells()[0])]
					if j, ok := letters[letter]; ok || !isLetter(letter) {
						t.Fatalf("piece %d has the letter %q, piece %d too:\n%s", i, letter, j, d.text)
					}
					letters[letter] = i
					for _, c := range p.Shape.Cells() {
						if got := d.marks[d.at(c)]; got != letter {
							t.Fatalf("cell %v of piece %q has %q:\n%s", c, letter, got, d.text)
						}
					}
				}
				drawn, dots := 0, 0
				for _, mark := range d.marks {
					if isLetter(mark) {
						drawn++
					}
					if mark == '·' {
						dots++
					}
				}
				if drawn != len(d.owner) {
					t.Fatalf("%d letters for %d cells:\n%s", drawn, len(d.owner), d.text)
				}
				if free := d.tiling.Board.Shape().Size() - len(d.owner); dots != free && l != shapes.Stick {
					t.Fatalf("%d dots for %d free cells:\n%s", dots, free, d.text)
				}
			})
		})
	}
}

// Between two cells there is a border if and only if they belong to different pieces.
func TestBordersLieBetweenPieces(t *testing.T) {
	for _, l := range []*shapes.Lattice{shapes.Triangle, shapes.Hexagon, shapes.Tan} {
		t.Run(l.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				d := drawTiling(t, l)
				for _, c := range d.tiling.Board.Shape().Cells() {
					for _, n := range l.Neighbors(c) {
						p, q := d.at(c), d.at(n)
						between := spot{(p.column + q.column) / 2, (p.line + q.line) / 2}
						if l == shapes.Tan && c.X == n.X && c.Y == n.Y { // in a corner of the square
							middle := d.at(shapes.Cell{X: c.X, Y: c.Y})
							middle.line++
							between = spot{p.column + q.column - middle.column, p.line + q.line - middle.line}
						}
						i, covered := d.owner[c]
						j, too := d.owner[n]
						on := d.tiling.Board.Shape().Contains(n)
						want := covered != too || i != j || !on
						if got := strings.ContainsRune("─│╱╲", d.marks[between]) && d.marks[between] != 0; got != want {
							t.Fatalf("between %v and %v there is %q:\n%s", c, n, d.marks[between], d.text)
						}
					}
				}
			})
		})
	}
}

// Horizontal and vertical lines continue in the next place, and slanted ones where they meet in an
// angle.
func TestJointsOfSlantedLines(t *testing.T) {
	arms := map[rune][4]weight{}
	for i, r := range joints {
		arms[r] = [4]weight{weight(i / 27), weight(i / 9 % 3), weight(i / 3 % 3), weight(i % 3)}
	}
	slanted := map[rune][4]bool{ // up right, down right, down left, up left
		'∨': {true, false, false, true}, '∧': {false, true, true, false}, '<': {true, true, false, false}, '>': {false, false, true, true},
	}
	for _, l := range []*shapes.Lattice{shapes.Triangle, shapes.Tan} {
		t.Run(l.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				d := drawTiling(t, l)
				for at, mark := range d.marks {
					near := func(right, down int) rune { return d.marks[spot{at.column + right, at.line + down}] }
					a := arms[mark]
					if a[0] != arms[near(0, -1)][2] || a[1] != arms[near(1, 0)][3] || a[2] != arms[near(0, 1)][0] || a[3] != arms[near(-1, 0)][1] {
						t.Fatalf("%q in %v is not joined to its neighbors:\n%s", mark, at, d.text)
					}
					lines := [4]bool{near(1, -1) == '╱', near(1, 1) == '╲', near(-1, 1) == '╱', near(-1, -1) == '╲'}
					if want, ok := slanted[mark]; ok && lines != want {
						t.Fatalf("%q in %v has lines %v:\n%s", mark, at, lines, d.text)
					}
					if way := map[rune]int{'╲': 1, '╱': -1}[mark]; way != 0 {
						for _, next := range []rune{near(way, 1), near(-way, -1)} {
							if next != mark && !strings.ContainsRune("╳∨∧<>", next) && arms[next] == [4]weight{} {
								t.Fatalf("%q in %v ends at %q:\n%s", mark, at, next, d.text)
							}
						}
					}
					number := 0
					for _, line := range lines {
						if line {
							number++
						}
					}
					if mark == '╳' && number < 3 {
						t.Fatalf("%q in %v has %d lines:\n%s", mark, at, number, d.text)
					}
				}
			})
		})
	}
}

// In a point those sticks are joined that belong to one piece, with a weight that no other piece
// has there.
func TestSticksAreJoinedByPieces(t *testing.T) {
	arms := map[rune][4]weight{}
	for i, r := range joints {
		arms[r] = [4]weight{weight(i / 27), weight(i / 9 % 3), weight(i / 3 % 3), weight(i % 3)}
	}
	check := func(t interface{ Fatalf(string, ...any) }, d drawnTiling) {
		for _, c := range d.tiling.Board.Shape().Cells() {
			at := d.at(shapes.Cell{X: c.X, Y: c.Y})
			at.column -= 2
			var of [4]int
			sticks := map[int]int{}
			for k, s := range []shapes.Cell{{X: c.X, Y: c.Y - 1, Z: 1}, {X: c.X, Y: c.Y}, {X: c.X, Y: c.Y, Z: 1}, {X: c.X - 1, Y: c.Y}} {
				of[k] = -1
				if i, ok := d.owner[s]; ok {
					of[k] = i
					sticks[i]++
				}
			}
			weights := map[weight]int{}
			for k, arm := range arms[d.marks[at]] {
				i := of[k]
				if joined := i >= 0 && (sticks[i] > 1 || len(sticks) == 1); joined != (arm != absent) {
					t.Fatalf("arm %d at %v has weight %d:\n%s", k, at, arm, d.text)
				}
				if arm == absent {
					continue
				}
				if j, ok := weights[arm]; ok && j != i {
					t.Fatalf("two pieces look like one at %v:\n%s", at, d.text)
				}
				weights[arm] = i
			}
			if len(weights) != min(len(weights), len(sticks)) {
				t.Fatalf("a piece looks like two at %v:\n%s", at, d.text)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) { check(t, drawTiling(t, shapes.Stick)) })
	check(t, drawn(firstOf(classic("tetrasticks-5x5")))) // where two weights are not enough
}

// Too wide for borders, cells still have their letters.
func TestWideBoardsAreRowsOfLetters(t *testing.T) {
	for _, l := range []*shapes.Lattice{shapes.Triangle, shapes.Hexagon, shapes.King} {
		board := cover.Parallelogram(l, 2, 30)
		tiling := cover.Tiling{Board: board}
		for x := range 30 {
			s := cover.Parallelogram(l, 2, 1).Shape().Translate(x, 0, 0)
			tiling.Placements = append(tiling.Placements, cover.Placement{Piece: s, Shape: s})
		}
		text := Draw(tiling).String()
		count := map[rune]int{}
		for _, mark := range text {
			if isLetter(mark) {
				count[mark]++
			}
		}
		for i, p := range tiling.Placements {
			if letter := letter.Choose(make([]string, 30))[i]; count[letter] != p.Shape.Size() {
				t.Errorf("%v: %q stands in %d cells:\n%s", l, letter, count[letter], text)
			}
		}
		for line := range strings.SplitSeq(text, "\n") {
			if n := len([]rune(line)); n > textWidth {
				t.Errorf("%v: a line has %d characters", l, n)
			}
		}
	}
}

// Layers of a solid say what belongs together, and wrap where they are many.
func TestLayersHaveLetters(t *testing.T) {
	board := cover.Box(8, 3, 4)
	tiling := cover.Tiling{Board: board}
	for x := range 4 {
		s := cover.Box(8, 3, 1).Shape().Translate(x, 0, 0).Named("wall")
		tiling.Placements = append(tiling.Placements, cover.Placement{Piece: s, Shape: s})
	}
	text := Draw(tiling).String()
	for _, letter := range "abcd" {
		if n := strings.Count(text, string(letter)); n != 24 {
			t.Errorf("%q stands in %d cells, want 24:\n%s", letter, n, text)
		}
	}
	if n := strings.Count(text, "┏"); n != 8 {
		t.Errorf("%d layers, want 8:\n%s", n, text)
	}
	for line := range strings.SplitSeq(text, "\n") {
		if n := len([]rune(line)); n > textWidth {
			t.Errorf("a line has %d characters", n)
		}
	}
}

func ExampleTiling_triangles() {
	board := cover.Hexagon(shapes.Triangle, 1, 1, 2)
	lozenge := shapes.MustParse("triangle v^")
	tiling, _ := cover.New(board).With(cover.Pieces(lozenge).Any()).First(context.Background())
	fmt.Println(Draw(tiling))
	// Output:
	//     ╶───╴
	//    ╱a a╱b╲
	//   ╶───╴   >
	//  ╱c c╱d╲b╱
	// ╶───╴   ╳
	//  ╲e e╲d╱
	//   ╶───╴
}

func ExampleTiling_hexagons() {
	board := cover.Parallelogram(shapes.Hexagon, 3, 4)
	tiling, _ := cover.New(board).With(cover.Pieces(shapes.Tetrahexes()...).AtMost(1)).First(context.Background())
	fmt.Println(Draw(tiling))
	// Output:
	//  ╱ ╲ ╱ ╲ ╱ ╲ ╱ ╲
	// │ J   J   J │ P │
	//  ╲ ╱ ╲ ╱ ╲   ╲   ╲
	//   │ O   O │ J │ P │
	//    ╲       ╲ ╱     ╲
	//     │ O   O │ P   P │
	//      ╲ ╱ ╲ ╱ ╲ ╱ ╲ ╱
}

func ExampleTiling_tans() {
	board := cover.BoardOf(shapes.MustParse("tan .◢◣./◢##◣/◥##◤/.◥◤."))
	tiling, _ := cover.New(board, shapes.MustSetByName("tangram")...).First(context.Background())
	fmt.Println(Draw(tiling))
	// Output:
	//         ∧
	//        ╱ ╲
	//       ╱a a╲
	//      ╱a   a╲
	//     ┌───┬───╴
	//    ╱│ c │╲d  ╲
	//   ╱b│c c│e╲d d╲
	//  ╱b │ c │ e╲  d╲
	// ╶───┴───┼───────╴
	//  ╲f   f │ g   g╱
	//   ╲f f f│g g g╱
	//    ╲  f │ g  ╱
	//     ╲   │   ╱
	//      ╲f │ g╱
	//       ╲f│g╱
	//        ╲│╱
	//         ╵
}

func ExampleTiling_sticks() {
	corner, bar := shapes.MustParse("stick +-+/|../+.."), shapes.MustParse("stick +-+")
	tiling, _ := cover.New(cover.Parallelogram(shapes.Stick, 1, 2)).With(cover.Pieces(corner, bar).Any()).First(context.Background())
	fmt.Println(Draw(tiling))
	// Output:
	// ┌─a─ ─b─┐
	// a   c   b
	//  ─c─┘─d─
}

func ExampleTiling_layers() {
	tiling, _ := cover.New(cover.Box(3, 3, 3), shapes.Soma()...).First(context.Background())
	fmt.Println(Draw(tiling))
	// Output:
	// ┏━━━┯━━━━━━━┓   ┏━━━━━━━┯━━━┓   ┏━━━┯━━━━━━━┓
	// ┃ V │ P   P ┃   ┃ V   V │ P ┃   ┃ Z │ B   B ┃
	// ┠───┼───┐   ┃   ┠───────┼───┨   ┃   └───┐   ┃
	// ┃ L │ A │ P ┃   ┃ A   A │ B ┃   ┃ Z   Z │ B ┃
	// ┃   │   ├───┨   ┠───┬───┴───┨   ┠───┐   ├───┨
	// ┃ L │ A │ T ┃   ┃ L │ T   T ┃   ┃ L │ Z │ T ┃
	// ┗━━━┷━━━┷━━━┛   ┗━━━┷━━━━━━━┛   ┗━━━┷━━━┷━━━┛
}
