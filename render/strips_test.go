// SPDX-License-Identifier: BSD-3-Clause

package render_test

import (
	"fmt"
	"strings"
	"testing"

	"polka/cover"
	"polka/render"
	"polka/shapes"
)

// TestStrips shows strips of dominoes, and others with long recurrences or few tilings.
func TestStrips(t *testing.T) {
	table := func(rows int, pieces ...shapes.Shape) string {
		s, err := cover.CountStrips(t.Context(), rows, cover.Pieces(pieces...).Any())
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(render.Of(s))
	}
	for _, c := range []struct {
		got  string
		want []string
	}{
		{table(3, shapes.Domino()), []string{
			"strips of 3 rows", "(1 - x²) / (1 - 4 x² + x⁴)", "a(n) = 4 a(n-2) - a(n-4), from n = 4", "4, with", "1.9318517", "a(8), 8 columns", "153",
		}},
		{table(1, shapes.Monomino()), []string{"strips of 1 row", "(1) / (1 - x)", "a(n) = a(n-1), from n = 1", "a(1), 1 column"}},
		{table(8, shapes.Domino()), []string{"…", "12988816"}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.got, want) {
				t.Errorf("no %q in\n%s", want, c.got)
			}
		}
	}
}
