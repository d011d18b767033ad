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
		{"trominoes", Trominoes()}, {"tetrominoes", Tetrominoes()}, {"pentominoes", Pentominoes()},
		{"hexiamonds", Hexiamonds()}, {"tetrahexes", Tetrahexes()}, {"tetrasticks", Tetrasticks()},
	} {
		var got []Shape
		names := map[string]bool{}
		for _, s := range test.set {
			got = append(got, s.Canonical().Named(""))
			names[s.Name()] = true
			if s != s.Normal() {
				t.Errorf("%s: %v is not in the corner", test.name, s)
			}
		}
		slices.SortFunc(got, Shape.Compare)
		want, err := Free(context.Background(), got[0].Lattice(), got[0].Size())
		if err != nil || !slices.Equal(got, want) || len(names) != len(want) {
			t.Errorf("%s: %d pieces with %d names are not the %d free polyforms (%v)", test.name, len(got), len(names), len(want), err)
		}
	}
}

// Facts about pieces that their names imply, so that no two names can have been exchanged unnoticed.
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

// The Soma pieces are the polycubes of three or four cubes that are not convex, up to turns.
func TestSoma(t *testing.T) {
	var want []Shape
	for n := 3; n <= 4; n++ {
		list, err := OneSided(context.Background(), Cube, n)
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
		got = append(got, s.OneSided().Named(""))
		size += s.Size()
	}
	slices.SortFunc(got, Shape.Compare)
	slices.SortFunc(want, Shape.Compare)
	if !slices.Equal(got, want) || size != 27 {
		t.Errorf("Soma has %d pieces of %d cubes, want %d pieces of 27", len(got), size, len(want))
	}
	a, b := Soma()[4], Soma()[5]
	if !a.Reflect().OneSided().Equal(b.OneSided()) || !a.Chiral() {
		t.Errorf("%v and %v are not mirror images", a, b)
	}
}

func TestWithMirrorImages(t *testing.T) {
	for _, test := range []struct {
		set  []Shape
		want int
	}{{Tetrominoes(), 7}, {Pentominoes(), 18}, {Hexiamonds(), 19}, {Tetrahexes(), 10}, {Tetrasticks(), 25}, {SolidPentominoes(), 12}} {
		all := WithMirrorImages(test.set)
		different := map[Shape]bool{}
		for _, s := range all {
			different[s.OneSided().Named("")] = true
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

func ExampleHexiamond() {
	sphinx, err := Hexiamond("sphinx")
	fmt.Println(err)
	fmt.Println(sphinx.Text())
	// Output:
	// <nil>
	// v^v^v.
	//  v.....
}
