// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

// TestVerifyText has texts of two runs that are the same, and others that are not.
func TestVerifyText(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"p is 0xc000012345", "p is 0xc0000abcde", true},
		{"0xdeadbeef", "0xdeadbeee", false},
		{"0x150af8c13c88", "0x2d2f3e0b7568", true},
		{"0xcbf29ce484222325", "0xcbf29ce484222326", false},
		{"time: 1.25 ms", "time: 830 µs", true},
		{"it took 1m2.5s", "it took 59.1s", true},
		{"it took 1.52 s", "it took 0.9 s", true},
		{"a limit of 10s", "a limit of 20s", false},
		{"12,345 nodes/s", "9.5M nodes/s", true},
		{"12,345 nodes", "12,346 nodes", false},
		{"2026-11-25 00:10:11.5 +0000 UTC m=+0.012", "2026-11-26 10:10:11 +0000 UTC m=+7.5", true},
		{"born 2026-11-25", "born 2026-11-24", false},
		{"1.5 meters", "1.6 meters", false},
		{"3 sides", "4 sides", false},
		{"2339 solutions", "2338 solutions", false},
	} {
		stored, fresh := notebook("x"), notebook("x")
		stored.Cells[0].Outputs, fresh.Cells[0].Outputs = []*Output{stream("stdout", c.a)}, []*Output{stream("stdout", c.b)}
		if same := len(Verify(stored, fresh)) == 0; same != c.same {
			t.Errorf("%q and %q: same is %v", c.a, c.b, same)
		}
		if same := stored.Cells[0].Fingerprint() == fresh.Cells[0].Fingerprint(); same != c.same {
			t.Errorf("fingerprints of %q and %q: same is %v", c.a, c.b, same)
		}
	}
}

// TestDrawing compares SVG files.
func TestDrawing(t *testing.T) {
	const a = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"><defs><clipPath id="k7"><path d="M0 0L10.001 5"/></clipPath></defs>` +
		`<g clip-path="url(#k7)"><use href="#k7"/><text>a b</text></g></svg>`
	for _, c := range []struct {
		name, b string
		same    bool
	}{
		{"itself", a, true},
		{"identifiers", strings.ReplaceAll(a, "k7", "other"), true},
		{"order of attributes", strings.Replace(a, `width="10" height="20"`, `height="20" width="10"`, 1), true},
		{"blanks", strings.ReplaceAll(a, "><", ">\n  <"), true},
		{"less than can be seen", strings.Replace(a, "10.001", "10.0014", 1), true},
		{"a comment", strings.Replace(a, "<g ", "<!-- group --><metadata><made>today</made></metadata><g ", 1), true},
		{"a number", strings.Replace(a, "10.001", "10.2", 1), false},
		{"a text", strings.Replace(a, "a b", "a c", 1), false},
		{"a reference", strings.Replace(a, `href="#k7"`, `href="#k8"`, 1), false},
		{"an element", strings.Replace(a, "<text>a b</text>", "", 1), false},
		{"no XML", a[:len(a)-3], false},
	} {
		one, ok := drawing(a)
		other, ok2 := drawing(c.b)
		if same := ok && ok2 && one == other; same != c.same {
			t.Errorf("%s: same is %v\n%s\n%s", c.name, same, one, other)
		}
	}
}

// TestPixels compares PNG files with the same pixels and other bytes, and with another pixel.
func TestPixels(t *testing.T) {
	file := func(level png.CompressionLevel, at int) string {
		img := image.NewNRGBA(image.Rect(0, 0, 8, 8))
		for i := range 64 {
			img.Set(i%8, i/8, color.NRGBA{byte(4 * i), 9, 9, 255})
		}
		img.Set(at, 0, color.White)
		var b bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: level}).Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}
	a, b, c := file(png.BestSpeed, 1), file(png.NoCompression, 1), file(png.BestSpeed, 2)
	if a == b {
		t.Fatal("the files are the same")
	}
	if lasting("image/png", a) != lasting("image/png", b) {
		t.Error("the same pixels differ")
	}
	if lasting("image/png", a) == lasting("image/png", c) {
		t.Error("another pixel makes no difference")
	}
}
