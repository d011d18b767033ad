// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"math"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
)

func (c color) colorful() colorful.Color {
	return colorful.Color{R: float64(c.r) / 255, G: float64(c.g) / 255, B: float64(c.b) / 255}
}

// luminance and contrast are defined by WCAG 2.
func (c color) luminance() float64 {
	r, g, b := c.colorful().LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

func contrast(c, d color) float64 {
	x, y := c.luminance(), d.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrast(t *testing.T) {
	for name, theme := range map[string]theme{"light": light, "dark": dark} {
		for i, fill := range theme.fills {
			if got := contrast(theme.ink, fill); got < 4.5 {
				t.Errorf("%s: contrast of ink on %s is %.2f, below 4.5", name, hues[i].name, got)
			}
		}
		if got := contrast(theme.text, theme.paper); got < 7 {
			t.Errorf("%s: contrast of text on paper is %.2f, below 7", name, got)
		}
		if got := contrast(theme.text, theme.free); got < 4.5 {
			t.Errorf("%s: contrast of the outline and free cells is %.2f, below 4.5", name, got)
		}
	}
	// Roles are words and lines on paper, except those that guide the eye or fill areas.
	for r := ink; r < tint; r++ {
		if r == faint || r == paper || r == print || r == free {
			continue
		}
		for name, got := range map[string]float64{
			"light": contrast(roleColors[r].light, light.paper), "dark": contrast(roleColors[r].dark, dark.paper),
		} {
			if got < 4.5 {
				t.Errorf("%s: contrast of %s on paper is %.2f, below 4.5", name, roleNames[r], got)
			}
		}
	}
	// Muted words stand on covered columns too.
	for name, got := range map[string]float64{
		"light": contrast(roleColors[muted].light, roleColors[faint].light), "dark": contrast(roleColors[muted].dark, roleColors[faint].dark),
	} {
		if got < 4.5 {
			t.Errorf("%s: contrast of muted words on covered columns is %.2f, below 4.5", name, got)
		}
	}
	// The lines between the cells of a board, and of a board in a recorded search.
	for name, theme := range map[string]theme{"light": light, "dark": dark} {
		for what, line := range map[string]color{"text": theme.text.mix(theme.free, 100*lineOpacity), "muted": theme.role(muted)} {
			if got := contrast(line, theme.free); got < 1.5 {
				t.Errorf("%s: contrast of lines (%s) on free cells is %.2f, below 1.5", name, what, got)
			}
		}
	}
	// On dark paper the borders of a piece vanish into the paper, so that its fill has to stand
	// out.
	for i, fill := range dark.fills {
		if got := contrast(dark.paper, fill); got < 3 {
			t.Errorf("dark: contrast of %s on paper is %.2f, below 3", hues[i].name, got)
		}
	}
}

// sights are the matrices of Machado, Oliveira and Fernandes for the complete absence of one kind
// of cones, on linear RGB.
var sights = map[string][3][3]float64{
	"normal sight": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func see(m [3][3]float64, c color) colorful.Color {
	r, g, b := c.colorful().LinearRgb()
	var out [3]float64
	for i := range out {
		out[i] = min(max(m[i][0]*r+m[i][1]*g+m[i][2]*b, 0), 1)
	}
	return colorful.LinearRgb(out[0], out[1], out[2])
}

// Colors are further apart, in CIE Lab with L from 0 to 1, than what is seen at a glance as another
// color.
func TestColorsCanBeToldApart(t *testing.T) {
	for name, theme := range map[string]theme{"light": light, "dark": dark} {
		for sight, m := range sights {
			four, all := math.Inf(1), math.Inf(1)
			for i, c := range theme.fills {
				for j, d := range theme.fills[:i] {
					distance := see(m, c).DistanceLab(see(m, d))
					all = min(all, distance)
					if i < tilingColors && j < tilingColors {
						four = min(four, distance)
					}
				}
			}
			if four < 0.16 {
				t.Errorf("%s, %s: two colors of tilings are %.3f apart", name, sight, four)
			}
			if all < 0.07 {
				t.Errorf("%s, %s: two colors are %.3f apart", name, sight, all)
			}
		}
	}
}
