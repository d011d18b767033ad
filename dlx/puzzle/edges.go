package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"polka/dlx"
)

// EdgeMatching is the problem to fill a rectangle with square tiles whose edges
// have colors, so that edges that touch have the same color, after P. A.
// MacMahon (1921). Tiles may be turned, not turned over. A cell is a primary
// item, and so is a tile if there are as many of them as cells; of more tiles
// each may be used once. An edge between cells is a secondary item whose color
// is that of the tiles beside it: Knuth, section 7.2.2.1, exercise 126.
type EdgeMatching struct {
	rows, columns int
	tiles         []string
	border        string
}

// NewEdgeMatching makes the problem with tiles in one string, separated by
// spaces: four letters each, the colors of its edges from the upper one on
// clockwise. Border is the color of the edges of the rectangle, "" if they may
// have any. It panics if the rectangle has no cells.
func NewEdgeMatching(rows, columns int, tiles, border string) (EdgeMatching, error) {
	if rows < 1 || columns < 1 {
		panic("puzzle: an edge matching has no cells")
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

// MacMahonSquares are the different tiles whose edges have the given colors,
// letters in one string, written for NewEdgeMatching: 24 for three colors,
// OEIS A006528.
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

// turned is a tile after so many quarter turns clockwise.
func turned(tile string, turns int) string {
	t := []rune(tile)
	return string(append(slices.Clone(t[4-turns:]), t[:4-turns]...))
}

// A TilePlace is a tile in a cell, as it lies there: the colors of its edges
// from the upper one on clockwise.
type TilePlace struct {
	Tile  int    // its number, from 0
	Edges string // after turning
}

// placed lists the options: the cell, and what lies there.
func (e EdgeMatching) placed() (cells []int, places []TilePlace) {
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
					cells = append(cells, cell)
					places = append(places, TilePlace{n, edges})
				}
			}
		}
	}
	return cells, places
}

// Problem states the puzzle.
func (e EdgeMatching) Problem() *dlx.Problem {
	p := dlx.New()
	for i := range e.rows {
		for j := range e.columns {
			p = p.Primary(fmt.Sprintf("%d,%d", i+1, j+1))
		}
	}
	for n := range e.tiles {
		if len(e.tiles) == e.rows*e.columns {
			p = p.Primary(fmt.Sprintf("t%d", n+1))
		} else {
			p = p.Secondary(fmt.Sprintf("t%d", n+1))
		}
	}
	for i := range e.rows + 1 {
		for j := range e.columns + 1 {
			if j < e.columns {
				p = p.Secondary(fmt.Sprintf("h%d,%d", i, j+1))
			}
			if i < e.rows {
				p = p.Secondary(fmt.Sprintf("v%d,%d", i+1, j))
			}
		}
	}
	cells, places := e.placed()
	for k, at := range places {
		i, j := cells[k]/e.columns+1, cells[k]%e.columns+1
		c := []rune(at.Edges)
		p = p.Option(fmt.Sprintf("%d,%d t%d h%d,%d:%c v%d,%d:%c h%d,%d:%c v%d,%d:%c",
			i, j, at.Tile+1, i-1, j, c[0], i, j, c[1], i, j, c[2], i, j-1, c[3]))
	}
	return p
}

// Decode gives what lies in each cell, by rows.
func (e EdgeMatching) Decode(s dlx.Solution) [][]TilePlace {
	board := make([][]TilePlace, e.rows)
	for i := range board {
		board[i] = make([]TilePlace, e.columns)
	}
	cells, places := e.placed()
	for _, k := range s.Options() {
		board[cells[k]/e.columns][cells[k]%e.columns] = places[k]
	}
	return board
}

// Show draws a solution: three lines for each row of tiles, with the colors at
// the edges.
func (e EdgeMatching) Show(s dlx.Solution) string {
	var lines []string
	for _, row := range e.Decode(s) {
		var upper, middle, lower []string
		for _, at := range row {
			c := []rune(at.Edges)
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

// String names the puzzle.
func (e EdgeMatching) String() string {
	return fmt.Sprintf("%d tiles with colored edges in %d by %d cells", len(e.tiles), e.rows, e.columns)
}
