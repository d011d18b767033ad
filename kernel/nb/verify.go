// SPDX-License-Identifier: BSD-3-Clause

// What may differ between two runs of the same cells.
//
// Times, addresses and the seconds that something took differ by nature; so do the bytes of a
// picture that looks the same. Verify compares outputs in a form without them:
//
//	addresses, 0xc000012345                    all with 9 to 12 digits are one
//	numbers with a unit of time, 1.5ms, 0.2 s  the number is left out; whole seconds are not
//	rates, 12,000 nodes/s                      the number is left out
//	times of day and dates with them           left out; a date alone is not
//	the state of the monotonic clock, m=+0.01  left out
//	SVG                                        the drawing (drawing.go)
//	PNG                                        the pixels
//
// The number of digits before the unit does not count either, so a duration may become longer.

package nb

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image/png"
	"maps"
	"slices"

	"polka/internal/pattern"
	"polka/kernel/display"
)

// Verify is Compare without what differs by nature between two runs.
func Verify(stored, fresh *Notebook) []Difference { return compareAll(stored, fresh, lasting) }

// Fingerprint is a hash of the outputs of a cell, in the form in which Verify compares them.
func (c *Cell) Fingerprint() string {
	h := sha256.New()
	for _, o := range merge(c.Outputs) {
		p := parts(o)
		fmt.Fprintf(h, "%s\x00", kind(o))
		for _, name := range slices.Sorted(maps.Keys(p)) {
			text, _ := p[name].(string)
			fmt.Fprintf(h, "%s\x00%s\x00", name, lasting(name, text))
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// A fleeting is a pattern of what differs, and what stands for it.
var fleeting = []struct {
	pattern *pattern.Pattern
	instead string
}{
	{pattern.New(`\b0x[0-9a-f]{9,12}\b`), "ADDRESS"},
	{pattern.New(`\bm=[+-]\d+\.\d+`), "CLOCK"},
	{pattern.New(`\b(\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(\.\d+)?( ?[+-]\d\d:?\d\d)?( [A-Z]{3,4}\b)?`), "TIME"},
	{pattern.New(`\b(\d+h)?(\d+m)?\d+\.\d+ ?s\b`), "DURATION"},
	{pattern.New(`\b\d[\d.,]* ?(ns|µs|μs|us|ms)\b`), "DURATION"},
	{pattern.New(`\b\d[\d.,]* ?[kMG]?(\w+ )?\w*/s\b`), "RATE"},
}

// lasting returns the form of a part of an output in which Verify compares it.
func lasting(name, text string) string {
	switch name {
	case display.SVGType:
		if d, ok := drawing(text); ok {
			return d
		}
		return text
	case "image/png":
		if p, ok := pixels(text); ok {
			return p
		}
		return text
	}
	for _, f := range fleeting {
		text = f.pattern.ReplaceAllString(text, f.instead)
	}
	return text
}

// maxPixels limits the size of a PNG file that is decoded.
const maxPixels = 64 << 20

// pixels returns a hash of the pixels of a PNG file in base64.
func pixels(text string) (string, bool) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		if data, err = base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields([]byte(text)), nil))); err != nil {
			return "", false
		}
	}
	if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width*c.Height > maxPixels {
		return "", false
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return "", false
	}
	h, b := sha256.New(), img.Bounds()
	fmt.Fprintln(h, b.Dx(), b.Dy())
	row := make([]byte, 0, 8*b.Dx())
	for y := b.Min.Y; y < b.Max.Y; y++ {
		row = row[:0]
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, a := img.At(x, y).RGBA()
			row = append(row, byte(r>>8), byte(g>>8), byte(bl>>8), byte(a>>8))
		}
		h.Write(row)
	}
	return "pixels " + hex.EncodeToString(h.Sum(nil)), true
}
