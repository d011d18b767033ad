// Colors of pieces.
//
// The hues are those of Okabe and Ito (Color Universal Design, 2008), which readers with any common
// kind of color blindness can tell apart at full strength. Full strength is too loud for areas on
// which letters have to be read, so each hue is mixed with white, on dark paper with a dimmed
// white, and ink on pieces is dark in both cases. How much of each hue is left was found by
// maximizing, for normal sight and for the three kinds of color blindness as simulated by Machado,
// Oliveira and Fernandes (2009, doi 10.1109/TVCG.2009.113), the least distance between two of the
// first four colors and between two of all eight, while the contrast of ink on every color stays
// above 4.5 to 1 (WCAG 2, level AA for text).
//
// The first four colors are for tilings and are the easiest to tell apart; all eight are for
// galleries, where the name of a piece picks the color.

package render

import "fmt"

// A color is what CSS needs: #rrggbb, without alpha.
type color struct{ r, g, b uint8 }

func (c color) String() string {
	if c.r%17 == 0 && c.g%17 == 0 && c.b%17 == 0 {
		return fmt.Sprintf("#%x%x%x", c.r/17, c.g/17, c.b/17)
	}
	return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b)
}

// mix gives percent of c and the rest of d, in each channel, as a translucent layer of c on d would
// look.
func (c color) mix(d color, percent int) color {
	channel := func(c, d uint8) uint8 { return uint8((int(c)*percent + int(d)*(100-percent) + 50) / 100) }
	return color{channel(c.r, d.r), channel(c.g, d.g), channel(c.b, d.b)}
}

// A theme is a choice of paper and of what is drawn on it.
type theme struct {
	paper color
	text  color    // captions and outlines of boards
	free  color    // fill of the cells of a board without a piece
	fills [8]color // of pieces
	ink   color    // borders of pieces and letters on them
}

// How many of the eight fills are used to color tilings.
const tilingColors = 4

var hues = [8]struct {
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

// letters gives the names of pieces in the order in which they get the fills in turn, so that
// neighbors in a gallery of pentominoes or tetrominoes differ.
const letters = "FILNPTUVWXYZOSJABCDEGHKMQR"

// colorOf is the fill of a name: by the table of letters, or by a hash of a longer name. Shapes
// without a name all have the first.
func colorOf(name string) int {
	if name == "" {
		return 0
	}
	if len(name) == 1 {
		for i := range letters {
			if letters[i] == name[0] {
				return i % len(hues)
			}
		}
	}
	h := uint32(2166136261) // FNV-1a
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return int((h ^ h>>16) % uint32(len(hues)))
}
