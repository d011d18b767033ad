// SPDX-License-Identifier: BSD-3-Clause

// A small part of PDF: pages with lines, texts in Helvetica, and rectangles outside of which
// nothing is drawn. Helvetica is one of the fonts that every reader has. Source: ISO 32000-1 (PDF
// 1.7), sections 7.5, 8.5 and 9.6.

package fabrication

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
)

// A page is what is drawn on paper, in millimeters from the lower left corner.
type page struct {
	lines []pageLine
	texts []pageText
}

type pageLine struct {
	points []point
	closed bool
	width  float64
	gray   float64
	dashed bool
	clip   *[2]point // a box
}

type pageText struct {
	middle point
	size   float64 // of the letters, in mm
	text   string
}

// advances are the widths of the characters from space to ~ in Helvetica, in thousandths of the
// size, from the metrics of the font (Adobe Core 14 AFM files).
var advances = [95]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584,
	556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278,
	469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// plain replaces characters that Helvetica may not have.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text)
}

// textWidth returns the width of a text of size 1.
func textWidth(text string) float64 {
	sum := 0
	for _, r := range plain(text) {
		sum += advances[r-' ']
	}
	return float64(sum) / 1000
}

const pointsPerMillimeter = 72 / 25.4

// content returns the drawing instructions of a page.
func (p *page) content() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%.8f 0 0 %.8f 0 0 cm 1 J 1 j\n", pointsPerMillimeter, pointsPerMillimeter)
	for _, l := range p.lines {
		b.WriteString("q ")
		if l.clip != nil {
			fmt.Fprintf(&b, "%s %s %s %s re W n ", decimal(l.clip[0].x), decimal(l.clip[0].y), decimal(l.clip[1].x-l.clip[0].x), decimal(l.clip[1].y-l.clip[0].y))
		}
		fmt.Fprintf(&b, "%s w %s G ", decimal(l.width), decimal(l.gray))
		if l.dashed {
			b.WriteString("[1.5 1.5] 0 d ")
		}
		for i, q := range l.points {
			fmt.Fprintf(&b, "%s %s %c ", decimal(q.x), decimal(q.y), "ml"[min(i, 1)])
		}
		if l.closed {
			b.WriteString("h ")
		}
		b.WriteString("S Q\n")
	}
	escape := strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)
	for _, t := range p.texts {
		x, y := t.middle.x-textWidth(t.text)*t.size/2, t.middle.y-0.36*t.size
		fmt.Fprintf(&b, "BT /F %s Tf %s %s Td (%s) Tj ET\n", decimal(t.size), decimal(x), decimal(y), escape.Replace(plain(t.text)))
	}
	return b.Bytes()
}

// writePDF writes pages of one size.
func writePDF(w io.Writer, pages []*page, width, height float64) error {
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, args...)...)
	}
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 4+2*i)
	}
	object("<< /Type /Pages /Kids [%s] /Count %d /MediaBox [0 0 %.3f %.3f] /Resources << /Font << /F 3 0 R >> >> >>",
		strings.TrimSpace(kids.String()), len(pages), width*pointsPerMillimeter, height*pointsPerMillimeter)
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for i, p := range pages {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		z.Write(p.content())
		z.Close()
		object("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", 5+2*i)
		object("<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream", packed.Len(), packed.String())
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, table)
	_, err := w.Write(b.Bytes())
	return err
}
