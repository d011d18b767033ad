// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPNG(t *testing.T) {
	for _, test := range pictures {
		s := test.picture.layout()
		for _, picture := range []Picture{test.picture.Light(), test.picture.Dark()} {
			var a, b bytes.Buffer
			if err := picture.WritePNG(&a, 1.5); err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			picture.WritePNG(&b, 1.5)
			if !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s: two paintings differ", test.name)
			}
			im, err := png.Decode(&a)
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			size := im.Bounds().Size()
			if want := int(1.5*(s.width+16) + 0.5); size.X != want {
				t.Errorf("%s is %d pixels wide, want %d", test.name, size.X, want)
			}
			// The frame is paper, and what is drawn has some other colors, none of them outside the
			// frame.
			paper, other := im.At(0, 0), 0
			for y := range size.Y {
				for x := range size.X {
					if im.At(x, y) != paper {
						other++
						if x < 3 || y < 3 || x >= size.X-3 || y >= size.Y-3 {
							t.Fatalf("%s: something is drawn on the edge, at %d,%d", test.name, x, y)
						}
					}
				}
			}
			if other == 0 && test.name != "nothing" {
				t.Errorf("%s is empty", test.name)
			}
		}
	}
	for scale, want := range map[float64]string{1000: "is too large", 1e-300: "scale 1e-300 is too small"} {
		if err := Draw(sixByTen.Board.Shape()).WritePNG(&bytes.Buffer{}, scale); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("scale %g: %v, want an error that it %s", scale, err, want)
		}
	}
}

// TestSizes compares the size of a picture with those of its SVG document and of the img element
// that contains it, for one drawing and for two.
func TestSizes(t *testing.T) {
	for _, picture := range []Picture{Draw(sixByTen), Draw(sixByTen).Both()} {
		var w svgWriter
		w.still(picture)
		width, height := picture.Size()
		if svg, want := picture.SVG(), fmt.Sprintf(`width="%d" height="%d"`, width, height); !strings.Contains(svg, want) {
			t.Errorf("no %s in %.300s", want, svg)
		}
		if want := fmt.Sprintf(`width="%d" src`, width); !strings.Contains(w.String(), want) {
			t.Errorf("no %s in %.100s", want, w.String())
		}
	}
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	for name, begin := range map[string]string{"a.svg": "<svg", "b.PNG": "\x89PNG", "c.html": "<!DOCTYPE html>", "d.txt": "┏"} {
		path := filepath.Join(dir, name)
		if err := Draw(sixByTen).Save(path); err != nil {
			t.Fatal(err)
		}
		if data, _ := os.ReadFile(path); !strings.HasPrefix(string(data), begin) {
			t.Errorf("%s begins with %q", name, data[:10])
		}
	}
	if err := Draw(sixByTen).Save(filepath.Join(dir, "e.gif")); err == nil || !strings.Contains(err.Error(), ".svg, .png") {
		t.Errorf("a GIF is written: %v", err)
	}
}
