// SPDX-License-Identifier: BSD-3-Clause

package shapes_test

import (
	"context"
	"fmt"

	"polka/shapes"
)

func ExamplePentominoes() {
	for _, p := range shapes.Pentominoes() {
		fmt.Printf("%s %-13s %d\n", p.Name(), p.Symmetry(), len(p.Orientations(shapes.Free)))
	}
	// Output:
	// F none          8
	// I two axes      2
	// L none          8
	// N none          8
	// P none          8
	// T axis          4
	// U axis          4
	// V diagonal      4
	// W diagonal      4
	// X full          1
	// Y none          8
	// Z half turn     4
}

func ExamplePentomino() {
	f, err := shapes.Pentomino("F")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f)
	fmt.Println(f.Text())
	// Output:
	// F = [(1,0), (2,0), (0,1), (1,1), (1,2)]
	// .##
	// ##.
	// .#.
}

func ExampleParse() {
	for _, text := range []string{
		"[(0,0), (0,1), (1,1)]",
		"corner = #./##",
		`
		LL.
		.L.`,
		"hexagon # #/ # #",
		"[(0,0), (0;1)]",
	} {
		s, err := shapes.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(s)
	}
	// Output:
	// [(0,0), (0,1), (1,1)]
	// corner = [(0,0), (0,1), (1,1)]
	// L = [(0,0), (1,0), (1,1)]
	// hexagon [(0,0), (1,0), (0,1), (1,1)]
	// line 1, column 11: expected ',' (a cell of the lattice square has 2 coordinates), found ';'
}

func ExampleShape_Canonical() {
	a := shapes.MustParse("##/#./#.")
	b := shapes.MustParse("#../###")
	fmt.Println(a.Equal(b), a.Canonical(shapes.Free).Equal(b.Canonical(shapes.Free)))
	fmt.Println(a.Canonical(shapes.Free).Text())
	// Output:
	// false true
	// ###
	// #..
}

func ExampleShape_Orientations() {
	t, _ := shapes.PieceByName("tetrominoes", "S")
	for _, o := range t.Orientations(shapes.Free) {
		fmt.Println(o)
	}
	// Output:
	// S = [(0,0), (1,0), (1,1), (2,1)]
	// S = [(0,0), (0,1), (1,1), (1,2)]
	// S = [(1,0), (2,0), (0,1), (1,1)]
	// S = [(1,0), (0,1), (1,1), (0,2)]
}

func ExampleShape_Symmetries() {
	for _, g := range shapes.Rectangle(6, 10).Symmetries() {
		fmt.Println(g)
	}
	// Output:
	// (x,y) -> (x,y)
	// (x,y) -> (9-x,5-y)
	// (x,y) -> (9-x,y)
	// (x,y) -> (x,5-y)
}

// All polyominoes of four cells, found by adding a cell to each of three in every possible way.
func Example() {
	found := map[shapes.Shape]bool{shapes.New(shapes.Square, shapes.Cell{}): true}
	for n := 1; n < 4; n++ {
		larger := map[shapes.Shape]bool{}
		for s := range found {
			for _, c := range s.Cells() {
				for _, d := range shapes.Square.Neighbors(c) {
					if !s.Contains(d) {
						t := shapes.New(shapes.Square, append(s.Cells(), d)...)
						larger[t.Canonical(shapes.Free)] = true
					}
				}
			}
		}
		found = larger
	}
	fmt.Println(len(found))
	// Output: 5
}

func ExampleParseAll() {
	list, err := shapes.ParseAll(`
		TTTS.
		.TSS.
		..S..

		I = ####
	`)
	fmt.Println(err)
	for _, s := range list {
		fmt.Println(s)
	}
	// Output:
	// <nil>
	// T = [(0,0), (1,0), (2,0), (1,1)]
	// S = [(3,0), (2,1), (3,1), (2,2)]
	// I = [(0,0), (1,0), (2,0), (3,0)]
}

func ExamplePolyforms() {
	trees := 0
	for s, err := range shapes.Polyforms(context.Background(), shapes.Square, 6, shapes.Free) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if s.Tree() {
			trees++
		}
	}
	fmt.Println(trees)
	// Output: 27
}
