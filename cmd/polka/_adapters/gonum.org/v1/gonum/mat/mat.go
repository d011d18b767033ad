// Package mat shows matrices and vectors of gonum between brackets, with their sizes. Of a large
// matrix it shows the rows and columns at the edges.
package mat

import (
	"fmt"
	"html"
	"strings"

	"gonum.org/v1/gonum/mat"

	"polka/internal/table"
	"polka/kernel/display"
)

func init() {
	display.Register(func(m mat.Matrix) any {
		rows, columns := m.Dims()
		return show(rows, columns, func(i, j int) string { return fmt.Sprintf("%.5g", m.At(i, j)) })
	})
	display.Register(func(m mat.CMatrix) any {
		rows, columns := m.Dims()
		return show(rows, columns, func(i, j int) string { return fmt.Sprintf("%.4g", m.At(i, j)) })
	})
}

// Of a dimension longer than most, the first and the last ones are shown.
const (
	most  = 12
	first = 6
	last  = 3
)

// edges returns the indices that are shown, with -1 for those that are not.
func edges(n int) (list []int) {
	for i := range n {
		switch {
		case n <= most || i < first || i >= n-last:
			list = append(list, i)
		case i == first:
			list = append(list, -1)
		}
	}
	return list
}

// sheet draws the brackets.
const sheet = `<style>.plk-mat{border-collapse:collapse;position:relative}.plk-mat td{padding:2px 9px;text-align:right;border:0;background:none}` +
	`.plk-mat td:first-child{border-left:2px solid}.plk-mat td:last-child{border-right:2px solid}` +
	`.plk-mat tr:first-child td:first-child,.plk-mat tr:first-child td:last-child{background:linear-gradient(currentColor,currentColor) 0 0/6px 2px no-repeat}` +
	`.plk-mat tr:first-child td:last-child{background-position:100% 0}` +
	`.plk-mat tr:last-child td:first-child{background:linear-gradient(currentColor,currentColor) 0 100%/6px 2px no-repeat}` +
	`.plk-mat tr:last-child td:last-child{background:linear-gradient(currentColor,currentColor) 100% 100%/6px 2px no-repeat}` +
	`.plk-mat tr:only-child td:first-child{background:linear-gradient(currentColor,currentColor) 0 0/6px 2px no-repeat,linear-gradient(currentColor,currentColor) 0 100%/6px 2px no-repeat}` +
	`.plk-mat tr:only-child td:last-child{background:linear-gradient(currentColor,currentColor) 100% 0/6px 2px no-repeat,linear-gradient(currentColor,currentColor) 100% 100%/6px 2px no-repeat}` +
	`.plk-mat caption{caption-side:bottom;text-align:center;opacity:.7;font-size:90%}</style>`

func show(rows, columns int, at func(i, j int) string) display.Bundle {
	size := fmt.Sprintf("%d × %d", rows, columns)
	var page strings.Builder
	page.WriteString(sheet + `<table class="plk-mat"><caption>` + size + "</caption><tbody>")
	var grid table.Table
	for _, i := range edges(rows) {
		var row []string
		page.WriteString("<tr>")
		for _, j := range edges(columns) {
			text := ""
			switch {
			case i < 0 && j < 0:
				text = "⋱"
			case i < 0:
				text = "⋮"
			case j < 0:
				text = "⋯"
			default:
				text = at(i, j)
			}
			row = append(row, text)
			page.WriteString("<td>" + html.EscapeString(text) + "</td>")
		}
		page.WriteString("</tr>\n")
		grid.Rows = append(grid.Rows, row)
	}
	page.WriteString("</tbody></table>\n")
	if rows == 0 || columns == 0 {
		return display.Text(size + " matrix")
	}
	grid.Right = make([]bool, len(grid.Rows[0]))
	for i := range grid.Right {
		grid.Right[i] = true
	}
	return display.Bundle{Data: map[string][]byte{
		display.HTMLType: []byte(page.String()),
		display.TextType: []byte(size + "\n" + brackets(grid.Text())),
	}}
}

// brackets puts brackets around lines.
func brackets(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		left, right := "⎢", "⎥"
		switch {
		case len(lines) == 1:
			left, right = "[", "]"
		case i == 0:
			left, right = "⎡", "⎤"
		case i == len(lines)-1:
			left, right = "⎣", "⎦"
		}
		lines[i] = left + line + right
	}
	return strings.Join(lines, "\n")
}
