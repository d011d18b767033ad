// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"polka/cover"
	"polka/cover/assembly"
	"polka/cover/burr"
	"polka/shapes"
)

// ExampleSolidOf makes a view of a solution.
func ExampleSolidOf() {
	soma, err := cover.New(cover.Box(3, 3, 3), shapes.Soma()...).First(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	view, ok := SolidOf(soma)
	fmt.Println(view, ok)
	// Output: view in space: solid of 7 pieces; 7 pieces, 7 steps true
}

// The pieces of a view of a tiling have all the cells of the board, and its steps add the pieces.
func TestSolidOf(t *testing.T) {
	soma, err := cover.New(cover.Box(3, 3, 3), shapes.Soma()...).First(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		v                    any
		pieces, steps, cells int
		closed               bool
	}{
		{soma, 7, 7, 27, false},
		{[]cover.Tiling{soma, soma}, 14, 2, 54, true},
		{cover.Box(2, 3, 4), 1, 1, 24, false},
		{shapes.Soma()[0], 1, 1, 3, false},
		{shapes.Soma(), 7, 7, 27, true},
	} {
		s, ok := SolidOf(c.v)
		if !ok || s.Err() != nil {
			t.Fatalf("%T: %v, %v", c.v, ok, s.Err())
		}
		cells := map[[4]float64]int{}
		for _, p := range s.Pieces {
			for i := 0; i < len(p.Cells); i += 4 {
				cells[[4]float64(p.Cells[i:])]++
			}
		}
		total := 0
		for _, n := range cells {
			total += n
		}
		if len(s.Pieces) != c.pieces || len(s.Steps) != c.steps || total != c.cells || s.Closed != c.closed {
			t.Errorf("%T: %d pieces, %d steps, %d cells, closed %v", c.v, len(s.Pieces), len(s.Steps), total, s.Closed)
		}
		if _, list := c.v.(cover.Tiling); list && len(cells) != 27 {
			t.Errorf("the pieces cover %d cells of 27", len(cells))
		}
		if page := s.HTML(); !strings.Contains(page, `<img alt="`+s.Title) || !strings.Contains(page, "<script>"+Scripts()[2]+"</script>") {
			t.Errorf("%T: no still picture, or another script than that which pages allow", c.v)
		}
		var back Solid
		raw, err := json.Marshal(s)
		if err == nil {
			err = json.Unmarshal(raw, &back)
		}
		if err == nil {
			err = back.Err()
		}
		if err != nil {
			t.Error(err)
		}
	}
	for _, v := range []any{7, shapes.Rectangle(2, 2), []shapes.Shape{}, shapes.Pentominoes(), cover.Tiling{}, cover.Box(15, 15, 15)} {
		if s, ok := SolidOf(v); ok {
			t.Errorf("%T has a view %v", v, s)
		}
	}
}

// The faces of the cube are squares around the origin that have the surface 6 and the volume 1.
func TestCubes(t *testing.T) {
	volume := 0.0
	for _, f := range Cubes()[0] {
		if len(f) != 12 {
			t.Fatalf("a face has %d coordinates", len(f))
		}
		var n [3]float64
		a, b, d := f[0:3], f[3:6], f[9:12]
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			n[i] = (b[j]-a[j])*(d[k]-a[k]) - (b[k]-a[k])*(d[j]-a[j])
		}
		if area := math.Hypot(math.Hypot(n[0], n[1]), n[2]); math.Abs(area-1) > 1e-12 {
			t.Errorf("a face has the area %v", area)
		}
		volume += math.Abs(n[0]*a[0]+n[1]*a[1]+n[2]*a[2]) / 3
	}
	if math.Abs(volume-1) > 1e-12 {
		t.Errorf("the volume is %v", volume)
	}
}

// TestSolidsOfLattices checks the views of cells other than cubes: the faces of neighbors coincide.
func TestSolidsOfLattices(t *testing.T) {
	for _, name := range []string{
		"cube", "rhombic-dodecahedron", "truncated-octahedron", "hexagonal-prism", "elongated-dodecahedron",
		"triangular-prism", "tetrahedral-octahedral", "quarter-cubic", "gyrobifastigium",
	} {
		l, err := shapes.LatticeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for kind := range l.NumKinds() {
			for _, c := range l.Neighbors(l.CellOfKind(kind)) {
				checkNeighbors(t, l, l.CellOfKind(kind), c)
			}
		}
	}
}

// checkNeighbors compares the corners of two cells in the view with those of the face that they
// share.
func checkNeighbors(t *testing.T, l *shapes.Lattice, c, d shapes.Cell) {
	s, ok := SolidOf(shapes.New(l, c, d))
	if !ok || s.Err() != nil || len(s.Kinds) != l.NumKinds() {
		t.Fatalf("%v: no view of two cells: %v, %v", l, s, s.Err())
	}
	for kind, faces := range s.Kinds {
		if want := len(l.Faces(l.CellOfKind(kind))); len(faces) != want {
			t.Fatalf("%v: a cell with %d faces, expected %d", l, len(faces), want)
		}
	}
	cells := s.Pieces[0].Cells
	common := commonCorners(s, cells[:4], cells[4:])
	shared := 0
	for _, face := range l.Faces(c) {
		for _, other := range l.Faces(d) {
			same := 0
			for _, a := range face {
				if slices.Contains(other, a) {
					same++
				}
			}
			if same == len(face) {
				shared = same
			}
		}
	}
	if shared < 3 || common != shared {
		t.Errorf("%v: the cells at %v and %v have %d corners in common, expected %d", l, c, d, common, shared)
	}
}

// commonCorners returns how many corners two cells of a view have in common.
func commonCorners(s Solid, a, b []float64) int {
	corners := func(cell []float64) (list [][3]float64) {
		for _, face := range s.Kinds[int(cell[0])] {
			for i := 0; i < len(face); i += 3 {
				list = append(list, [3]float64{face[i] + cell[1], face[i+1] + cell[2], face[i+2] + cell[3]})
			}
		}
		return list
	}
	common := map[[3]float64]bool{}
	others := corners(b)
	for _, p := range corners(a) {
		for _, q := range others {
			if d := max(math.Abs(p[0]-q[0]), math.Abs(p[1]-q[1]), math.Abs(p[2]-q[2])); d < 1e-5 {
				common[[3]float64{math.Round(1e4 * p[0]), math.Round(1e4 * p[1]), math.Round(1e4 * p[2])}] = true
			}
		}
	}
	return len(common)
}

// TestSolidOfMotion takes two triangular prisms apart, which are drawn as prisms.
func TestSolidOfMotion(t *testing.T) {
	prism := func(c shapes.Cell) (list [][3]int) {
		base, tip := 2*c.Y, 2*c.Y+2
		if (c.X+c.Y)%2 != 0 {
			base, tip = tip, base
		}
		for z := 2 * c.Z; z <= 2*c.Z+2; z += 2 {
			list = append(list, [3]int{2 * c.X, base, z}, [3]int{2*c.X + 4, base, z}, [3]int{2*c.X + 2, tip, z})
		}
		return list
	}
	motion := &assembly.Motion{Axes: []shapes.Cell{{Z: 1}, {X: 2}, {X: 1, Y: 1}, {X: -1, Y: 1}}, Corners: prism, Scale: [3]float64{0.5, math.Sqrt(0.75), 0}}
	pieces := []shapes.Shape{shapes.New(shapes.Cube, shapes.Cell{}), shapes.New(shapes.Cube, shapes.Cell{X: 1})}
	d, err := assembly.Disassemble(t.Context(), pieces, assembly.Options{Motion: motion})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := SolidOf(d)
	if !ok || s.Err() != nil || len(s.Kinds) != 2 || len(s.Pieces) != 2 {
		t.Fatalf("view %v: %v", s, s.Err())
	}
	for _, kind := range s.Kinds {
		sides := map[int]int{}
		for _, face := range kind {
			sides[len(face)/3]++
			for i := 0; i < len(face); i += 3 { // all edges of the prism have the length 1
				a, b := face[i:i+3], face[(i+3)%len(face):]
				if length := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]); math.Abs(length-1) > 1e-5 {
					t.Errorf("an edge of %v has length %v", face, length)
				}
			}
		}
		if sides[3] != 2 || sides[4] != 3 || len(kind) != 5 {
			t.Errorf("%v, expected a prism", kind)
		}
	}
	if common := commonCorners(s, s.Pieces[0].Cells, s.Pieces[1].Cells); common != 4 {
		t.Errorf("%d common corners, expected the 4 of a face", common)
	}
}

func ExampleKindsOf() {
	l, err := shapes.LatticeByName("rhombic-dodecahedron")
	fmt.Println(len(KindsOf(l)[0]), "faces", err)
	// Output: 12 faces <nil>
}

func TestSolidErr(t *testing.T) {
	good := func() Solid {
		s, _ := SolidOf(shapes.Soma()[0])
		s.Kinds = Cubes()
		return s
	}
	for want, spoil := range map[string]func(*Solid){
		"face 0 of kind 0":       func(s *Solid) { s.Kinds[0][0] = s.Kinds[0][0][:8] },
		"piece 0 has 13 numbers": func(s *Solid) { s.Pieces[0].Cells = append(s.Pieces[0].Cells, 1) },
		"color 12":               func(s *Solid) { s.Pieces[0].Color = 12 },
		"of kind 1":              func(s *Solid) { s.Pieces[0].Cells[4] = 1 },
		"of kind 0.5":            func(s *Solid) { s.Pieces[0].Cells[0] = 0.5 },
		"step 1 of 1":            func(s *Solid) { s.Start = 1 },
		"2 offsets":              func(s *Solid) { s.Steps[0].At = append(s.Steps[0].At, nil) },
		"offset of piece 0":      func(s *Solid) { s.Steps[0].At[0] = []float64{0, math.NaN(), 0} },
	} {
		s := good()
		spoil(&s)
		if err := s.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		} else if page := s.HTML(); strings.Contains(page, "<script>") || !strings.Contains(page, "play: ") {
			t.Errorf("%q: the page is not the still picture with the error", want)
		}
	}
}

// The moves of a disassembly are steps, from the assembly to the last piece that leaves.
func TestSolidOfDisassembly(t *testing.T) {
	a := shapes.MustParse("A = cube [(0,0,2), (1,0,2), (0,1,2), (2,1,0), (0,2,0), (0,2,1), (0,2,2), (1,2,0), (2,2,0), (2,2,1), (2,2,2)]")
	b := shapes.MustParse("B = cube [(1,0,1), (2,0,1), (1,1,1), (1,1,2), (1,2,2)]")
	d, err := assembly.Disassemble(context.Background(), []shapes.Shape{a, b}, assembly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := SolidOf(d)
	if !ok || s.Err() != nil {
		t.Fatalf("%v, %v, %v", s, ok, s.Err())
	}
	if got, want := s.String(), "view in space: level 2: 2 pieces apart in 2 moves; 2 pieces, 3 steps"; got != want {
		t.Errorf("%s; expected %s", got, want)
	}
	for i, want := range [][]float64{{0, 0, 0}, {0, 1, 0}, {0, 1, 3}} {
		if got := s.Steps[i].At[1]; !slices.Equal(got, want) {
			t.Errorf("step %d: B at %v; expected %v", i, got, want)
		}
	}
}

// A solution of a burr is the view of its moves or, without them, of its pieces.
func TestSolidOfSolution(t *testing.T) {
	left, right := shapes.Rectangle(1, 2).Solid(), shapes.Rectangle(1, 2).Solid().Translate(0, 1, 0)
	d, err := assembly.Disassemble(context.Background(), []shapes.Shape{left, right}, assembly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tiling := cover.Tiling{Board: cover.BoardOf(left.Union(right))}
	for _, s := range []shapes.Shape{left, right} {
		tiling.Placements = append(tiling.Placements, cover.Placement{Piece: s, Shape: s})
	}
	packed := burr.Solution{Tiling: tiling}
	for _, c := range []struct{ value, same any }{
		{burr.Solution{Tiling: tiling, Disassembly: d}, d},
		{packed, tiling},
		{[]burr.Solution{packed, packed}, []cover.Tiling{tiling, tiling}},
	} {
		got, ok := SolidOf(c.value)
		want, _ := SolidOf(c.same)
		if !ok || got.String() != want.String() || len(got.Steps) != len(want.Steps) {
			t.Errorf("%T: %v; expected %v", c.value, got, want)
		}
	}
	if s, ok := SolidOf(burr.Solution{}); ok {
		t.Errorf("the zero solution has the view %v", s)
	}
}
