// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"testing"

	"polka/shapes"
)

// The images of the sample do not meet, but for the sample itself under the identity.
func TestLopsided(t *testing.T) {
	for _, l := range shapes.Lattices() {
		s := lopsided(l)
		if n := len(s.Symmetries()); n != 1 || !s.Connected() {
			t.Errorf("%v: %d symmetries, connected %v", s, n, s.Connected())
		}
		for _, g := range l.Isometries()[1:] {
			if image := g.Apply(s); !image.Intersection(s).Empty() {
				t.Errorf("%v: %v meets %v", g, image, s)
			}
		}
	}
}
