package shapes

import (
	"fmt"
	"strings"
)

// sets lists the sets by the names that Set knows.
var sets = []struct {
	name   string
	pieces func() []Shape
}{
	{"monomino", func() []Shape { return []Shape{Monomino()} }},
	{"domino", func() []Shape { return []Shape{Domino()} }},
	{"trominoes", Trominoes},
	{"tetrominoes", Tetrominoes},
	{"one-sided tetrominoes", OneSidedTetrominoes},
	{"pentominoes", Pentominoes},
	{"one-sided pentominoes", OneSidedPentominoes},
	{"hexominoes", Hexominoes},
	{"one-sided hexominoes", OneSidedHexominoes},
	{"hexiamonds", Hexiamonds},
	{"one-sided hexiamonds", func() []Shape { return WithMirrorImages(Hexiamonds()) }},
	{"heptiamonds", Heptiamonds},
	{"tetrahexes", Tetrahexes},
	{"one-sided tetrahexes", func() []Shape { return WithMirrorImages(Tetrahexes()) }},
	{"pentahexes", Pentahexes},
	{"tetrasticks", Tetrasticks},
	{"one-sided tetrasticks", func() []Shape { return WithMirrorImages(Tetrasticks()) }},
	{"tetrakings", Tetrakings},
	{"tangram", Tangram},
	{"tetracubes", Tetracubes},
	{"soma", Soma},
	{"bedlam", Bedlam},
	{"solid pentominoes", SolidPentominoes},
}

// Set gives the set of pieces with one of the names that [SetNames] lists, such as "pentominoes" or
// "soma". Case does not matter, and a hyphen may stand for a space.
func Set(name string) ([]Shape, error) {
	plain := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", " ") }
	for _, set := range sets {
		if plain(set.name) == plain(name) {
			return set.pieces(), nil
		}
	}
	return nil, fmt.Errorf("shapes: there is no set %q, only %s", name, strings.Join(SetNames(), ", "))
}

// SetNames lists the names of sets of pieces, polyominoes first.
func SetNames() []string {
	names := make([]string, len(sets))
	for i, set := range sets {
		names[i] = set.name
	}
	return names
}
