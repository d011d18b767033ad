// SPDX-License-Identifier: BSD-3-Clause

package shapes_test

// The manual of the package: what a student calls, in small examples.

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"polka/shapes"
)

// names joins the names of shapes.
func names(list []shapes.Shape) string {
	var all []string
	for _, s := range list {
		all = append(all, s.Name())
	}
	return strings.Join(all, " ")
}

func ExampleNew() {
	l := shapes.New(shapes.Square, shapes.Cell{X: 0, Y: 0}, shapes.Cell{X: 0, Y: 1}, shapes.Cell{X: 1, Y: 1})
	fmt.Println(l)
	fmt.Println(l.Text())
	// Output:
	// [(0,0), (0,1), (1,1)]
	// #.
	// ##
}

func ExampleRectangle() {
	fmt.Println(shapes.Rectangle(2, 5).Text())
	// Output:
	// #####
	// #####
}

func ExampleMustParse() {
	fmt.Println(shapes.MustParse("P = ##/##/#.").Size())
	// Output:
	// 5
}

func ExampleMonomino() {
	fmt.Println(shapes.Monomino(), shapes.Domino())
	// Output:
	// monomino = [(0,0)] domino = [(0,0), (1,0)]
}

func ExampleDomino() {
	fmt.Println(shapes.Domino().Text())
	// Output:
	// ##
}

func ExampleTetrominoes() {
	fmt.Println(names(shapes.Tetrominoes()))
	// Output:
	// I L O S T
}

func ExamplePieceByName() {
	t, err := shapes.PieceByName("tetrominoes", "t") // or "T"
	fmt.Println(t, err)
	sphinx, err := shapes.PieceByName("hexiamonds", "sphinx")
	fmt.Println(sphinx, err)
	_, err = shapes.PieceByName("trominoes", "T")
	fmt.Println(err)
	// Output:
	// T = [(0,0), (1,0), (2,0), (1,1)] <nil>
	// sphinx = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (0,1,0)] <nil>
	// shapes: unknown piece "T" of the set trominoes, expected one of I, L
}

func ExamplePieceByName_text() {
	for _, piece := range [][2]string{
		{"heptiamonds", "M"}, {"tetrahexes", "O"}, {"pentahexes", "U"}, {"tetrasticks", "R"}, {"tetrakings", "K10"}, {"hexominoes", "high F"},
	} {
		s, err := shapes.PieceByName(piece[0], piece[1])
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %s\n%s\n", piece[0], piece[1], s.Text())
	}
	// Output:
	// heptiamonds M
	// v^v^v.
	//  v.v...
	// tetrahexes O
	// # #
	//  # #
	// pentahexes U
	// . # #
	//  # . #
	//   # . .
	// tetrasticks R
	// +-+..
	// ..|..
	// ..+-+
	// ..|..
	// ..+..
	// tetrakings K10
	// #.#
	// .#.
	// #..
	// hexominoes high F
	// .##
	// ##.
	// .#.
	// .#.
}

func ExampleHexiamonds() {
	fmt.Println(names(shapes.Hexiamonds()))
	// Output:
	// bar butterfly chevron crook crown hexagon hook lobster signpost snake sphinx yacht
}

func ExampleTetrahexes() {
	fmt.Println(names(shapes.Tetrahexes()))
	// Output:
	// I J O P S U Y
}

func ExampleSoma() {
	cubes := 0
	for _, s := range shapes.Soma() {
		cubes += s.Size()
	}
	fmt.Println(names(shapes.Soma()), cubes)
	// Output:
	// V L T Z A B P 27
}

func ExampleMustSetByName() {
	for _, s := range shapes.MustSetByName("one-sided tetrominoes") {
		fmt.Println(s)
	}
	// Output:
	// I = [(0,0), (1,0), (2,0), (3,0)]
	// J = [(1,0), (1,1), (0,2), (1,2)]
	// L = [(0,0), (0,1), (0,2), (1,2)]
	// O = [(0,0), (1,0), (0,1), (1,1)]
	// S = [(1,0), (2,0), (0,1), (1,1)]
	// T = [(0,0), (1,0), (2,0), (1,1)]
	// Z = [(0,0), (1,0), (1,1), (2,1)]
}

// The sets with the names of their pieces, each once.
func ExampleSetNames() {
	for _, set := range shapes.SetNames() {
		pieces := shapes.MustSetByName(set)
		fmt.Printf("%s: %s\n", set, pieces[0].Lattice())
		if len(pieces) < 30 {
			fmt.Println("   ", names(pieces))
		}
	}
	// Output:
	// monomino: square
	//     monomino
	// domino: square
	//     domino
	// trominoes: square
	//     I L
	// tetrominoes: square
	//     I L O S T
	// one-sided tetrominoes: square
	//     I J L O S T Z
	// pentominoes: square
	//     F I L N P T U V W X Y Z
	// one-sided pentominoes: square
	//     F F' I L L' N N' P P' T U V W X Y Y' Z Z'
	// hexominoes: square
	// one-sided hexominoes: square
	// hexiamonds: triangle
	//     bar butterfly chevron crook crown hexagon hook lobster signpost snake sphinx yacht
	// one-sided hexiamonds: triangle
	//     bar bar' butterfly chevron crook crook' crown hexagon hook hook' lobster signpost signpost' snake snake' sphinx sphinx' yacht yacht'
	// heptiamonds: triangle
	//     A B C D E F G H I J L M N P Q R S T U V W X Y Z
	// tetrahexes: hexagon
	//     I J O P S U Y
	// one-sided tetrahexes: hexagon
	//     I J J' O P P' S S' U Y
	// pentahexes: hexagon
	//     A B C D E F G H I J L N P Q R S T U V W X Y
	// tetrasticks: stick
	//     F H I J L N O P R T U V W X Y Z
	// one-sided tetrasticks: stick
	//     F F' H H' I J J' L L' N N' O P P' R R' T U V W X Y Y' Z Z'
	// tetrakings: king
	//     I L T K1 K2 O K3 S K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K14 K15 K16 K17
	// tangram: tan
	//     large triangle large triangle medium triangle small triangle small triangle square parallelogram
	// hat: kite
	//     hat
	// tetracubes: cube
	//     I O L T Z A B P
	// soma: cube
	//     V L T Z A B P
	// bedlam: cube
	//     B F W X 1 2 3 4 5 6 7 8 9
	// solid pentominoes: cube
	//     F I L N P T U V W X Y Z
}

func ExampleLatticeByName() {
	l, err := shapes.LatticeByName("hexagon")
	fmt.Println(l, err)
	cairo, err := shapes.LatticeByName("cairo")
	fmt.Println(cairo, cairo.NumKinds(), err)
	_, err = shapes.LatticeByName("honeycomb")
	message, _, _ := strings.Cut(err.Error(), ", trihexagonal")
	fmt.Println(message)
	// Output:
	// hexagon <nil>
	// cairo 4 <nil>
	// shapes: unknown lattice "honeycomb", expected one of square, triangle, hexagon, king, stick, tan, kite, cube
}

func ExampleNewLattice() {
	bricks, err := shapes.NewLattice(shapes.Period{
		Name:  "brick",
		Steps: [2][2]float64{{2, 0}, {1, 1}},
		Cells: [][][2]float64{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := shapes.Count(context.Background(), bricks, 4, shapes.Free)
	fmt.Println(bricks, len(bricks.Neighbors(shapes.Cell{})), len(bricks.Isometries()), n, err)
	// Output: brick 6 4 16 <nil>
}

func ExampleNewSolidLattice() {
	// Slanted boxes.
	l, err := shapes.NewSolidLattice(shapes.SolidPeriod{
		Name:  "slanted",
		Steps: [3][3]float64{{1, 0, 0}, {0, 2, 0}, {0.5, 0, 1}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := shapes.Count(context.Background(), l, 4, shapes.Free)
	fmt.Println(len(l.Neighbors(shapes.Cell{})), len(l.Isometries()), n, err)
	// Output: 8 8 42 <nil>
}

func ExampleLattice_Faces() {
	l, err := shapes.LatticeByName("truncated-octahedron")
	if err != nil {
		fmt.Println(err)
		return
	}
	sides := map[int]int{}
	for _, face := range l.Faces(shapes.Cell{}) {
		sides[len(face)]++
	}
	fmt.Println(sides[4], "squares and", sides[6], "hexagons")
	// Output: 6 squares and 8 hexagons
}

func ExampleLattice_Position() {
	l := shapes.Cube
	fmt.Println(l.Position(l.Corners(shapes.Cell{X: 1})[0]))
	// Output: 0.5 -0.5 -0.5
}

func ExampleParseLattice() {
	l, err := shapes.ParseLattice("lattice half\nlet h sqrt(3)/2\nstep 1 0\nstep 1/2 h\n" +
		"cell 0,0 1,0 1/2,h\ncell 1,0 3/2,h 1/2,h")
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := shapes.Count(context.Background(), l, 6, shapes.Free)
	fmt.Println(l.NumKinds(), len(l.Isometries()), n, err)
	// Output: 2 12 12 <nil>
}

func ExampleLatticeNames() {
	for _, name := range shapes.LatticeNames()[8:24] { // those between Cube and the ones made here
		l, err := shapes.LatticeByName(name)
		fmt.Println(name, l.NumKinds(), len(l.Isometries()), err)
	}
	// Output:
	// trihexagonal 3 12 <nil>
	// rhombitrihexagonal 6 12 <nil>
	// truncated-square 2 8 <nil>
	// snub-square 6 8 <nil>
	// truncated-hexagonal 3 12 <nil>
	// truncated-trihexagonal 6 12 <nil>
	// snub-hexagonal 9 6 <nil>
	// elongated-triangular 3 4 <nil>
	// rhombille 3 12 <nil>
	// deltoidal 6 12 <nil>
	// tetrakis 4 8 <nil>
	// cairo 4 8 <nil>
	// triakis 6 12 <nil>
	// kisrhombille 12 12 <nil>
	// floret 6 6 <nil>
	// prismatic 2 4 <nil>
}

func ExampleLattices() {
	for _, l := range shapes.Lattices() {
		fmt.Println(l, len(l.Neighbors(shapes.Cell{})), "neighbors,", len(l.Isometries()), "turns and reflections")
	}
	// Output:
	// square 4 neighbors, 8 turns and reflections
	// triangle 3 neighbors, 12 turns and reflections
	// hexagon 6 neighbors, 12 turns and reflections
	// king 8 neighbors, 8 turns and reflections
	// stick 6 neighbors, 8 turns and reflections
	// tan 3 neighbors, 8 turns and reflections
	// kite 4 neighbors, 12 turns and reflections
	// cube 6 neighbors, 48 turns and reflections
}

func ExampleLattice_Neighbors() {
	fmt.Println(shapes.Triangle.Neighbors(shapes.Cell{X: 2, Y: 1, Z: 0}))
	// Output:
	// [{2 0 1} {1 1 1} {2 1 1}]
}

func ExampleLattice_Isometries() {
	for _, g := range shapes.Square.Isometries() {
		fmt.Println(g, g.Description())
	}
	// Output:
	// (x,y) -> (x,y) identity
	// (x,y) -> (-y,x) turn by 90 degrees
	// (x,y) -> (-x,-y) turn by 180 degrees
	// (x,y) -> (y,-x) turn by 270 degrees
	// (x,y) -> (-x,y) reflection in the axis at 90 degrees
	// (x,y) -> (-y,-x) reflection in the axis at 45 degrees
	// (x,y) -> (x,-y) reflection in the axis at 0 degrees
	// (x,y) -> (y,x) reflection in the axis at 135 degrees
}

func ExampleLattice_Project() {
	for _, corner := range shapes.Hexagon.Corners(shapes.Cell{}) {
		x, y := shapes.Hexagon.Project(corner)
		fmt.Printf("(%.2f, %.2f) ", x, y)
	}
	// Output:
	// (0.00, -1.00) (0.87, -0.50) (0.87, 0.50) (0.00, 1.00) (-0.87, 0.50) (-0.87, -0.50)
}

func ExampleIsometry_Apply() {
	s := shapes.MustParse("###/#..")
	for _, g := range shapes.Square.Isometries()[:3] {
		fmt.Println(g, g.Apply(s))
	}
	// Output:
	// (x,y) -> (x,y) [(0,0), (1,0), (2,0), (0,1)]
	// (x,y) -> (-y,x) [(-1,0), (0,0), (0,1), (0,2)]
	// (x,y) -> (-x,-y) [(0,-1), (-2,0), (-1,0), (0,0)]
}

func ExampleIsometry_Then() {
	all := shapes.Square.Isometries()
	turn, mirror := all[1], all[4]
	fmt.Println(turn.Then(mirror).Description())
	fmt.Println(mirror.Then(turn).Description())
	// Output:
	// reflection in the axis at 135 degrees
	// reflection in the axis at 45 degrees
}

func ExampleIsometry_Inverse() {
	turn := shapes.Hexagon.Isometries()[1].Translate(3, 0, 0)
	fmt.Println(turn)
	fmt.Println(turn.Inverse())
	fmt.Println(turn.Then(turn.Inverse()).Identity())
	// Output:
	// (x,y) -> (3-y,x+y)
	// (x,y) -> (x+y-3,3-x)
	// true
}

func ExampleShape_Translate() {
	fmt.Println(shapes.Domino().Translate(3, -1, 0))
	// Output:
	// domino = [(3,-1), (4,-1)]
}

func ExampleShape_Rotate() {
	s := shapes.MustParse("###/#..")
	fmt.Println(s.Rotate(1).Normal().Text())
	// Output:
	// ##
	// .#
	// .#
}

func ExampleShape_Reflect() {
	f, _ := shapes.Pentomino("F")
	fmt.Println(f.Reflect().Normal().Text())
	// Output:
	// ##.
	// .##
	// .#.
}

func ExampleShape_Normal() {
	fmt.Println(shapes.MustParse("[(7,-2), (7,-1)]").Normal())
	// Output:
	// [(0,0), (0,1)]
}

func ExampleShape_Canonical_oneSided() {
	s, _ := shapes.PieceByName("tetrominoes", "S")
	z := s.Reflect()
	fmt.Println(s.Canonical(shapes.OneSided).Equal(z.Canonical(shapes.OneSided)), s.Canonical(shapes.Free).Equal(z.Canonical(shapes.Free)))
	// Output:
	// false true
}

func ExampleShape_Orientations_count() {
	l, _ := shapes.PieceByName("tetrominoes", "L")
	fmt.Println(len(l.Orientations(shapes.OneSided)), len(l.Orientations(shapes.Free)))
	// Output:
	// 4 8
}

func ExampleShape_Area() {
	triangle := shapes.MustParse("tan ◢◣")
	fmt.Println(triangle.Area(), "tans of", triangle.Size(), "cells")
	// Output:
	// 2 tans of 4 cells
}

func ExampleShape_Perimeter() {
	for _, s := range shapes.Tetrominoes() {
		fmt.Print(s.Name(), " ", s.Perimeter(), "  ")
	}
	// Output:
	// I 10  L 10  O 8  S 10  T 10
}

func ExampleShape_Bounds() {
	s := shapes.MustParse("[(2,1), (3,1), (3,4)]")
	least, most := s.Bounds()
	fmt.Println(least, most, s.Width(), "by", s.Height())
	// Output:
	// {2 1 0} {3 4 0} 2 by 4
}

func ExampleShape_Neighbors() {
	fmt.Println(shapes.Domino().Neighbors().Text())
	// Output:
	// .##.
	// #..#
	// .##.
}

func ExampleShape_Difference() {
	frame := shapes.Rectangle(4, 5).Difference(shapes.Rectangle(2, 2).Translate(1, 1, 0))
	fmt.Println(frame.Text())
	// Output:
	// #####
	// #..##
	// #..##
	// #####
}

func ExampleShape_Intersection() {
	rows, columns := shapes.Rectangle(2, 9), shapes.Rectangle(9, 3)
	fmt.Println(rows.Intersection(columns).Equal(shapes.Rectangle(2, 3)))
	// Output:
	// true
}

func ExampleShape_Contains() {
	u, _ := shapes.Pentomino("U")
	fmt.Println(u.Contains(shapes.Cell{X: 1, Y: 0}), u.Contains(shapes.Cell{X: 1, Y: 1}))
	// Output:
	// false true
}

func ExampleShape_Cells() {
	l, _ := shapes.PieceByName("trominoes", "L")
	for i, c := range l.Cells() {
		fmt.Println(i, c.X, c.Y)
	}
	// Output:
	// 0 0 0
	// 1 0 1
	// 2 1 1
}

func ExampleShape_Compare() {
	list := []shapes.Shape{shapes.Rectangle(2, 2), shapes.Domino(), shapes.Rectangle(1, 4), shapes.Monomino()}
	slices.SortFunc(list, shapes.Shape.Compare)
	fmt.Println(list)
	// Output:
	// [monomino = [(0,0)] domino = [(0,0), (1,0)] [(0,0), (1,0), (2,0), (3,0)] [(0,0), (1,0), (0,1), (1,1)]]
}

func ExampleShape_Equal() {
	a, b := shapes.Domino(), shapes.Rectangle(1, 2)
	fmt.Println(a == b, a.Equal(b)) // == looks at the names too
	// Output:
	// false true
}

func ExampleShape_Named() {
	s := shapes.Rectangle(1, 2).Named("brick")
	fmt.Println(s.Name(), s)
	// Output:
	// brick brick = [(0,0), (1,0)]
}

func ExampleShape_Connected() {
	s := shapes.MustParse("##./..#")
	k := shapes.New(shapes.King, s.Cells()...)
	fmt.Println(s.Connected(), k.Connected())
	// Output:
	// false true
}

func ExampleShape_Components() {
	fmt.Println(shapes.MustParse("##.#/...#").Components())
	// Output:
	// [[(0,0), (1,0)] [(3,0), (3,1)]]
}

func ExampleShape_RowConvex() {
	u, _ := shapes.Pentomino("U")
	fmt.Println(u.Text())
	fmt.Println(u.RowConvex(), u.ColumnConvex())
	// Output:
	// #.#
	// ###
	// false true
}

func ExampleShape_ColumnConvex() {
	convex := 0
	for _, s := range shapes.Pentominoes() {
		if s.RowConvex() && s.ColumnConvex() {
			convex++
		}
	}
	fmt.Println(convex)
	// Output:
	// 11
}

func ExampleShape_Tree() {
	var trees []shapes.Shape
	for _, s := range shapes.Pentominoes() {
		if s.Tree() {
			trees = append(trees, s)
		}
	}
	fmt.Println(names(trees))
	// Output:
	// F I L N T U V W X Y Z
}

func ExampleShape_Chiral() {
	var chiral []shapes.Shape
	for _, s := range shapes.Pentominoes() {
		if s.Chiral() {
			chiral = append(chiral, s)
		}
	}
	fmt.Println(names(chiral))
	// Output:
	// F L N P Y Z
}

func ExampleShape_Symmetry() {
	for _, text := range []string{"##/##/#.", "###/.#.", "##/#.", "##./.##", "##", "##./###/.##", ".#../.###/###./..#.", "##/##"} {
		fmt.Println(text, shapes.MustParse(text).Symmetry())
	}
	// Output:
	// ##/##/#. none
	// ###/.#. axis
	// ##/#. diagonal
	// ##./.## half turn
	// ## two axes
	// ##./###/.## two diagonals
	// .#../.###/###./..#. quarter turn
	// ##/## full
}

func ExampleShape_Solid() {
	fmt.Println(shapes.Domino().Solid().Union(shapes.MustParse("cube [(0,0,1)]")).Text())
	// Output:
	// ##
	//
	// #.
}

func ExampleShape_MarshalText() {
	text, err := json.Marshal(map[string]shapes.Shape{"piece": shapes.Domino()})
	fmt.Println(string(text), err)
	// Output:
	// {"piece":"domino = [(0,0), (1,0)]"} <nil>
}

func ExampleShape_UnmarshalText() {
	var puzzle struct{ Board shapes.Shape }
	err := json.Unmarshal([]byte(`{"Board": "###/#.#/###"}`), &puzzle)
	fmt.Println(puzzle.Board.Size(), err)
	// Output:
	// 8 <nil>
}

func ExampleShape_String() {
	for _, s := range []shapes.Shape{shapes.Domino(), shapes.Hexiamonds()[0], shapes.Rectangle(1, 1).Named("my piece")} {
		fmt.Println(s)
	}
	// Output:
	// domino = [(0,0), (1,0)]
	// bar = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1)]
	// "my piece" = [(0,0)]
}

func ExampleEnumerate_fixed() {
	list, err := shapes.Enumerate(context.Background(), shapes.Triangle, 2, shapes.Fixed)
	fmt.Println(list, err)
	// Output:
	// [triangle [(0,0,0), (0,0,1)] triangle [(0,0,1), (1,0,0)] triangle [(0,0,1), (0,1,0)]] <nil>
}

func ExampleEnumerate_polycubes() {
	list, err := shapes.Enumerate(context.Background(), shapes.Cube, 4, shapes.OneSided)
	fmt.Println(len(list), err)
	// Output:
	// 8 <nil>
}

func ExampleEach() {
	ctx, holes := context.Background(), 0
	err := shapes.Each(ctx, shapes.Square, 8, shapes.Free, func(s shapes.Shape) bool {
		if len(s.Holes()) > 0 {
			holes++
		}
		return true // continue
	})
	fmt.Println(holes, err)
	// Output:
	// 6 <nil>
}

func ExampleEach_fixed() {
	ctx, widths := context.Background(), make([]int, 6)
	err := shapes.Each(ctx, shapes.Square, 5, shapes.Fixed, func(s shapes.Shape) bool {
		widths[s.Width()]++
		return true
	})
	fmt.Println(widths[1:], err)
	// Output:
	// [1 18 31 12 1] <nil>
}

func ExampleEach_oneSided() {
	ctx, chiral := context.Background(), 0
	err := shapes.Each(ctx, shapes.Hexagon, 5, shapes.OneSided, func(s shapes.Shape) bool {
		if s.Chiral() {
			chiral++
		}
		return true
	})
	fmt.Println(chiral, err)
	// Output:
	// 22 <nil>
}

func ExampleCount_lattices() {
	ctx := context.Background()
	for _, l := range shapes.Lattices() {
		n, err := shapes.Count(ctx, l, 6, shapes.Free)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(l, " ", n, "  ")
	}
	// Output:
	// square 35  triangle 12  hexagon 82  king 524  stick 222  tan 107  kite 85  cube 112
}

func ExampleCount_oneSided() {
	fmt.Println(shapes.Count(context.Background(), shapes.Square, 20, shapes.OneSided))
	// Output:
	// 5741256764 <nil>
}

func ExampleReadFile() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "pieces.txt")
	text := "[(0,0), (0,1), (1,1)]\nP = ##/##/#.\n\nAAB\nABB\n"
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	list, err := shapes.ReadFile(name)
	for _, s := range list {
		fmt.Println(s)
	}
	fmt.Println(err)
	// Output:
	// [(0,0), (0,1), (1,1)]
	// P = [(0,0), (1,0), (0,1), (1,1), (0,2)]
	// A = [(0,0), (1,0), (0,1)]
	// B = [(2,0), (1,1), (2,1)]
	// <nil>
}

func ExampleEachInFile() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "pentominoes.gz")
	if err := shapes.WriteFile(name, shapes.Pentominoes()); err != nil {
		fmt.Println(err)
		return
	}
	cells := 0
	err = shapes.EachInFile(name, func(s shapes.Shape) bool {
		cells += s.Size()
		return true
	})
	fmt.Println(cells, err)
	// Output:
	// 60 <nil>
}

func ExampleClass() {
	l := shapes.MustParse("#./#./##")
	for _, class := range []shapes.Class{shapes.Free, shapes.OneSided, shapes.Fixed} {
		n, err := shapes.Count(context.Background(), shapes.Square, 4, class)
		fmt.Println(class, "tetrominoes:", n, err)
		fmt.Println(class, "orientations of L:", len(l.Orientations(class)))
	}
	// Output:
	// free tetrominoes: 5 <nil>
	// free orientations of L: 8
	// one-sided tetrominoes: 7 <nil>
	// one-sided orientations of L: 4
	// fixed tetrominoes: 19 <nil>
	// fixed orientations of L: 1
}
