// SPDX-License-Identifier: BSD-3-Clause

// Files for laser cutters.
//
// SVG has lengths in millimeters, and a group for each layer; the colors are those by which
// programs of cutters tell layers apart. DXF is that of AutoCAD R12 (AC1009), in millimeters, with
// polylines on layers CUT and ENGRAVE, which all programs read. Source: Autodesk, DXF Reference.

package fabrication

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// SVG returns the sheet as SVG. A cell that ends with a sheet shows it.
func (s *Sheet) SVG() string {
	var b strings.Builder
	s.WriteSVG(&b)
	return b.String()
}

// WriteSVG writes the sheet as SVG: red lines to cut in the group "cut", blue lines to engrave in
// the group "engrave".
func (s *Sheet) WriteSVG(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"%s\" width=\"%smm\" height=\"%smm\" viewBox=\"0 0 %[2]s %[3]s\">\n",
		escaped(s.String()), decimal(s.width), decimal(s.height))
	fmt.Fprintf(out, "<rect id=\"sheet\" width=\"%s\" height=\"%s\" fill=\"#ffffff\"/>\n", decimal(s.width), decimal(s.height))
	line := func(points []point, closed bool) {
		out.WriteString(`<path d="`)
		for i, p := range points {
			fmt.Fprintf(out, "%c%s %s", "ML"[min(i, 1)], decimal(p.x), decimal(s.height-p.y))
		}
		if closed {
			out.WriteByte('Z')
		}
		out.WriteString("\"/>\n")
	}
	out.WriteString("<g id=\"engrave\" fill=\"none\" stroke=\"#0000ff\" stroke-width=\"0.2\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")
	for _, l := range s.letters {
		line(l, false)
	}
	out.WriteString("</g>\n<g id=\"cut\" fill=\"none\" stroke=\"#ff0000\" stroke-width=\"0.2\">\n")
	for _, c := range s.cuts {
		line(c.points, c.closed)
	}
	out.WriteString("</g>\n</svg>\n")
	return out.Flush()
}

// WriteDXF writes the sheet as DXF, with layers CUT and ENGRAVE.
func (s *Sheet) WriteDXF(w io.Writer) error {
	out := bufio.NewWriter(w)
	put := func(code int, value any) { fmt.Fprintf(out, "%d\n%v\n", code, value) }
	section := func(name string) { put(0, "SECTION"); put(2, name) }
	section("HEADER")
	put(9, "$ACADVER")
	put(1, "AC1009")
	put(9, "$INSUNITS")
	put(70, 4) // millimeters
	put(9, "$EXTMIN")
	put(10, 0)
	put(20, 0)
	put(9, "$EXTMAX")
	put(10, decimal(s.width))
	put(20, decimal(s.height))
	put(0, "ENDSEC")
	section("TABLES")
	put(0, "TABLE")
	put(2, "LAYER")
	put(70, 2)
	for i, name := range []string{"CUT", "ENGRAVE"} {
		put(0, "LAYER")
		put(2, name)
		put(70, 0)
		put(62, []int{1, 5}[i]) // red and blue
		put(6, "CONTINUOUS")
	}
	put(0, "ENDTAB")
	put(0, "ENDSEC")
	section("ENTITIES")
	line := func(layer string, points []point, closed bool) {
		put(0, "POLYLINE")
		put(8, layer)
		put(66, 1)
		put(10, 0)
		put(20, 0)
		put(30, 0)
		flags := 0
		if closed {
			flags = 1
		}
		put(70, flags)
		for _, p := range points {
			put(0, "VERTEX")
			put(8, layer)
			put(10, decimal(p.x))
			put(20, decimal(p.y))
			put(30, 0)
		}
		put(0, "SEQEND")
		put(8, layer)
	}
	for _, l := range s.letters {
		line("ENGRAVE", l, false)
	}
	for _, c := range s.cuts {
		line("CUT", c.points, c.closed)
	}
	put(0, "ENDSEC")
	put(0, "EOF")
	return out.Flush()
}
