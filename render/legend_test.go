// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"strings"
	"testing"

	"polka/cover"
	"polka/shapes"
)

// TestLegend: in a picture of one tiling by hexiamonds each piece has a letter of its own, and the
// legend gives its name. Lists, small cells and dominoes have no legend.
func TestLegend(t *testing.T) {
	tiling := firstOf(cover.New(cover.Parallelogram(shapes.Triangle, 6, 6), shapes.Hexiamonds()...))
	one := Draw(tiling).panels()[0]
	seen := map[string]bool{}
	for _, p := range one.parts {
		if seen[p.label] {
			t.Errorf("two pieces have the letter %q", p.label)
		}
		seen[p.label] = true
		found := 0
		for _, entry := range one.legend {
			if entry == p.label+" "+p.title {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s, %s: %d entries in %q", p.label, p.title, found, one.legend)
		}
	}
	if text := Draw(tiling).String(); !strings.Contains(text, one.legend[0]) {
		t.Errorf("the text has no legend:\n%s", text)
	}
	for name, picture := range map[string]Picture{
		"two tilings": Draw([]cover.Tiling{tiling, tiling}),
		"small cells": Draw(tiling).CellSize(8),
		"bare":        Draw(tiling).Unlabeled(),
		"dominoes":    Draw(firstOf(cover.New(cover.Rectangle(2, 2)).With(cover.Pieces(shapes.Domino()).Any()))),
	} {
		if svg := picture.SVG(); strings.Contains(svg, "sphinx,") || strings.Contains(svg, "a domino") {
			t.Errorf("%s have a legend", name)
		}
	}
}
