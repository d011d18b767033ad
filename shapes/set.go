// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"fmt"
	"slices"
	"strings"
)

// sets lists the sets with their names.
var sets = []struct {
	name   string
	pieces func() []Shape
}{
	{"monomino", func() []Shape { return []Shape{Monomino()} }},
	{"domino", func() []Shape { return []Shape{Domino()} }},
	{"trominoes", trominoes},
	{"tetrominoes", tetrominoes},
	{"one-sided tetrominoes", oneSidedTetrominoes},
	{"pentominoes", pentominoes},
	{"one-sided pentominoes", func() []Shape { return WithMirrorImages(pentominoes()) }},
	{"hexominoes", hexominoes},
	{"one-sided hexominoes", func() []Shape { return WithMirrorImages(hexominoes()) }},
	{"hexiamonds", hexiamonds},
	{"one-sided hexiamonds", func() []Shape { return WithMirrorImages(hexiamonds()) }},
	{"heptiamonds", heptiamonds},
	{"tetrahexes", tetrahexes},
	{"one-sided tetrahexes", func() []Shape { return WithMirrorImages(tetrahexes()) }},
	{"pentahexes", pentahexes},
	{"tetrasticks", tetrasticks},
	{"one-sided tetrasticks", func() []Shape { return WithMirrorImages(tetrasticks()) }},
	{"tetrakings", tetrakings},
	{"tangram", tangram},
	{"hat", hat},
	{"tetracubes", tetracubes},
	{"soma", somaPieces},
	{"bedlam", bedlamPieces},
	{"solid pentominoes", solidPentominoes},
}

// SetByName returns the set of pieces with a name, in upper or lower case; a hyphen may be written
// as a space. An error lists the names, as [SetNames] does. The sets of polyforms contain all free
// ones of their size:
//
//	monomino, domino
//	trominoes          I and L
//	tetrominoes        I, L, O, S and T
//	pentominoes        12, by Golomb's letters
//	hexominoes         35, by the names of Kadon's set Sextillions, such as "high F"
//	hexiamonds         12, by O'Beirne's names, such as "sphinx"
//	heptiamonds        24, by the letters of Polyform Puzzler
//	tetrahexes         I, J, O, P, S, U and Y
//	pentahexes         22, by the letters of Polyform Puzzler
//	tetrasticks        16, by Barwell's letters
//	tetrakings         22: I, L, O, S, T, and K1 to K17
//
// Tetrominoes, pentominoes, hexominoes, hexiamonds, tetrahexes and tetrasticks also exist as
// one-sided sets, such as "one-sided pentominoes": the mirror image of the F is F' (see
// [WithMirrorImages]), and the one-sided tetrominoes are I, J, L, O, S, T and Z. The other sets
// are:
//
//	tetracubes  the one-sided ones: I, O, and L, T, Z, A, B and P as in soma
//	soma        the seven pieces of Piet Hein's Soma cube
//	bedlam      the thirteen pieces of Bruce Bedlam's cube, which fill a cube of side 4 in 19186
//	            ways up to rotation: the tetracube B, and the pentacubes F, W, X and 1 to 9
//	tangram     seven pieces, the large and the small triangle twice; together 16 half squares
//	hat         the shape of eight kites that tiles the plane, but never periodically
//	solid pentominoes  the 12 pentominoes made of cubes
func SetByName(name string) ([]Shape, error) {
	plain := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", " ") }
	for _, set := range sets {
		if plain(set.name) == plain(name) {
			return slices.Clone(set.pieces()), nil
		}
	}
	return nil, fmt.Errorf("shapes: unknown set %q, expected one of %s", name, strings.Join(SetNames(), ", "))
}

// MustSetByName is like [SetByName] but panics if there is no such set.
func MustSetByName(name string) []Shape {
	pieces, err := SetByName(name)
	if err != nil {
		panic(err.Error())
	}
	return pieces
}

// SetNames returns the names of the sets, those of polyominoes first.
func SetNames() []string {
	names := make([]string, len(sets))
	for i, set := range sets {
		names[i] = set.name
	}
	return names
}

// PieceByName returns a piece of a set, both given by their names in upper or lower case, such as
// PieceByName("hexiamonds", "sphinx"). An error lists the names.
func PieceByName(set, name string) (Shape, error) {
	pieces, err := SetByName(set)
	if err != nil {
		return Shape{}, err
	}
	var names []string
	for _, s := range pieces {
		if strings.EqualFold(s.name, name) {
			return s, nil
		}
		if !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	return Shape{}, fmt.Errorf("shapes: unknown piece %q of the set %s, expected one of %s", name, set, strings.Join(names, ", "))
}
