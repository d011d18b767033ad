// SPDX-License-Identifier: BSD-3-Clause

// Pieces to cut out.
//
// A sheet is a page with lengths in millimeters. A browser prints it at true scale unless the user
// chooses another one, so the page has a line of 100 mm to measure.

package main

import (
	"fmt"
	"html"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"polka/cover"
	"polka/internal/command"
	"polka/internal/limit"
	"polka/kernel/nb"
	"polka/shapes"
)

// maxSheet bounds the numbers of copies and of rows and columns of a board.
const maxSheet = 100

func newSheet() *cobra.Command {
	var (
		output, board string
		cell          float64
		copies        int
	)
	cmd := &cobra.Command{
		Use:   "sheet SET|FILE|-",
		Short: "Write a page with pieces to print and cut out",
		Long: "Sheet writes a page of HTML with the outlines of pieces at true scale, and perhaps of a board. SET is the name of a\n" +
			"set such as pentominoes, hexiamonds or one-sided-tetrominoes; a file or standard input has shapes in any of their\n" +
			"text forms. Print the page on A4 paper without scaling, and measure the line of 100 mm.",
		Example: "  polka sheet pentominoes --board 10x6 --output pieces.html\n  polka sheet tetrahexes --cell 15 --copies 2 --output pieces.html",
		Args:    exactly("a set or a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case !(cell >= 2 && cell <= 100):
				return command.Wrong(cmd, "--cell: expected a length from 2 to 100 mm, got %v", cell)
			case copies < 1 || copies > maxSheet:
				return command.Wrong(cmd, "--copies: expected a number from 1 to %d, got %d", maxSheet, copies)
			}
			var wanted *cover.Board
			if strings.Trim(board, "0123456789x") != "" {
				err := textOrFile("--board", board, func(text string) error {
					b, err := cover.ParseBoard(text)
					wanted = &b
					return err
				})
				if err != nil {
					return err
				}
			} else if board != "" {
				high, wide, _ := strings.Cut(board, "x")
				rows, _ := strconv.Atoi(high)
				columns, _ := strconv.Atoi(wide)
				if min(rows, columns) < 1 || max(rows, columns) > maxSheet {
					return command.Wrong(cmd, "--board %s: expected rows and columns, as in 10x6", board)
				}
				rectangle := cover.Rectangle(rows, columns)
				wanted = &rectangle
			}
			list, err := piecesOf(cmd, args[0])
			if err != nil {
				return err
			}
			list = slices.Repeat(list, copies)
			if wanted != nil {
				list = append(list, wanted.Shape())
			}
			page, err := sheet(list, cell, wanted != nil)
			if err != nil {
				return err
			}
			if output == "" {
				_, err := cmd.OutOrStdout().Write(page)
				return err
			}
			return nb.WriteFile(output, page)
		},
	}
	f := cmd.Flags()
	f.StringVar(&output, "output", "", "write to `FILE`")
	f.StringVar(&board, "board", "", "add an empty `BOARD`: rows and columns of squares, as in 10x6, or as of polka tile, or @FILE")
	f.Float64Var(&cell, "cell", 20, "length of the side of a cell, in `MM`")
	f.IntVar(&copies, "copies", 1, "draw `N` of each piece")
	latticeFlag(cmd)
	return cmd
}

const sheetHead = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pieces to cut out</title>
<style>
@page{size:A4;margin:10mm}
body{margin:0;background:#fff;color:#000;font:10pt system-ui,sans-serif}
svg{margin:1.5mm;vertical-align:top;break-inside:avoid}
.cell{fill:#f4f4f4;stroke:#bbb;stroke-width:.2}
text{font-family:sans-serif;text-anchor:middle;fill:#555}
.cut{fill:none;stroke:#000;stroke-width:.4;stroke-linecap:round}
</style>
<p><svg role="img" aria-label="a line of 100 mm" width="101mm" height="5mm" viewBox="-.5 -2.5 101 5"><path class="cut" d="M0-2V2M0 0H100M100-2V2"/></svg> 100 mm</p>
`

// piecesOf returns the shapes of a set, of a file, or of standard input.
func piecesOf(cmd *cobra.Command, name string) ([]shapes.Shape, error) {
	list, err := shapes.SetByName(name)
	if err == nil {
		return list, nil
	}
	if name != "-" {
		if _, missing := os.Stat(name); missing != nil && !strings.ContainsAny(name, "./\\") {
			return nil, err // the name is not that of a file; the message lists the sets
		}
	}
	text, err := readText(input([]string{name}), cmd.InOrStdin(), limit.Puzzle)
	if err != nil {
		return nil, err
	}
	if list, err = shapes.ParseAll(text); err != nil {
		return nil, placed(input([]string{name}), err)
	}
	return list, nil
}

// sheet returns a page with the outlines of shapes. The last one is perhaps a board.
func sheet(list []shapes.Shape, side float64, board bool) ([]byte, error) {
	var b strings.Builder
	b.WriteString(sheetHead)
	for i, s := range list {
		if s.Lattice().Spatial() || len(s.Cells()) > 0 && len(s.Lattice().Corners(s.Cells()[0])) < 3 {
			return nil, fmt.Errorf("%v cannot be cut out of paper", s)
		}
		name, letter := s.Name(), s.Name()
		if name == "" {
			name = "a shape"
		}
		if board && i == len(list)-1 {
			name, letter = "the board", ""
			b.WriteString("<br>\n")
		}
		text, width, height := outline(s, side, name, letter)
		if width > sheetWidth || height > sheetHeight {
			return nil, fmt.Errorf("%s, of %.0f by %.0f mm, does not fit on A4 paper: choose smaller cells with --cell", name, width, height)
		}
		b.WriteString(text)
	}
	return []byte(b.String()), nil
}

// The size of A4 paper in millimeters, less the margins of the page and of a picture. A browser
// would reduce wider pages.
const (
	sheetWidth  = 210 - 2*10 - 2*1.5
	sheetHeight = 297 - 2*10 - 2*1.5
)

// outline draws a shape whose cells have sides of some millimeters, with a letter or a longer name
// in the cell that is nearest to the middle. It returns the size of the picture, too.
func outline(s shapes.Shape, side float64, name, letter string) (text string, width, height float64) {
	type point struct{ x, y float64 }
	type edge struct{ a, b point }
	round := func(x float64) float64 { return math.Round(x*side*1000) / 1000 }
	var cells strings.Builder
	count := make(map[edge]int)
	var edges []edge
	least, most := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	var middles []point // of the cells
	var radii []float64 // of circles around them that stay in the cells
	for _, c := range s.Cells() {
		var corners []point
		for _, k := range s.Lattice().Corners(c) {
			x, y := s.Lattice().Project(k)
			p := point{round(x), round(y)}
			corners = append(corners, p)
			least = point{min(least.x, p.x), min(least.y, p.y)}
			most = point{max(most.x, p.x), max(most.y, p.y)}
		}
		var middle point
		for _, p := range corners {
			middle.x += p.x / float64(len(corners))
			middle.y += p.y / float64(len(corners))
		}
		radius := math.Inf(1)
		for i, p := range corners {
			q := corners[(i+1)%len(corners)]
			radius = min(radius, math.Abs((q.x-p.x)*(middle.y-p.y)-(q.y-p.y)*(middle.x-p.x))/math.Hypot(q.x-p.x, q.y-p.y))
		}
		middles, radii = append(middles, middle), append(radii, radius)
		cells.WriteString(`<path class="cell" d="`)
		for i, p := range corners {
			fmt.Fprintf(&cells, "%c%v %v", "ML"[min(i, 1)], p.x, p.y)
			e := edge{p, corners[(i+1)%len(corners)]}
			if e.b.x < e.a.x || e.b.x == e.a.x && e.b.y < e.a.y {
				e.a, e.b = e.b, e.a
			}
			if count[e]++; count[e] == 1 {
				edges = append(edges, e)
			}
		}
		cells.WriteString(`Z"/>`)
	}
	var cut strings.Builder
	for _, e := range edges {
		if count[e] == 1 {
			fmt.Fprintf(&cut, "M%v %vL%v %v", e.a.x, e.a.y, e.b.x, e.b.y)
		}
	}
	if letter != "" && len(middles) > 0 {
		distance := func(p point) float64 {
			return math.Round(1e6 * math.Hypot(p.x-(least.x+most.x)/2, p.y-(least.y+most.y)/2))
		}
		at := 0
		for i, p := range middles {
			if distance(p) < distance(middles[at]) {
				at = i
			}
		}
		size := min(0.5*side, 2.6*radii[at]/float64(utf8.RuneCountInString(letter)))
		fmt.Fprintf(&cells, `<text x="%.2f" y="%.2f" font-size="%.2f">%s</text>`, middles[at].x, middles[at].y+0.36*size, size, html.EscapeString(letter))
	}
	const frame = 0.5
	width, height = most.x-least.x+2*frame, most.y-least.y+2*frame
	text = fmt.Sprintf("<svg role=\"img\" aria-label=\"%s\" width=\"%.3fmm\" height=\"%.3fmm\" viewBox=\"%.3f %.3f %.3[2]f %.3[3]f\">%[6]s<path class=\"cut\" d=\"%[7]s\"/></svg>\n",
		html.EscapeString(name), width, height, least.x-frame, least.y-frame, cells.String(), cut.String())
	return text, width, height
}
