// SPDX-License-Identifier: BSD-3-Clause

package fabrication_test

import (
	"fmt"
	"os"
	"path/filepath"

	"polka/fabrication"
	"polka/shapes"
)

func ExamplePlates() {
	plates, err := fabrication.Plates(shapes.Soma(), fabrication.SolidOptions{Gap: 0.2, Edge: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "soma")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for _, p := range plates {
		fmt.Println(p, p.Save(filepath.Join(dir, "soma.3mf")))
	}
	// Output: plate of 200 x 200 mm: 7 solids, 9700 triangles <nil>
}

func ExampleSolid() {
	m, err := fabrication.Solid(shapes.MustParse("triangle v^v").Named("trapezium"), fabrication.SolidOptions{Thickness: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m)
	fmt.Printf("%.1f cubic millimeters\n", m.Volume())
	// Output:
	// trapezium: 8 vertices, 12 triangles, 40 x 17.321 x 5 mm
	// 2598.1 cubic millimeters
}

func ExampleSheets() {
	sheets, err := fabrication.Sheets(shapes.Pentominoes(), fabrication.CutOptions{Kerf: 0.2, Tabs: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sheets)
	// Output: [sheet of 600 x 300 mm: 12 pieces, 2826 mm of cuts]
}

func ExampleCommonLines() {
	pieces := []shapes.Shape{shapes.Domino(), shapes.Domino().Translate(0, 1, 0)}
	sheet, err := fabrication.CommonLines(pieces, fabrication.CutOptions{Unit: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sheet) // the outline of a square and the line between the pieces
	// Output: sheet of 600 x 300 mm: 2 pieces, 100 mm of cuts
}

func ExamplePages() {
	d, err := fabrication.Pages(shapes.Soma(), fabrication.PageOptions{Unit: 15, Paper: "Letter"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d)
	// Output: 2 pages of 215.9 x 279.4 mm: 7 pieces, 7 nets
}
