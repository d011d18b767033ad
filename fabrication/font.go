// SPDX-License-Identifier: BSD-3-Clause

// Letters that a laser engraves.
//
// A letter is a list of strokes without width on a grid of 6 by 9, drawn for this package. Two
// digits are a point: column and row, from the lower left corner. Points are separated by spaces,
// strokes by bars. Lower case letters have the form of capitals.

package fabrication

import (
	"strings"
	"sync"
	"unicode"
)

var glyphs = sync.OnceValue(func() map[rune]string {
	return map[rune]string{
		'A': "00 39 60|13 53", 'B': "00 09 49 58 56 45 05|45 64 61 40 00", 'C': "68 49 29 07 02 20 40 61",
		'D': "00 09 39 67 62 30 00", 'E': "60 00 09 69|05 45", 'F': "00 09 69|05 45", 'G': "68 49 29 07 02 20 40 62 64 34",
		'H': "00 09|60 69|05 65", 'I': "30 39|10 50|19 59", 'J': "49 69|59 52 40 20 02", 'K': "00 09|69 03|25 60", 'L': "09 00 60",
		'M': "00 09 34 69 60", 'N': "00 09 60 69", 'O': "20 02 07 29 49 67 62 40 20", 'P': "00 09 49 68 65 44 04",
		'Q': "20 02 07 29 49 67 62 40 20|33 60", 'R': "00 09 49 68 65 44 04|34 60", 'S': "68 49 29 07 06 25 45 63 62 40 20 01",
		'T': "30 39|09 69", 'U': "09 02 20 40 62 69", 'V': "09 30 69", 'W': "09 10 36 50 69", 'X': "00 69|09 60", 'Y': "09 35 69|35 30",
		'Z': "09 69 00 60",
		'0': "20 02 07 29 49 67 62 40 20|02 67", '1': "17 39 30|10 50", '2': "07 29 49 67 65 00 60", '3': "08 29 49 67 66 45 25|45 63 62 40 20 01",
		'4': "50 59 03 63", '5': "69 09 05 45 63 62 40 20 01", '6': "68 49 29 07 02 20 40 62 63 45 25 03", '7': "09 69 20",
		'8': "25 06 07 29 49 67 66 45 25 03 02 20 40 62 63 45", '9': "01 20 40 62 67 49 29 07 06 24 44 66",
		'-': "05 65", '+': "05 65|32 38", '\'': "37 39", '_': "00 60", '/': "00 69", '.': "30 31",
	}
})

// engraved returns the strokes of a text with its middle at a point, at most so high and so wide.
func engraved(text string, middle point, height, width float64) [][]point {
	runes := []rune(strings.ToUpper(text))
	columns := float64(8*len(runes) - 2)
	scale := min(height/9, width/columns)
	var strokes [][]point
	for i, r := range runes {
		for _, stroke := range strings.Split(glyphs()[unicode.ToUpper(r)], "|") {
			var line []point
			for _, p := range strings.Fields(stroke) {
				at := point{float64(p[0]-'0') + float64(8*i) - columns/2, float64(p[1]-'0') - 4.5}
				line = append(line, middle.plus(at.times(scale)))
			}
			if len(line) > 1 {
				strokes = append(strokes, line)
			}
		}
	}
	return strokes
}
