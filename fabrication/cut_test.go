// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"polka/shapes"
)

// TestOutlines moves the outlines of random pieces of all lattices outward and back.
func TestOutlines(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 36))
	for _, l := range polygonLattices(t) {
		for range 20 {
			s := randomShape(r, l, 1+r.IntN(10))
			out := outlineOf(s, 20, true)
			wider, ok := moved(out.loops, -0.1)
			if !ok {
				t.Fatalf("%v: the outline cannot be moved outward", s)
			}
			area, length, grown := 0.0, 0.0, 0.0
			for i, ring := range out.loops {
				area += ring.area()
				grown += wider[i].area()
				for k, p := range ring {
					length += p.distance(ring[(k+1)%len(ring)])
				}
			}
			// The corners add the square of the distance, each times a tangent.
			if math.Abs(grown-area-0.1*length) > 0.01*8*float64(s.Size()+4) {
				t.Errorf("%v: the area grows from %v to %v, want about %v more", s, area, grown, 0.1*length)
			}
		}
	}
}

// TestSheetsRepeat writes the same files twice.
func TestSheetsRepeat(t *testing.T) {
	var before [3][]byte
	for round := range 2 {
		sheets, err := Sheets(shapes.Hexiamonds(), CutOptions{Tabs: 2})
		if err != nil {
			t.Fatal(err)
		}
		pages, err := Pages(shapes.Soma(), PageOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var files [3]bytes.Buffer
		if err := sheets[0].WriteSVG(&files[0]); err != nil {
			t.Fatal(err)
		}
		if err := sheets[0].WriteDXF(&files[1]); err != nil {
			t.Fatal(err)
		}
		if _, err := pages.WriteTo(&files[2]); err != nil {
			t.Fatal(err)
		}
		for i := range files {
			if round == 1 && !bytes.Equal(before[i], files[i].Bytes()) {
				t.Errorf("file %d differs", i)
			}
			before[i] = files[i].Bytes()
		}
	}
}

// TestCommonLines counts the lines of a row of squares, each of them in one piece.
func TestCommonLines(t *testing.T) {
	var pieces []shapes.Shape
	for i := range 5 {
		pieces = append(pieces, shapes.Monomino().Translate(i, 0, 0))
	}
	sheet, err := CommonLines(pieces, CutOptions{Unit: 10})
	if err != nil {
		t.Fatal(err)
	}
	if len(sheet.cuts) != 8 || math.Abs(sheet.Length()-160) > 1e-9 {
		t.Errorf("%d lines of %v mm, want 8 of 160 mm", len(sheet.cuts), sheet.Length())
	}
}
