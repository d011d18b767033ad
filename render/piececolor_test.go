// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"testing"

	"pgregory.net/rapid"

	"polka/cover"
	"polka/shapes"
)

// Sets of at most twelve pieces have different colors.
func TestColorsOfSets(t *testing.T) {
	for _, set := range pieceSets() {
		count, most := map[string]bool{}, map[int]int{}
		for _, s := range set {
			if key := pieceKey(s); !count[key] {
				count[key] = true
				most[colorOf(key)]++
			}
		}
		if len(count) <= len(hues) && len(most) != len(count) {
			t.Errorf("%d pieces like %v have %d colors", len(count), set[0], len(most))
		}
	}
}

// The color of a piece depends neither on its name nor on its position.
func TestColorsAreInvariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom(shapes.Lattices()).Draw(t, "lattice")
		board := cover.Box(2, 2, 2)
		if !l.Spatial() {
			board = cover.Parallelogram(l, 3, 3)
		}
		s := partitionOf(t, board.Shape(), 8)[0]
		g := rapid.SampledFrom(l.Isometries()).Draw(t, "isometry")
		image := g.Apply(s).Translate(rapid.IntRange(-5, 5).Draw(t, "x"), rapid.IntRange(-5, 5).Draw(t, "y"), 0).Named("my piece")
		if c, d := colorOf(pieceKey(s)), colorOf(pieceKey(image)); c != d {
			t.Errorf("%v has color %d, and its image %v has color %d", s, c, image, d)
		}
	})
}

func TestMirrorImagesWithNames(t *testing.T) {
	colors := map[int]bool{}
	for _, s := range shapes.MustSetByName("one-sided tetrominoes") {
		colors[colorOf(pieceKey(s))] = true
	}
	if len(colors) != 7 {
		t.Errorf("the seven one-sided tetrominoes have %d colors", len(colors))
	}
}

// A gallery, a tiling and the recorded search of a puzzle show a piece in the same color.
func TestPiecesKeepTheirColors(t *testing.T) {
	want := map[string]int{}
	for _, p := range Draw(shapes.Pentominoes()).panels() {
		want[p.parts[0].label] = p.parts[0].color
	}
	puzzle := cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...)
	for where, parts := range map[string][]part{
		"a tiling": panelOfTiling(sixByTen, scheme{}).parts, "the next tiling": panelOfTiling(threeBy20, scheme{}).parts,
		"a puzzle": {panelOfTiling(firstOf(puzzle), scheme{}).parts[0]},
	} {
		for _, p := range parts {
			if p.color != want[p.label] {
				t.Errorf("in %s, piece %s has color %d, want %d", where, p.label, p.color, want[p.label])
			}
		}
	}
	for _, p := range stageOf(puzzle).places {
		if p.color != want[p.label] {
			t.Fatalf("in a recording, piece %s has color %d, want %d", p.label, p.color, want[p.label])
		}
	}
}

// Neighbors differ, although pieces keep their colors.
func TestNeighborsDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := partition(t, 8, 10, rapid.IntRange(1, 9).Draw(t, "largest"))
		colors := pieceColors(parts, parts)
		for i, near := range adjacency(parts) {
			for _, j := range near {
				if colors[i] == colors[j] {
					t.Errorf("%v and %v touch and have color %d", parts[i], parts[j], colors[i])
				}
			}
		}
	})
}

func TestManyCopiesHaveFourColors(t *testing.T) {
	var dominoes []shapes.Shape
	for y := range 8 {
		for x := range 4 {
			dominoes = append(dominoes, shapes.Domino().Translate(2*x, y, 0))
		}
	}
	used := map[int]int{}
	for _, c := range pieceColors(dominoes, dominoes) {
		used[c]++
	}
	if len(used) != tilingColors {
		t.Errorf("dominoes have the colors %v", used)
	}
}
