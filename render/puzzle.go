// SPDX-License-Identifier: BSD-3-Clause

// The puzzles of package puzzle: sudokus, queens and Langford pairs.
//
// A sudoku has thick lines around its regions. Its clues are bold, on gray; the numbers of a
// solution are blue and not bold, so that the two are distinct in print too. Queens stand on a
// chessboard. In a row of Langford pairs, an arc connects the two copies of a number.

package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"polka/dlx/puzzle"
	"polka/shapes"
)

// puzzleCell is the side of a cell of a puzzle in pixels, unless the page is too narrow. The
// numbers can be read from the last row of a classroom.
const puzzleCell = 42.0

// puzzleSide returns the side of a cell for a number of columns.
func puzzleSide(columns int) float64 {
	return math.Floor(max(leastCell, min(puzzleCell, (pageWidth-2*margin)/float64(max(columns, 1)))))
}

// ofPuzzle draws the values of package puzzle.
func ofPuzzle(v any) (p Picture, ok bool) {
	switch v := v.(type) {
	case puzzle.Sudoku:
		if len(v.Clues()) == 0 {
			return Picture{}, true
		}
		return diagramOf(func() diagram { return sudokuDiagram(v) }, func() string { return sudokuText(v) }), true
	case puzzle.QueensBoard:
		return diagramOf(func() diagram { return queensDiagram(v) }, v.String), true
	case puzzle.LangfordRow:
		return diagramOf(func() diagram { return langfordDiagram(v) }, func() string { return fmt.Sprint([]int(v)) }), true
	}
	return Picture{}, false
}

// digitSize returns the size of the letters of a number in a cell.
func digitSize(n int, cell float64) float64 { return labelSize(strconv.Itoa(n), cell) }

// grid starts a diagram with a board of the given size.
func grid(rows, columns int, cell float64) diagram {
	width, height := float64(columns)*cell, float64(rows)*cell
	d := diagram{width: width + 2*margin, height: height + 2*margin}
	d.marks = append(d.marks, mark{lines: []loop{rectangle(margin, margin, width, height)}, closed: true, fill: paper})
	return d
}

// ruled adds the lines between the cells of a board, and its outline.
func (d *diagram) ruled(rows, columns int, cell float64) {
	width, height := float64(columns)*cell, float64(rows)*cell
	inner := mark{stroke: muted, width: 1}
	for i := 1; i < rows; i++ {
		y := margin + float64(i)*cell
		inner.lines = append(inner.lines, loop{{margin, y}, {margin + width, y}})
	}
	for j := 1; j < columns; j++ {
		x := margin + float64(j)*cell
		inner.lines = append(inner.lines, loop{{x, margin}, {x, margin + height}})
	}
	d.marks = append(d.marks, inner,
		mark{lines: []loop{rectangle(margin, margin, width, height)}, closed: true, stroke: ink, width: 3})
}

// square returns the path around a cell.
func square(i, j int, cell float64) loop {
	return rectangle(margin+float64(j)*cell, margin+float64(i)*cell, cell, cell)
}

// inSquare returns where a text of a size begins that is in the middle of a cell.
func inSquare(i, j int, cell, size float64) point {
	return point{margin + (float64(j)+0.5)*cell, margin + (float64(i)+0.5)*cell + 0.36*size}
}

// sudokuDiagram draws a sudoku.
func sudokuDiagram(s puzzle.Sudoku) diagram {
	clues, numbers := s.Clues(), s.Numbers()
	n := len(clues)
	cell := puzzleSide(n)
	d := grid(n, n, cell)
	d.summary = sudokuSummary(s)
	given := mark{closed: true, fill: free}
	for i, row := range clues {
		for j, v := range row {
			if v > 0 {
				given.lines = append(given.lines, square(i, j, cell))
			}
		}
	}
	if len(given.lines) > 0 {
		d.marks = append(d.marks, given)
	}
	d.ruled(n, n, cell)
	if walls := regionWalls(s.Regions(), cell); len(walls.lines) > 0 {
		d.marks = append(d.marks, walls)
	}
	for i, row := range numbers {
		for j, v := range row {
			if v == 0 {
				continue
			}
			t := text{words: strconv.Itoa(v), size: digitSize(v, cell), role: strange}
			if clues[i][j] > 0 {
				t.role, t.bold = ink, true
			}
			t.at = inSquare(i, j, cell, t.size)
			d.texts = append(d.texts, t)
		}
	}
	return d
}

// regionWalls returns the lines between cells of different regions.
func regionWalls(region puzzle.Grid, cell float64) mark {
	walls := mark{stroke: ink, width: 2.5}
	for i, row := range region {
		for j, r := range row {
			x, y := margin+float64(j)*cell, margin+float64(i)*cell
			if j > 0 && row[j-1] != r {
				walls.lines = append(walls.lines, loop{{x, y}, {x, y + cell}})
			}
			if i > 0 && region[i-1][j] != r {
				walls.lines = append(walls.lines, loop{{x, y}, {x + cell, y}})
			}
		}
	}
	return walls
}

// sudokuSummary describes a sudoku in words: what it is, and its rows.
func sudokuSummary(s puzzle.Sudoku) string {
	var rows []string
	for _, row := range s.Numbers() {
		rows = append(rows, strings.ReplaceAll(strings.Trim(fmt.Sprint([]int(row)), "[]"), "0", "."))
	}
	return s.String() + ": " + strings.Join(rows, "; ")
}

// sudokuText writes a sudoku as text, with a line between numbers in a row that are in different
// regions.
func sudokuText(s puzzle.Sudoku) string {
	numbers, region := s.Numbers(), s.Regions()
	wide := len(strconv.Itoa(len(numbers)))
	edge := func(i, j, k, l int) bool { return region != nil && region[i][j] != region[k][l] }
	var b strings.Builder
	for i, row := range numbers {
		var line strings.Builder
		for j, v := range row {
			word := "."
			if v > 0 {
				word = strconv.Itoa(v)
			}
			switch {
			case j > 0 && edge(i, j-1, i, j):
				line.WriteString(" | ")
			case j > 0 && region != nil:
				line.WriteString("   ")
			case j > 0:
				line.WriteString(" ")
			}
			fmt.Fprintf(&line, "%*s", wide, word)
		}
		b.WriteString(line.String() + "\n")
	}
	return b.String()
}

// crown returns the outline of a queen in a cell. The fonts of PNG files have no such letter.
func crown(i, j int, cell float64) loop {
	var l loop
	for _, p := range []point{{22, 80}, {14, 34}, {34, 54}, {38, 22}, {50, 50}, {62, 22}, {66, 54}, {86, 34}, {78, 80}} {
		l = append(l, point{margin + (float64(j)+p.x/100)*cell, margin + (float64(i)+p.y/100)*cell})
	}
	return l
}

// queensDiagram draws queens on a chessboard.
func queensDiagram(b puzzle.QueensBoard) diagram {
	n := len(b)
	cell := puzzleSide(n)
	d := grid(n, n, cell)
	var places []string
	dark := mark{closed: true, fill: free}
	for i := range n {
		for j := range n {
			if (i+j)%2 == 1 {
				dark.lines = append(dark.lines, square(i, j, cell))
			}
		}
	}
	d.marks = append(d.marks, dark)
	d.ruled(n, n, cell)
	for i, j := range b {
		d.marks = append(d.marks, mark{lines: []loop{crown(i, j, cell)}, closed: true, fill: strange, stroke: ink, width: 1.5, title: "queen"})
		places = append(places, strconv.Itoa(j+1))
	}
	d.summary = fmt.Sprintf("%d queens, in the columns %s of the rows from the top", n, strings.Join(places, ", "))
	return d
}

// langfordDiagram draws a row of numbers with an arc between the two copies of each.
func langfordDiagram(row puzzle.LangfordRow) diagram {
	n := len(row)
	cell := puzzleSide(n)
	first := map[int]int{}
	longest := 0
	var arcs []mark
	for j, v := range row {
		i, ok := first[v]
		if !ok {
			first[v] = j
			continue
		}
		longest = max(longest, j-i)
		var arc loop
		const parts = 24
		radius := float64(j-i) * cell / 2
		for k := range parts + 1 {
			a := math.Pi * float64(k) / parts
			arc = append(arc, point{margin + (float64(i+j)+1)*cell/2 - radius*math.Cos(a), -0.7 * radius * math.Sin(a)})
		}
		arcs = append(arcs, mark{lines: []loop{arc}, stroke: muted, width: 2, title: fmt.Sprintf("%d and %d: %d numbers between them", v, v, j-i-1)})
	}
	top := math.Ceil(0.35*float64(longest)*cell) + margin
	d := diagram{width: float64(n)*cell + 2*margin, height: top + cell + margin}
	for _, arc := range arcs {
		for k := range arc.lines[0] {
			arc.lines[0][k].y += top
		}
		d.marks = append(d.marks, arc)
	}
	for j, v := range row {
		x := margin + float64(j)*cell
		d.marks = append(d.marks, mark{lines: []loop{rectangle(x, top, cell, cell)}, closed: true, fill: hue(max(v-1, 0) % len(hues)), stroke: print, width: 1.5})
		size := digitSize(v, cell)
		d.texts = append(d.texts, text{at: point{x + cell/2, top + cell/2 + 0.36*size}, words: strconv.Itoa(v), size: size, role: print, bold: true})
	}
	d.summary = "row of pairs: " + strings.Trim(fmt.Sprint([]int(row)), "[]")
	return d
}

// stageOfSudoku returns the board of a sudoku, with its clues.
func stageOfSudoku(s puzzle.Sudoku) *stage {
	clues := s.Clues()
	n := len(clues)
	g := &stage{board: shapes.Rectangle(n, n), largest: puzzleCell}
	regions := map[int][]shapes.Cell{}
	for i, row := range s.Regions() {
		for j, r := range row {
			regions[r] = append(regions[r], shapes.Cell{X: j, Y: i})
		}
	}
	for r := 1; r <= len(regions); r++ {
		g.regions = append(g.regions, shapes.New(shapes.Square, regions[r]...))
	}
	for i, row := range clues {
		for j, v := range row {
			if v > 0 {
				g.fixed = append(g.fixed, part{cells: shapes.New(shapes.Square, shapes.Cell{X: j, Y: i}), label: strconv.Itoa(v), title: "given"})
			}
		}
	}
	for k := range s.Problem().NumOptions() {
		i, j, v := s.Move(k)
		if clues[i][j] > 0 {
			g.places = append(g.places, place{cells: shapes.New(shapes.Square)}) // it is there already
			continue
		}
		cells := shapes.New(shapes.Square, shapes.Cell{X: j, Y: i})
		g.places = append(g.places, place{cells: cells, label: strconv.Itoa(v), color: (v - 1) % len(hues)})
	}
	return g
}

// stageOfQueens returns a chessboard for a number of options, one for each of its squares.
func stageOfQueens(options int) *stage {
	n := 0
	for n*n < options {
		n++
	}
	g := &stage{board: shapes.Rectangle(n, n), largest: puzzleCell}
	for k := range options {
		g.places = append(g.places, place{cells: shapes.New(shapes.Square, shapes.Cell{X: k % n, Y: k / n}), label: "Q"})
	}
	return g
}
