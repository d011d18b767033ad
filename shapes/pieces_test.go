// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Each set is the complete list of free polyforms of its size, with different names.
func TestCompleteSets(t *testing.T) {
	for _, test := range []struct {
		name string
		set  []Shape
	}{
		{"trominoes", MustSetByName("trominoes")}, {"tetrominoes", Tetrominoes()}, {"pentominoes", Pentominoes()},
		{"hexominoes", Hexominoes()}, {"hexiamonds", Hexiamonds()}, {"heptiamonds", MustSetByName("heptiamonds")},
		{"tetrahexes", Tetrahexes()}, {"pentahexes", MustSetByName("pentahexes")}, {"tetrasticks", MustSetByName("tetrasticks")},
		{"tetrakings", MustSetByName("tetrakings")},
	} {
		var got []Shape
		names := map[string]bool{}
		for _, s := range test.set {
			got = append(got, s.Canonical(Free).Named(""))
			names[s.Name()] = true
			if s != s.Normal() {
				t.Errorf("%s: %v is not in the corner", test.name, s)
			}
		}
		slices.SortFunc(got, Shape.Compare)
		want, err := Enumerate(context.Background(), got[0].Lattice(), got[0].Size(), Free)
		if err != nil || !slices.Equal(got, want) || len(names) != len(want) {
			t.Errorf("%s: %d pieces with %d names are not the %d free polyforms (%v)", test.name, len(got), len(names), len(want), err)
		}
	}
}

// Facts about pieces that their names imply, so that no two names can have been exchanged
// unnoticed.
func TestHexiamondSymmetries(t *testing.T) {
	want := map[string]string{
		"bar": "half turn", "butterfly": "two axes", "chevron": "level axis", "crook": "none", "crown": "upright axis",
		"hexagon": "full", "hook": "none", "lobster": "upright axis", "signpost": "none", "snake": "half turn",
		"sphinx": "none", "yacht": "none",
	}
	for _, s := range Hexiamonds() {
		if got := s.Symmetry(); got != want[s.Name()] {
			t.Errorf("the %s has symmetry %q, want %q", s.Name(), got, want[s.Name()])
		}
	}
}

// The same for one-sided sets.
func TestCompleteOneSidedSets(t *testing.T) {
	for _, test := range []struct {
		name string
		size int
	}{
		{"one-sided tetrominoes", 7}, {"one-sided pentominoes", 18}, {"one-sided hexominoes", 60},
		{"one-sided hexiamonds", 19}, {"one-sided tetrahexes", 10}, {"one-sided tetrasticks", 25}, {"tetracubes", 8},
	} {
		set, err := SetByName(test.name)
		if err != nil {
			t.Fatal(err)
		}
		var got []Shape
		names := map[string]bool{}
		for _, s := range set {
			got = append(got, s.Canonical(OneSided).Named(""))
			names[s.Name()] = true
		}
		slices.SortFunc(got, Shape.Compare)
		want, err := Enumerate(context.Background(), got[0].Lattice(), got[0].Size(), OneSided)
		if err != nil || !slices.Equal(got, want) || len(names) != test.size || len(want) != test.size {
			t.Errorf("%s: %d pieces with %d names are not the %d one-sided polyforms (%v)", test.name, len(got), len(names), len(want), err)
		}
	}
}

// Facts about hexominoes that their names imply, so that no two names can have been exchanged
// unnoticed.
func TestHexominoSymmetries(t *testing.T) {
	want := map[string]string{
		"diagonal":  "A, K",
		"axis":      "C, D, E, long T, X, low Y",
		"two axes":  "I, O",
		"half turn": "short N, long S, Wb, italic X, long Z",
		"none":      "high F, low F, high 4, low 4, G, H, J, L, M, long N, P, Q, R, short T, U, V, Wa, Wc, high Y, short Z",
	}
	classes := map[string][]string{}
	for _, s := range MustSetByName("hexominoes") {
		classes[s.Symmetry()] = append(classes[s.Symmetry()], s.Name())
	}
	for class, names := range classes {
		if got := strings.Join(names, ", "); got != want[class] {
			t.Errorf("hexominoes with symmetry %q are %s, want %s", class, got, want[class])
		}
	}
}

// The same for heptiamonds, pentahexes and tetrasticks: which of them are their own mirror images.
func TestAchiralPieces(t *testing.T) {
	for _, test := range []struct {
		set  []Shape
		want string
	}{
		{MustSetByName("heptiamonds"), "C D I M V"}, {MustSetByName("pentahexes"), "A C D E I L U V W X Y"}, {Tetrahexes(), "I O U Y"},
		{MustSetByName("tetrasticks"), "I O T U V W X"}, {Pentominoes(), "I T U V W X"},
	} {
		var names []string
		for _, s := range test.set {
			if !s.Chiral() {
				names = append(names, s.Name())
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s are their own mirror images, want %s", got, test.want)
		}
	}
}

func TestBedlam(t *testing.T) {
	if !MustSetByName("bedlam")[0].Equal(Soma()[5].Canonical(OneSided)) {
		t.Errorf("%v is not the Soma piece %v", MustSetByName("bedlam")[0], Soma()[5])
	}
	for _, s := range MustSetByName("bedlam")[1:4] {
		if flat, _ := Pentomino(s.Name()); !s.Equal(flat.Solid().Canonical(OneSided)) {
			t.Errorf("%v is not the pentomino %v", s, flat)
		}
	}
	size, names := 0, map[string]bool{}
	different := map[Shape]bool{}
	for _, s := range MustSetByName("bedlam") {
		if !s.Connected() || s != s.Canonical(OneSided) || s.Size() != 5 && s.Name() != "B" {
			t.Errorf("%v is no piece", s)
		}
		size += s.Size()
		names[strings.ToLower(s.Name())] = true
		different[s.Named("")] = true
	}
	if len(names) != 13 || len(different) != 13 || size != 64 {
		t.Errorf("%d different pieces with %d names have %d cubes, want 13 of 64", len(different), len(names), size)
	}
}

func TestTangram(t *testing.T) {
	tans := 0
	for _, s := range MustSetByName("tangram") {
		if s != s.Normal() || !s.Connected() {
			t.Errorf("%v is not in the corner", s)
		}
		tans += s.Area()
	}
	if tans != 16 {
		t.Errorf("the pieces have %d half squares, want 16", tans)
	}
}

func TestSets(t *testing.T) {
	for _, name := range SetNames() {
		list, err := SetByName(strings.ToUpper(strings.ReplaceAll(name, " ", "-")))
		if err != nil || len(list) == 0 {
			t.Errorf("the set %s is %v, %v", name, list, err)
		}
		// Pieces have the same name only if they are the same, as two pairs of the tangram are.
		names, different := map[string]bool{}, map[Shape]bool{}
		for _, s := range list {
			names[strings.ToLower(s.Name())] = true
			different[s] = true
		}
		if len(names) != len(different) || len(different) != len(list) && name != "tangram" {
			t.Errorf("the set %s has %d names for %d different pieces of %d", name, len(names), len(different), len(list))
		}
		list[0] = Shape{}
		if again, _ := SetByName(name); again[0].Empty() {
			t.Errorf("a caller can change the set %s", name)
		}
	}
	if _, err := SetByName("octominoes"); err == nil || !strings.HasPrefix(err.Error(), `shapes: unknown set "octominoes", expected one of monomino, domino, `) {
		t.Errorf("error %v", err)
	}
	if _, err := PieceByName("hexominoes", "B"); err == nil || !strings.Contains(err.Error(), "E, high F, low F, high 4, low 4, G") {
		t.Errorf("error %v", err)
	}
}

// The Soma pieces are the polycubes of three or four cubes that are not convex, up to turns.
func TestSoma(t *testing.T) {
	var want []Shape
	for n := 3; n <= 4; n++ {
		list, err := Enumerate(context.Background(), Cube, n, OneSided)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			if box := s.Width() * s.Height() * s.Depth(); box != s.Size() {
				want = append(want, s)
			}
		}
	}
	var got []Shape
	size := 0
	for _, s := range Soma() {
		got = append(got, s.Canonical(OneSided).Named(""))
		size += s.Size()
	}
	slices.SortFunc(got, Shape.Compare)
	slices.SortFunc(want, Shape.Compare)
	if !slices.Equal(got, want) || size != 27 {
		t.Errorf("Soma has %d pieces of %d cubes, want %d pieces of 27", len(got), size, len(want))
	}
	a, b := Soma()[4], Soma()[5]
	if !a.Reflect().Canonical(OneSided).Equal(b.Canonical(OneSided)) || !a.Chiral() {
		t.Errorf("%v and %v are not mirror images", a, b)
	}
}

func TestWithMirrorImages(t *testing.T) {
	for _, test := range []struct {
		set  []Shape
		want int
	}{{Tetrominoes(), 7}, {Pentominoes(), 18}, {Hexiamonds(), 19}, {Tetrahexes(), 10}, {MustSetByName("tetrasticks"), 25}, {MustSetByName("solid pentominoes"), 12}} {
		all := WithMirrorImages(test.set)
		different := map[Shape]bool{}
		for _, s := range all {
			different[s.Canonical(OneSided).Named("")] = true
		}
		if len(all) != test.want || len(different) != test.want {
			t.Errorf("%d pieces become %d, of which %d differ, want %d", len(test.set), len(all), len(different), test.want)
		}
	}
}

func ExampleWithMirrorImages() {
	var names []string
	for _, s := range WithMirrorImages(Pentominoes()) {
		names = append(names, s.Name())
	}
	fmt.Println(strings.Join(names, " "))
	// Output: F F' I L L' N N' P P' T U V W X Y Y' Z Z'
}

func ExamplePieceByName_hexiamond() {
	sphinx, err := PieceByName("hexiamonds", "sphinx")
	fmt.Println(err)
	fmt.Println(sphinx.Text())
	// Output:
	// <nil>
	// v^v^v.
	//  v.....
}

func ExamplePieceByName_hexomino() {
	for _, name := range []string{"short N", "Wa"} {
		s, err := PieceByName("hexominoes", name)
		fmt.Println(err, s.Symmetry())
		fmt.Println(s.Text())
	}
	// Output:
	// <nil> half turn
	// .#
	// ##
	// ##
	// #.
	// <nil> none
	// ..#
	// ..#
	// .##
	// ##.
}

func ExampleSetByName() {
	for _, name := range []string{"one-sided tetrominoes", "bedlam", "heptominoes"} {
		list, err := SetByName(name)
		if err != nil {
			fmt.Println(err.Error()[:40])
			continue
		}
		var names []string
		cells := 0
		for _, s := range list {
			names = append(names, s.Name())
			cells += s.Size()
		}
		fmt.Println(strings.Join(names, " "), cells)
	}
	// Output:
	// I J L O S T Z 28
	// B F W X 1 2 3 4 5 6 7 8 9 64
	// shapes: unknown set "heptominoes", expec
}

func ExampleMustSetByName_tangram() {
	for _, s := range MustSetByName("tangram") {
		fmt.Println(s.Name(), s.Area(), s.Symmetry())
	}
	// Output:
	// large triangle 4 diagonal
	// large triangle 4 diagonal
	// medium triangle 2 axis
	// small triangle 1 diagonal
	// small triangle 1 diagonal
	// square 2 full
	// parallelogram 2 half turn
}
