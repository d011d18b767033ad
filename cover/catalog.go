// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"polka/internal/plural"
	"polka/shapes"
)

// A CatalogEntry is a well-known puzzle with its published numbers of tilings.
type CatalogEntry struct {
	Name     string // such as "pentominoes-6x10": one word, in lower case
	Title    string // in a few words
	Source   string // of the numbers
	Total    int64  // number of tilings as they lie on the board
	Distinct int64  // tilings up to symmetry, computed here where only the other number was published

	make func() *Puzzle
}

// Puzzle returns the puzzle.
func (c CatalogEntry) Puzzle() *Puzzle { return c.make() }

// String returns name, title and numbers on one line.
func (c CatalogEntry) String() string {
	return fmt.Sprintf("%s: %s; %s up to symmetry, %d in all (%s)", c.Name, c.Title, plural.Count(int(c.Distinct), "tiling"), c.Total, c.Source)
}

// Catalog returns well-known puzzles, those of one kind together. The slice is a copy.
func Catalog() []CatalogEntry { return slices.Clone(classics()) }

// CatalogByName returns the entry of the catalog with the given name, in upper or lower case. An
// error lists similar names.
func CatalogByName(name string) (CatalogEntry, error) {
	var near []string
	for _, c := range classics() {
		if strings.EqualFold(c.Name, name) {
			return c, nil
		}
		if strings.Contains(c.Name, strings.ToLower(name)) && name != "" {
			near = append(near, c.Name)
		}
	}
	if near != nil {
		return CatalogEntry{}, fmt.Errorf("cover: there is no classic puzzle %q, but there is %s", name, strings.Join(near, ", "))
	}
	return CatalogEntry{}, fmt.Errorf("cover: there is no classic puzzle %q", name)
}

// Sources that several puzzles share.
const (
	haselgrove = "C. B. and J. Haselgrove, Eureka 23 (1960)"
	goodger    = "D. Goodger, Polyform Puzzler"
	golomb     = "S. W. Golomb, Polyominoes (1994)"
	triple     = "9 of the other 11 pentominoes; well known"
)

var classics = sync.OnceValue(func() []CatalogEntry {
	return slices.Concat(pentominoPuzzles(), triplications(), solidPuzzles(), hexiamondPuzzles(), tetrahexPuzzles(), otherPuzzles())
})

// onceOn makes the puzzle with each piece exactly once.
func onceOn(board func() Board, pieces func() []shapes.Shape) func() *Puzzle {
	return func() *Puzzle { return New(board(), pieces()...) }
}

// someOn makes the puzzle with each piece at most once.
func someOn(board func() Board, pieces func() []shapes.Shape) func() *Puzzle {
	return func() *Puzzle { return New(board()).With(Pieces(pieces()...).AtMost(1)) }
}

// anyOn makes the puzzle with any number of copies of each piece.
func anyOn(board func() Board, pieces func() []shapes.Shape) func() *Puzzle {
	return func() *Puzzle { return New(board()).With(Pieces(pieces()...).Any()) }
}

func rectangle(rows, columns int) func() Board {
	return func() Board { return Rectangle(rows, columns) }
}

func box(layers, rows, columns int) func() Board {
	return func() Board { return Box(layers, rows, columns) }
}

func pentominoPuzzles() []CatalogEntry {
	return []CatalogEntry{
		{"pentominoes-6x10", "the 12 pentominoes, 6x10", haselgrove, 9356, 2339, onceOn(rectangle(6, 10), shapes.Pentominoes)},
		{"pentominoes-5x12", "the 12 pentominoes, 5x12", haselgrove, 4040, 1010, onceOn(rectangle(5, 12), shapes.Pentominoes)},
		{"pentominoes-4x15", "the 12 pentominoes, 4x15", haselgrove, 1472, 368, onceOn(rectangle(4, 15), shapes.Pentominoes)},
		{"pentominoes-3x20", "the 12 pentominoes, 3x20", haselgrove, 8, 2, onceOn(rectangle(3, 20), shapes.Pentominoes)},
		{"pentominoes-scott", "the 12 pentominoes, 8x8 without the four cells in the middle", "D. S. Scott, Programming a combinatorial puzzle (1958)", 520, 65, onceOn(scott, shapes.Pentominoes)},
		{"pentominoes-8x8-square", "the 12 pentominoes and the square tetromino, 8x8", "well known; the square may lie anywhere", 129168, 16146, onceOn(rectangle(8, 8), withSquare)},
		{"pentominoes-5x5", "5 of the 12 pentominoes, 5x5", "well known", 856, 107, someOn(rectangle(5, 5), shapes.Pentominoes)},
		{"pentominoes-5x6", "6 of the 12 pentominoes, 5x6", "well known", 2164, 541, someOn(rectangle(5, 6), shapes.Pentominoes)},
		{"pentominoes-3x10", "6 of the 12 pentominoes, 3x10", "well known", 580, 145, someOn(rectangle(3, 10), shapes.Pentominoes)},
		{"pentominoes-5x10", "10 of the 12 pentominoes, 5x10", "well known", 27804, 6951, someOn(rectangle(5, 10), shapes.Pentominoes)},
		{"one-sided-pentominoes-3x30", "the 18 one-sided pentominoes, 3x30, mirror twins exchanged", golomb, 184, 46, func() *Puzzle {
			return New(Rectangle(3, 30)).With(Forms(shapes.OneSided, shapes.Pentominoes()...))
		}},
		{"y-pentomino-5x10", "ten Y pentominoes, 5x10, the smallest rectangle", golomb, 10, 4, anyOn(rectangle(5, 10), pentominoes("Y"))},
		{"any-pentominoes-5x5", "any pentominoes, 5x5", "OEIS A174249", 4006, 515, anyOn(rectangle(5, 5), shapes.Pentominoes)},
		{"any-pentominoes-5x6", "any pentominoes, 5x6", "OEIS A174249", 27950, 7092, anyOn(rectangle(5, 6), shapes.Pentominoes)},
	}
}

func scott() Board {
	return Rectangle(8, 8).Without(shapes.Rectangle(2, 2).Translate(3, 3, 0))
}

func withSquare() []shapes.Shape {
	o, _ := shapes.PieceByName("tetrominoes", "O")
	return append(shapes.Pentominoes(), o)
}

// pentominoes returns those with the given letters.
func pentominoes(letters string) func() []shapes.Shape {
	return func() []shapes.Shape {
		return slices.DeleteFunc(shapes.Pentominoes(), func(s shapes.Shape) bool { return !strings.Contains(letters, s.Name()) })
	}
}

// triplications lists the pentominoes enlarged three times, to be covered by nine others.
func triplications() []CatalogEntry {
	known := []struct {
		letter        string
		raw, distinct int64
	}{
		{"F", 125, 125}, {"I", 76, 19}, {"L", 113, 113}, {"N", 68, 68}, {"P", 497, 497}, {"T", 212, 106},
		{"U", 96, 48}, {"V", 126, 63}, {"W", 182, 91}, {"X", 120, 15}, {"Z", 262, 131},
	}
	list := make([]CatalogEntry, len(known))
	for i, k := range known {
		list[i] = CatalogEntry{"triplication-" + strings.ToLower(k.letter), "the pentomino " + k.letter + " three times as large", triple, k.raw, k.distinct,
			someOn(func() Board { return triplicated(k.letter) }, others(k.letter))}
	}
	return list
}

// triplicated returns a pentomino enlarged three times.
func triplicated(letter string) Board {
	return BoardOf(pentominoes(letter)()[0].Scale(3).Normal().Named("3" + letter))
}

// others gives the pentominoes except one.
func others(letter string) func() []shapes.Shape {
	return pentominoes(strings.ReplaceAll("FILNPTUVWXYZ", letter, ""))
}

func solidPuzzles() []CatalogEntry {
	return []CatalogEntry{
		{"solid-pentominoes-2x3x10", "the 12 solid pentominoes, 2x3x10", goodger, 96, 12, onceOn(box(2, 3, 10), setOf("solid pentominoes"))},
		{"solid-pentominoes-2x5x6", "the 12 solid pentominoes, 2x5x6", goodger, 2112, 264, onceOn(box(2, 5, 6), setOf("solid pentominoes"))},
		{"solid-pentominoes-3x4x5", "the 12 solid pentominoes, 3x4x5", goodger, 31520, 3940, onceOn(box(3, 4, 5), setOf("solid pentominoes"))},
		{"soma-cube", "Piet Hein's Soma cube, mirror images counted once", "J. H. Conway and M. Guy (1961)", 11520, 240, onceOn(box(3, 3, 3), shapes.Soma)},
		soma("crystal", 3, 3, 5, 2800, 2800, func(x, y, z int) bool { return x+y <= z }),
		soma("long-wall", 6, 6, 2, 104, 104, func(x, y, z int) bool { return 4 <= x+y && x+y <= 6-z }),
		soma("high-wall", 5, 5, 3, 92, 46, func(x, y, z int) bool { return 3 <= x+y && x+y <= 4 }),
		soma("bench", 9, 2, 2, 0, 0, func(x, y, z int) bool { return y+z < 2 }),
		soma("steps", 5, 3, 3, 328, 164, func(x, y, z int) bool { return z <= x && x <= 4-z }),
		soma("bathtub", 5, 3, 2, 316, 158, func(x, y, z int) bool { return z == 0 || x == 0 || x == 4 || y == 0 || y == 2 }),
		soma("curved-wall", 5, 3, 3, 132, 66, func(x, y, z int) bool {
			return y == 2 && 1 <= x && x <= 3 || y == 1 && x != 2 || y == 0 && (x == 0 || x == 4)
		}),
		soma("sofa", 5, 3, 3, 64, 32, func(x, y, z int) bool { return z == 0 || y == 0 || z == 1 && y == 1 && (x == 0 || x == 4) }),
		soma("cornerstone", 5, 5, 5, 10, 10, func(x, y, z int) bool {
			return z == 0 && x+y <= 4 || x == 0 && y+z <= 4 || x == 1 && z == 1 && y <= 1
		}),
		soma("skew-wall", 5, 3, 3, 488, 244, func(x, y, z int) bool { return 2 <= x+y && x+y <= 4 }),
		{"tetracubes-2x4x4", "the 8 tetracubes, 2x4x4, mirror twins apart", goodger, 11120, 1390, func() *Puzzle {
			return New(Box(2, 4, 4), shapes.MustSetByName("tetracubes")...).TwinsApart()
		}},
		{"slothouber-graatsma", "six 1x2x2 and three single cubes, 3x3x3", "J. Slothouber and W. Graatsma (1970)", 8, 1, func() *Puzzle {
			return New(Box(3, 3, 3)).With(Pieces(Box(1, 2, 2).Shape().Named("B")).Times(6), Pieces(Box(1, 1, 1).Shape().Named("C")).Times(3))
		}},
	}
}

// soma returns a figure of the seven Soma pieces, with A and B apart.
func soma(name string, width, height, depth int, raw, distinct int64, in func(x, y, z int) bool) CatalogEntry {
	return CatalogEntry{"soma-" + name, "the Soma pieces, " + strings.ReplaceAll(name, "-", " ") + ", mirror twins apart", goodger, raw, distinct, func() *Puzzle {
		board := boardOf(shapes.Cube, shapes.Cell{X: width, Y: height, Z: depth}, func(c shapes.Cell) bool { return in(c.X, c.Y, c.Z) })
		return New(board, shapes.Soma()...).TwinsApart()
	}}
}

func hexiamondPuzzles() []CatalogEntry {
	return []CatalogEntry{
		{"hexiamonds-4x9", "the 12 hexiamonds, 4x9 parallelogram", goodger, 148, 74, onceOn(parallelogram(shapes.Triangle, 4, 9), shapes.Hexiamonds)},
		{"hexiamonds-6x6", "the 12 hexiamonds, 6x6 rhombus", goodger, 624, 156, onceOn(parallelogram(shapes.Triangle, 6, 6), shapes.Hexiamonds)},
		{"hexiamonds-4x11-trapezium", "the 12 hexiamonds, trapezium of 4 rows, longer side 11", goodger, 152, 76, onceOn(trapezium(4, 11), shapes.Hexiamonds)},
		{"hexiamonds-6x9-trapezium", "the 12 hexiamonds, trapezium of 6 rows, longer side 9", goodger + "; impossible", 0, 0, onceOn(trapezium(6, 9), shapes.Hexiamonds)},
		{"hexiamonds-4x10-hexagon", "the 12 hexiamonds, long hexagon", goodger, 3424, 856, onceOn(func() Board { return Hexagon(shapes.Triangle, 8, 2, 2) }, shapes.Hexiamonds)},
		hexiamonds("ring", 8, 0, 0, func(x, y, z int) bool {
			n := x + y + z
			return 3 < n && n < 12 && !(1 < x && x < 6 && 1 < y && y < 6 && 5 < n && n < 10)
		}),
		hexiamonds("trefoil", 8, 3840, 640, func(x, y, z int) bool {
			n := x + y + z
			return x < 4 && 2 <= y && y < 6 && 3 < n && n <= 7 || 4 <= x && y < 4 && 5 < n && n <= 9 || 2 <= x && x < 6 && 4 <= y && 7 < n && n <= 11
		}),
		hexiamonds("coin", 8, 1216, 304, func(x, y, z int) bool {
			n := x + y + z
			hole := 3 <= x && x <= 4 && 2 <= y && y <= 3 && 6 <= n && n <= 7
			return y < 6 && 2 < n && n <= 10 && !hole
		}),
		hexiamonds("snowflake", 8, 330, 55, inSnowflake),
	}
}

// inSnowflake cuts six notches of four triangles into a hexagon of side 4.
func inSnowflake(x, y, z int) bool {
	n := x + y + z
	if n <= 3 || n >= 12 {
		return false
	}
	for _, c := range []shapes.Cell{
		{X: 0, Y: 3, Z: 1}, {X: 0, Y: 4}, {X: 0, Y: 4, Z: 1}, {X: 0, Y: 5}, {X: 0, Y: 7}, {X: 0, Y: 7, Z: 1},
		{X: 1, Y: 7}, {X: 1, Y: 7, Z: 1}, {X: 2, Y: 1, Z: 1}, {X: 3, Y: 0, Z: 1}, {X: 3, Y: 1}, {X: 3, Y: 7, Z: 1},
		{X: 4}, {X: 4, Y: 6, Z: 1}, {X: 4, Y: 7}, {X: 5, Y: 6}, {X: 6}, {X: 6, Z: 1},
		{X: 7}, {X: 7, Z: 1}, {X: 7, Y: 2, Z: 1}, {X: 7, Y: 3}, {X: 7, Y: 3, Z: 1}, {X: 7, Y: 4},
	} {
		if c == (shapes.Cell{X: x, Y: y, Z: z}) {
			return false
		}
	}
	return true
}

func parallelogram(l *shapes.Lattice, rows, columns int) func() Board {
	return func() Board { return Parallelogram(l, rows, columns) }
}

func trapezium(rows, base int) func() Board {
	return func() Board { return Trapezium(shapes.Triangle, rows, base) }
}

// hexiamonds returns a figure of the twelve hexiamonds inside a rhombus.
func hexiamonds(name string, side int, raw, distinct int64, in func(x, y, z int) bool) CatalogEntry {
	return CatalogEntry{"hexiamonds-" + name, "the 12 hexiamonds, " + name, goodger, raw, distinct, onceOn(func() Board {
		return boardOf(shapes.Triangle, shapes.Cell{X: side, Y: side}, func(c shapes.Cell) bool { return in(c.X, c.Y, c.Z) })
	}, shapes.Hexiamonds)}
}

func tetrahexPuzzles() []CatalogEntry {
	return []CatalogEntry{
		{"tetrahexes-4x7", "the 7 tetrahexes, 4x7 parallelogram", goodger, 18, 9, onceOn(parallelogram(shapes.Hexagon, 4, 7), shapes.Tetrahexes)},
		{"tetrahexes-triangle", "the 7 tetrahexes, triangle of side 7", goodger, 0, 0, onceOn(func() Board { return Trapezium(shapes.Hexagon, 7, 7) }, shapes.Tetrahexes)},
		{"tetrahexes-coin", "the 7 tetrahexes, coin", goodger, 16, 4, onceOn(func() Board {
			return boardOf(shapes.Hexagon, shapes.Cell{X: 7, Y: 5}, func(c shapes.Cell) bool {
				return c.X+c.Y > 1 && c.X+c.Y < 9 && (c.X != 3 || c.Y != 2)
			})
		}, shapes.Tetrahexes)},
	}
}

func otherPuzzles() []CatalogEntry {
	return []CatalogEntry{
		{"tetrasticks-5x5", "15 of the 16 tetrasticks, 5x5, without crossings", goodger, 14360, 1795, someOn(func() Board { return Parallelogram(shapes.Stick, 5, 5) }, setOf("tetrasticks"))},
		{"one-sided-tetrominoes-4x7", "the 7 one-sided tetrominoes, 4x7", golomb + "; impossible", 0, 0, func() *Puzzle {
			return New(Rectangle(4, 7)).With(Forms(shapes.OneSided, shapes.Tetrominoes()...))
		}},
		{"tetrominoes-4x5", "the 5 tetrominoes, 4x5", golomb + "; impossible", 0, 0, onceOn(rectangle(4, 5), shapes.Tetrominoes)},
		{"any-tetrominoes-4x4", "any tetrominoes, 4x4", "OEIS A230031", 117, 22, anyOn(rectangle(4, 4), shapes.Tetrominoes)},
		{"any-tetrominoes-4x8", "any tetrominoes, 4x8", "OEIS A230031", 40899, 10463, anyOn(rectangle(4, 8), shapes.Tetrominoes)},
		{"any-tetrominoes-6x6", "any tetrominoes, 6x6", "OEIS A230031", 178939, 22516, anyOn(rectangle(6, 6), shapes.Tetrominoes)},
		{"any-trominoes-6x6", "any trominoes, 6x6", "OEIS A233320", 80092, 10112, anyOn(rectangle(6, 6), setOf("trominoes"))},
		{"l-trominoes-6x6", "L trominoes, 6x6", "OEIS A351322", 162, 25, anyOn(rectangle(6, 6), tromino)},
		{"l-trominoes-8x8-corner", "L trominoes, 8x8 without a corner", "computed twice", 30355, 15178, anyOn(func() Board { return Rectangle(8, 8).Without(shapes.Monomino()) }, tromino)},
		{"dominoes-6x6", "dominoes, 6x6", "OEIS A004003", 6728, 930, anyOn(rectangle(6, 6), domino)},
		{"dominoes-8x8", "dominoes, 8x8", "P. W. Kasteleyn (1961), OEIS A004003", 12988816, 1629189, anyOn(rectangle(8, 8), domino)},
		{"dominoes-aztec-5", "dominoes, Aztec diamond of order 5", "N. Elkies, G. Kuperberg, M. Larsen and J. Propp (1992), OEIS A006125", 32768, 4394, anyOn(func() Board { return Aztec(5) }, domino)},
		{"lozenges-3", "lozenges, hexagon of side 3", "P. A. MacMahon's formula for boxes", 980, 113, anyOn(hexagon(3), lozenge)},
		{"lozenges-4", "lozenges, hexagon of side 4", "P. A. MacMahon's formula for boxes", 232848, 20174, anyOn(hexagon(4), lozenge)},
		{"fixed-trominoes-3x6", "the 6 fixed trominoes, 3x6", "a student project; computed twice", 24, 6, fixedTrominoes(3, 6)},
		{"fixed-trominoes-2x9", "the 6 fixed trominoes, 2x9", "a student project; one is too tall", 0, 0, fixedTrominoes(2, 9)},
	}
}

// setOf returns a function that makes the set with a name.
func setOf(name string) func() []shapes.Shape {
	return func() []shapes.Shape { return shapes.MustSetByName(name) }
}

func tromino() []shapes.Shape { return shapes.MustSetByName("trominoes")[1:] }
func domino() []shapes.Shape  { return []shapes.Shape{shapes.Domino()} }

func lozenge() []shapes.Shape {
	return []shapes.Shape{shapes.New(shapes.Triangle, shapes.Cell{}, shapes.Cell{Z: 1}).Named("lozenge")}
}

func hexagon(side int) func() Board {
	return func() Board { return Hexagon(shapes.Triangle, side, side, side) }
}

func fixedTrominoes(rows, columns int) func() *Puzzle {
	return func() *Puzzle {
		return New(Rectangle(rows, columns)).With(Forms(shapes.Fixed, shapes.MustSetByName("trominoes")...))
	}
}
