// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"polka/cover"
	"polka/shapes"
)

// TestEdges compares the numbers of edges with those of the cells of each plane lattice, and draws
// each edge once for each of its sides.
func TestEdges(t *testing.T) {
	for _, l := range shapes.Lattices() {
		if l.Spatial() || l == shapes.Stick {
			continue
		}
		var cells []shapes.Cell
		want := 0
		for kind := range l.NumKinds() {
			c := l.CellOfKind(kind)
			cells = append(cells, c)
			want += len(l.Corners(c))
		}
		asked := 0
		tiles := newTiles(shapes.New(l, cells...), func(c, d shapes.Cell) string { asked++; return "red" })
		got := 0
		for _, edges := range tiles.edges {
			got += len(edges)
		}
		if got != want || asked != want {
			t.Errorf("%v: %d edges, color was called %d times; the cells have %d edges", l, got, asked, want)
		}
	}
}

// TestEdgeColors looks at names of colors and the letters that stand for them.
func TestEdgeColors(t *testing.T) {
	names := []string{"red", "W", "fish", "frog", ""}
	k := 0
	tiles := newTiles(shapes.Rectangle(2, 3), func(_, _ shapes.Cell) string { k++; return names[k%len(names)] })
	fills := tiles.fills()
	if fills["red"] != hue(2) || fills["W"] != hue(7) {
		t.Errorf("red is %v, W is %v", fills["red"], fills["W"])
	}
	if fills["fish"] == fills["frog"] || fills["fish"] == fills["red"] {
		t.Errorf("fish is %v, frog is %v", fills["fish"], fills["frog"])
	}
	seen := map[string]bool{}
	for _, name := range tiles.names {
		l := tiles.letter[name]
		if seen[l] || len([]rune(l)) != 1 {
			t.Errorf("%s has the letter %q", name, l)
		}
		seen[l] = true
	}
	if tiles.letter["red"] != "r" || tiles.letter["W"] != "W" {
		t.Errorf("%v", tiles.letter)
	}
}

// TestEdgeLetters gives colors with the same first letter different letters: the first, or the one
// whose name the letter is, keeps it.
func TestEdgeLetters(t *testing.T) {
	for _, names := range [][]string{{"red", "rose", "blue", "brown"}, {"r", "red", "black"}} {
		next := 0
		tiles := newTiles(shapes.Rectangle(2, 2), func(_, _ shapes.Cell) string {
			next++
			return names[next%len(names)]
		})
		owner := make(map[string]string)
		for name, letter := range tiles.letter {
			if other, ok := owner[letter]; ok {
				t.Errorf("%s is the letter of %s and %s", letter, name, other)
			}
			owner[letter] = name
		}
		first := map[string]string{"b": slices.Sorted(maps.Keys(tiles.letter))[0], "r": names[0]}
		for letter, name := range first {
			if owner[letter] != name {
				t.Errorf("%v: %s is the letter of %q; expected %q", names, letter, owner[letter], name)
			}
		}
	}
}

// TestByDirection holds the colors to the number of directions: two pieces of a color are
// translations of each other, and pieces that are have the same color.
func TestByDirection(t *testing.T) {
	tiling := firstOf(cover.New(cover.Rectangle(6, 6)).With(cover.Pieces(shapes.MustParse("##/#.")).Any()))
	colors := panelOfTiling(tiling, scheme{direction: true}).parts
	for i, p := range tiling.Placements {
		for j, q := range tiling.Placements {
			if same := p.Shape.Normal().Equal(q.Shape.Normal()); same != (colors[i].color == colors[j].color) {
				t.Errorf("%v and %v: colors %d and %d", p.Shape, q.Shape, colors[i].color, colors[j].color)
			}
		}
	}
}

// TestColorByAnyNumber uses numbers outside of the twelve colors.
func TestColorByAnyNumber(t *testing.T) {
	for _, kind := range []int{-1, -13, 0, 11, 12, 1 << 40} {
		picture := Draw(sixByTen).ColorBy(func(cover.Placement) int { return kind })
		if svg := picture.SVG(); !strings.Contains(svg, fmt.Sprintf(`class="plk-%d"`, ((kind%12)+12)%12)) {
			t.Errorf("kind %d has another color", kind)
		}
	}
}

func ExampleDrawEdges() {
	// Two squares: one is red at its sides and one blue, both are white above and below.
	colors := map[shapes.Cell]string{{X: 0, Y: 0}: "red", {X: 1, Y: 0}: "blue"}
	picture := DrawEdges(shapes.Rectangle(1, 2), func(cell, neighbor shapes.Cell) string {
		if neighbor.Y != cell.Y {
			return "white"
		}
		return colors[cell]
	})
	fmt.Println(picture)
	// Output:
	// 2 tiles with colored edges: b = blue, r = red, w = white
	// 0,0: w r r w
	// 1,0: w b b w
}
