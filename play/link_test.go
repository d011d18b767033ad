// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"encoding/json"
	"strings"
	"testing"

	"polka/cover"
	"polka/internal/link"
	"polka/shapes"
)

// Links have the placements that the widget has: by the rule, or in full where it gives others.
func TestLink(t *testing.T) {
	all := puzzles(t)
	y := shapes.Pentominoes()[11]
	all["marks"] = cover.New(cover.Rectangle(6, 10).WithMark('I', shapes.Rectangle(1, 1)), shapes.Pentominoes()...)
	all["some"] = cover.New(cover.Rectangle(5, 5)).With(cover.Pieces(shapes.Pentominoes()...).AtMost(1))
	all["several"] = cover.New(cover.Rectangle(5, 10)).With(cover.Pieces(y).Times(10))
	full := map[string]bool{}
	for name, p := range all {
		g, err := NewGame(p)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if g.places == nil {
			t.Fatalf("%s: no placements", name)
		}
		address, err := g.Link("https://example.org/open.html")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d, err := link.Decode(address)
		if err != nil || d.Kind != link.Puzzle || !strings.HasPrefix(address, "https://example.org/open.html#1.") {
			t.Fatalf("%s: %v, %v", name, d.Kind, err)
		}
		var short linkPuzzle
		if err := json.Unmarshal(d.Data, &short); err != nil {
			t.Fatal(err)
		}
		whole, _ := short.expand()
		if full[name] = short.Places != nil; full[name] {
			whole.Places, whole.Options, whole.Low, whole.High = short.Places, short.Options, short.Low, short.High
		}
		data := g.data()
		if got, want := strings.Join(whole.form(), "\n"), strings.Join(data.form(), "\n"); got != want {
			t.Errorf("%s: the link has other placements", name)
		}
		t.Logf("%s: %d characters, placements in full: %v", name, len(address), full[name])
	}
	for _, name := range []string{"pentominoes", "hexiamonds", "tetrahexes", "soma", "dominoes", "optional", "marks", "some", "several"} {
		if full[name] {
			t.Errorf("%s: the rule gives other placements", name)
		}
	}
}

// A link of the 6 by 10 rectangle is short enough for every program.
func TestLinkSize(t *testing.T) {
	g, err := NewGame(cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...))
	if err != nil {
		t.Fatal(err)
	}
	address, err := g.Link("")
	if err != nil || len(address) > 2500 {
		t.Errorf("%d characters, %v", len(address), err)
	}
}
