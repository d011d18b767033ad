// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"testing"
)

// FuzzParseLattice reads any text. The symmetries of a lattice that is made have inverses, its text
// makes the same lattice, and as many polyforms are listed as are counted.
func FuzzParseLattice(f *testing.F) {
	for _, text := range []string{
		"lattice triangles\nlet h sqrt(3)/2\nstep 1 0\nstep 1/2 h\ncell 0,0 1,0 1/2,h\ncell 1,0 3/2,h 1/2,h\n",
		"# bricks\nlattice brick\nstep 2 0\nstep 1 1\ncell 0,0 2,0 2,1 0,1",
		"lattice kings\nneighbors corners\nstep 1 0\nstep 0 1\ncell 0,0 1,0 1,1 0,1",
		"lattice bcc\nstep 2 0 0\nstep 0 2 0\nstep 1 1 1",
		"lattice x\nstep 1 0\nstep 0 (1",
		"lattice torus-2x2\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLattice(text)
		if err != nil {
			return
		}
		t.Cleanup(func() {
			own.Lock()
			defer own.Unlock()
			delete(own.lattices, l.name)
		})
		for _, g := range l.Isometries() {
			if !g.Then(g.Inverse()).Identity() {
				t.Fatalf("%q: %v has no inverse", text, g)
			}
		}
		written, err := l.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseLattice(string(written)); err == nil && len(again.Isometries()) != len(l.Isometries()) {
			t.Fatalf("%q: the text %q has %d symmetries, expected %d", text, written, len(again.Isometries()), len(l.Isometries()))
		}
		for n := 1; n <= 2; n++ {
			count, err := Count(context.Background(), l, n, Free)
			if err != nil {
				t.Fatal(err)
			}
			list, err := Enumerate(context.Background(), l, n, Free)
			if err != nil || count.Int64() != int64(len(list)) {
				t.Fatalf("%q: listed %d polyforms of %d cells, error %v; counted %v", text, len(list), n, err, count)
			}
		}
	})
}
