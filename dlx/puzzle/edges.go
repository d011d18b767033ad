// SPDX-License-Identifier: BSD-3-Clause

package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"polka/dlx"
)

// EdgeMatching is the puzzle of filling a rectangle with square tiles whose edges
// have colors, so that touching edges have the same color, after P. A. MacMahon
// (1921). Tiles may be rotated but not reflected. The cells are primary items, and so
// are the tiles if there are as many tiles as cells; otherwise each tile may be used
// at most once. The edges are secondary items whose color is that of the adjacent
// tiles: Knuth, section 7.2.2.1, exercise 126.
type EdgeMatching struct {
	rows, columns int
	tiles         []string
	border        string
}

// ParseEdgeMatching returns the puzzle for the tiles in a string, separated by spaces. A
// tile is written as four letters, the colors of its edges clockwise from the top. Border
// is the color of the edges of the rectangle, or "" for any. It is an error if there are
// fewer tiles than cells, and if the numbers of rows and columns are not positive.
func ParseEdgeMatching(rows, columns int, tiles, border string) (EdgeMatching, error) {
	if rows < 1 || columns < 1 {
		return EdgeMatching{}, fmt.Errorf("puzzle: %d rows and %d columns: expected positive numbers", rows, columns)
	}
	e := EdgeMatching{rows: rows, columns: columns, border: border}
	for i, tile := range strings.Fields(tiles) {
		if len([]rune(tile)) != 4 || strings.ContainsAny(tile, ":|") {
			return EdgeMatching{}, fmt.Errorf("puzzle: tile %d: expected four letters, the colors of its edges, found %q", i+1, tile)
		}
		e.tiles = append(e.tiles, tile)
	}
	if len(e.tiles) < rows*columns {
		return EdgeMatching{}, fmt.Errorf("puzzle: expected at least %d tiles for so many cells, found %d", rows*columns, len(e.tiles))
	}
	if len([]rune(border)) > 1 || strings.ContainsAny(border, ":| ") {
		return EdgeMatching{}, fmt.Errorf("puzzle: expected one letter as the color of the border, found %q", border)
	}
	return e, nil
}

// MacMahonSquares returns the different tiles whose edges have the given colors, the
// letters of a string, in the form that ParseEdgeMatching reads. There are 24 for three
// colors, OEIS A006528.
func MacMahonSquares(colors string) string {
	letters := []rune(colors)
	var tiles []string
	seen := map[string]bool{}
	n := len(letters)
	for k := range n * n * n * n {
		tile := string([]rune{letters[k/n/n/n], letters[k/n/n%n], letters[k/n%n], letters[k%n]})
		if !seen[tile] {
			tiles = append(tiles, tile)
		}
		for turn := range 4 {
			seen[turned(tile, turn)] = true
		}
	}
	return strings.Join(tiles, " ")
}

// turned returns a tile after quarter turns clockwise.
func turned(tile string, turns int) string {
	t := []rune(tile)
	return string(append(slices.Clone(t[4-turns:]), t[:4-turns]...))
}

// A tilePlace is a tile in a cell, turned in some way.
type tilePlace struct {
	cell  int    // by rows
	tile  int    // its number
	edges []rune // the colors of its edges, clockwise from the top
}

// places returns the options.
func (e EdgeMatching) places() (list []tilePlace) {
	for cell := range e.rows * e.columns {
		i, j := cell/e.columns, cell%e.columns
		for n, tile := range e.tiles {
			var seen []string
			for turn := range 4 {
				edges := turned(tile, turn)
				if slices.Contains(seen, edges) {
					continue
				}
				seen = append(seen, edges)
				c := []rune(edges)
				at := []bool{i == 0, j == e.columns-1, i == e.rows-1, j == 0}
				fits := true
				for side, outside := range at {
					fits = fits && !(outside && e.border != "" && string(c[side]) != e.border)
				}
				if fits {
					list = append(list, tilePlace{cell, n, c})
				}
			}
		}
	}
	return list
}

// Problem returns the puzzle as an exact cover problem.
func (e EdgeMatching) Problem() *dlx.Problem {
	p := dlx.New()
	items := 0
	add := func(secondary bool, format string, args ...any) int {
		p = p.AddItems(dlx.Item{Name: fmt.Sprintf(format, args...), Secondary: secondary})
		items++
		return items - 1
	}
	for i := range e.rows {
		for j := range e.columns {
			add(false, "%d,%d", i+1, j+1)
		}
	}
	cells := items
	for n := range e.tiles {
		add(len(e.tiles) != cells, "t%d", n+1)
	}
	above, left := newGrid(e.rows+1, e.columns), newGrid(e.rows, e.columns+1) // the edges of each cell
	for i := range e.rows + 1 {
		for j := range e.columns + 1 {
			if j < e.columns {
				above[i][j] = add(true, "h%d,%d", i, j+1)
			}
			if i < e.rows {
				left[i][j] = add(true, "v%d,%d", i+1, j)
			}
		}
	}
	for _, at := range e.places() {
		i, j := at.cell/e.columns, at.cell%e.columns
		option := entries(at.cell, cells+at.tile, above[i][j], left[i][j+1], above[i+1][j], left[i][j])
		for side, color := range at.edges {
			option[2+side].Color = string(color)
		}
		p = p.AddEntries(option...)
	}
	return p
}

// Decode returns the tile in each cell, by rows: the colors of its edges,
// clockwise from the top.
func (e EdgeMatching) Decode(s dlx.Solution) [][]string {
	board := make([][]string, e.rows)
	for i := range board {
		board[i] = make([]string, e.columns)
	}
	places := e.places()
	for _, k := range s.Options() {
		at := places[k]
		board[at.cell/e.columns][at.cell%e.columns] = string(at.edges)
	}
	return board
}

// Text returns a picture of a solution: three lines for each row of tiles, with the
// colors at the edges.
func (e EdgeMatching) Text(s dlx.Solution) string {
	var lines []string
	for _, row := range e.Decode(s) {
		var upper, middle, lower []string
		for _, tile := range row {
			c := []rune(tile)
			upper = append(upper, fmt.Sprintf(" %c ", c[0]))
			middle = append(middle, fmt.Sprintf("%c %c", c[3], c[1]))
			lower = append(lower, fmt.Sprintf(" %c ", c[2]))
		}
		for _, line := range [][]string{upper, middle, lower} {
			lines = append(lines, strings.TrimRight(strings.Join(line, "|"), " "))
		}
	}
	return strings.Join(lines, "\n")
}

// String returns a description of the puzzle.
func (e EdgeMatching) String() string {
	return fmt.Sprintf("%d tiles with colored edges in %d by %d cells", len(e.tiles), e.rows, e.columns)
}
