// SPDX-License-Identifier: BSD-3-Clause

package links

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"polka/dlx/internal/engine"
)

// drawProblem draws a problem in numbers.
func drawProblem(t *rapid.T) *engine.Problem {
	p := &engine.Problem{Primary: rapid.IntRange(1, 6).Draw(t, "primary"), First: []int32{0}}
	p.Items = p.Primary + rapid.IntRange(0, 4).Draw(t, "secondary")
	if rapid.Bool().Draw(t, "multiple") {
		for range p.Primary {
			low := rapid.Int32Range(0, 2).Draw(t, "low")
			p.Low = append(p.Low, low)
			p.High = append(p.High, max(1, low+rapid.Int32Range(0, 2).Draw(t, "slack")))
		}
	}
	for range rapid.IntRange(0, 12).Draw(t, "options") {
		n := len(p.Entries)
		for i := range p.Items {
			in := rapid.IntRange(0, 2).Draw(t, "in") == 0
			if i == p.Primary && len(p.Entries) == n {
				break
			}
			if in {
				color := int32(0)
				if i >= p.Primary {
					color = rapid.Int32Range(0, 2).Draw(t, "color")
				}
				p.Entries = append(p.Entries, engine.Entry{Item: int32(i), Color: color})
			}
		}
		if len(p.Entries) > n {
			p.First = append(p.First, int32(len(p.Entries)))
		}
	}
	return p
}

// state formats all links.
func (d *dance) state() string {
	return fmt.Sprint(d.node, d.size, d.next, d.prev, d.bound)
}

// TestRestored checks that every search restores the lists, when it is complete
// and after dives.
func TestRestored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		s := &engine.Search{}
		diver := NewDiver(p, s)
		d := diver.d
		before := d.state()
		if p.High == nil {
			d.exact(0)
		} else {
			d.multiple(0)
		}
		if after := d.state(); after != before {
			t.Fatalf("a search changed the lists:\n%s\n%s", before, after)
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			diver.Dive(random)
			if after := d.state(); after != before {
				t.Fatalf("a dive changed the lists:\n%s\n%s", before, after)
			}
		}
	})
}

// TestLayout compares the nodes with the table in the essay of links.go.
func TestLayout(t *testing.T) {
	p := &engine.Problem{
		Primary: 3, Items: 3,
		Entries: []engine.Entry{{Item: 0}, {Item: 2}, {Item: 1}, {Item: 2}},
		First:   []int32{0, 2, 4},
	}
	d := newDance(p, &engine.Search{})
	var item, up, down []int32
	for _, x := range d.node {
		item, up, down = append(item, x.item), append(up, x.up), append(down, x.down)
	}
	for _, c := range []struct {
		name      string
		got, want []int32
	}{
		{"item", item, []int32{0, 1, 2, 3, 0, 1, 3, -1, 2, 3, -2}},
		{"up", up, []int32{0, 5, 8, 9, 0, 1, 3, 5, 2, 6, 8}},
		{"down", down, []int32{0, 5, 8, 6, 6, 1, 9, 9, 2, 3, 0}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}
