// SPDX-License-Identifier: BSD-3-Clause

// The palette.
//
// The first eight hues are those of Okabe and Ito (Color Universal Design, 2008), which readers
// with any common kind of color blindness can tell apart at full strength. Areas on which letters
// must be readable need paler colors, so each hue is mixed with white, or with a dimmed white on
// dark paper; ink on pieces is dark on both. The percentages maximize the smallest distance between
// two of the first four colors and between any two, for normal sight and for three kinds of color
// blindness as simulated by Machado, Oliveira and Fernandes (2009, doi 10.1109/TVCG.2009.113),
// while the contrast of ink on every color is at least 4.5 to 1 (WCAG 2, level AA for text). The
// last four hues were found in the same way; they reduce none of the distances.
//
// The first four colors are the easiest to tell apart and are used for four-colored tilings. All
// twelve are used for pieces (piececolor.go).

package render

import "fmt"

// A color is an opaque RGB color.
type color struct{ r, g, b uint8 }

func (c color) String() string {
	if c.r%17 == 0 && c.g%17 == 0 && c.b%17 == 0 {
		return fmt.Sprintf("#%x%x%x", c.r/17, c.g/17, c.b/17)
	}
	return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b)
}

// mix returns the color of a translucent layer of c on d, with the given percentage of c.
func (c color) mix(d color, percent int) color {
	channel := func(c, d uint8) uint8 { return uint8((int(c)*percent + int(d)*(100-percent) + 50) / 100) }
	return color{channel(c.r, d.r), channel(c.g, d.g), channel(c.b, d.b)}
}

// A theme is the color of the paper and the colors that are drawn on it.
type theme struct {
	paper color
	text  color     // captions and outlines of boards
	free  color     // fill of the cells of a board without a piece
	fills [12]color // of pieces
	ink   color     // borders of pieces and letters on them
}

// The number of fills for four-colored tilings.
const tilingColors = 4

var hues = [12]struct {
	name        string
	color       color
	light, dark int // strength in percent on light and on dark paper
}{
	{"sky blue", color{0x56, 0xb4, 0xe9}, 72, 72},
	{"yellow", color{0xf0, 0xe4, 0x42}, 45, 55},
	{"vermilion", color{0xd5, 0x5e, 0x00}, 62, 66},
	{"blue", color{0x00, 0x72, 0xb2}, 72, 74},
	{"bluish green", color{0x00, 0x9e, 0x73}, 70, 72},
	{"reddish purple", color{0xcc, 0x79, 0xa7}, 62, 62},
	{"orange", color{0xe6, 0x9f, 0x00}, 52, 60},
	{"gray", color{0x99, 0x99, 0x99}, 35, 45},
	{"pale green", color{0x66, 0xff, 0x66}, 30, 32},
	{"brown", color{0x99, 0x66, 0x33}, 84, 80},
	{"plum", color{0x66, 0x33, 0x66}, 60, 55},
	{"periwinkle", color{0x33, 0x66, 0xff}, 50, 50},
}

var (
	white = color{0xff, 0xff, 0xff}
	black = color{0x16, 0x16, 0x16}
	light = theme{paper: white, text: black, free: black.mix(white, 6), ink: black}
	dark  = theme{paper: black, text: color{0xf4, 0xf4, 0xf4}, free: color{0x4c, 0x4c, 0x4c}, ink: black}
)

func init() {
	dimmed := color{0xd8, 0xd8, 0xd8}
	for i, hue := range hues {
		light.fills[i] = hue.color.mix(white, hue.light)
		dark.fills[i] = hue.color.mix(dimmed, hue.dark)
	}
}
