// SPDX-License-Identifier: BSD-3-Clause

// Files for 3D printers.
//
// Binary STL is 80 bytes of text, the number of triangles, and for each triangle its normal, its
// corners and a number that is 0; all numbers are little-endian, of 32 bits but for the last, of
// 16. It has no unit; programs take millimeters. Source: M. Burns, Automated Fabrication, section
// 6.5 (1993).
//
// 3MF is a zip archive with a model in XML, which has the unit, and the name of each object.
// Source: 3MF Core Specification 1.3 (3MF Consortium).

package fabrication

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// WriteSTL writes the plate in the binary STL format, with all solids in one list of triangles.
func (p *Plate) WriteSTL(w io.Writer) error {
	out := bufio.NewWriter(w)
	n := 0
	for _, m := range p.meshes {
		n += len(m.triangles)
	}
	header := make([]byte, 84)
	copy(header, "binary STL of polyforms, in mm")
	binary.LittleEndian.PutUint32(header[80:], uint32(n))
	out.Write(header)
	record := make([]byte, 50)
	for _, m := range p.meshes {
		for _, t := range m.triangles {
			vectors := [4][3]float64{m.normal(t), m.vertices[t[0]], m.vertices[t[1]], m.vertices[t[2]]}
			for i, v := range vectors {
				for k, x := range v {
					binary.LittleEndian.PutUint32(record[12*i+4*k:], math.Float32bits(float32(x)))
				}
			}
			out.Write(record)
		}
	}
	return out.Flush()
}

// normal returns the unit vector that points outward from a triangle.
func (m *Mesh) normal(t [3]int) [3]float64 {
	a, b, c := m.vertices[t[0]], m.vertices[t[1]], m.vertices[t[2]]
	u := [3]float64{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
	v := [3]float64{c[0] - a[0], c[1] - a[1], c[2] - a[2]}
	n := [3]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
	length := math.Sqrt(n[0]*n[0] + n[1]*n[1] + n[2]*n[2])
	for i := range n {
		n[i] /= length
	}
	return n
}

const (
	contentTypes = xml.Header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>` + "\n"
	relationships = xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rel0" Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>` + "\n"
)

// Write3MF writes the plate in the 3MF format, each solid as an object with its name.
func (p *Plate) Write3MF(w io.Writer) error {
	archive := zip.NewWriter(w)
	for _, part := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"[Content_Types].xml", func(w io.Writer) error { _, err := io.WriteString(w, contentTypes); return err }},
		{"_rels/.rels", func(w io.Writer) error { _, err := io.WriteString(w, relationships); return err }},
		{"3D/3dmodel.model", p.writeModel},
	} {
		entry, err := archive.Create(part.name)
		if err != nil {
			return err
		}
		if err := part.write(entry); err != nil {
			return err
		}
	}
	return archive.Close()
}

func (p *Plate) writeModel(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString(xml.Header + `<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">` + "\n<resources>\n")
	for i, m := range p.meshes {
		fmt.Fprintf(out, "<object id=\"%d\" type=\"model\" name=\"%s\"><mesh><vertices>\n", i+1, escaped(nameOr(m.name, "piece "+strconv.Itoa(i+1))))
		for _, v := range m.vertices {
			fmt.Fprintf(out, "<vertex x=\"%s\" y=\"%s\" z=\"%s\"/>\n", decimal(v[0]), decimal(v[1]), decimal(v[2]))
		}
		out.WriteString("</vertices><triangles>\n")
		for _, t := range m.triangles {
			fmt.Fprintf(out, "<triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"/>\n", t[0], t[1], t[2])
		}
		out.WriteString("</triangles></mesh></object>\n")
	}
	out.WriteString("</resources>\n<build>\n")
	for i := range p.meshes {
		fmt.Fprintf(out, "<item objectid=\"%d\"/>\n", i+1)
	}
	out.WriteString("</build>\n</model>\n")
	return out.Flush()
}

// escaped returns text for an attribute of XML.
func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text))
	return b.String()
}

// decimal writes a length, rounded to a ten-thousandth of a millimeter or less than the tolerance
// of vertices.
func decimal(x float64) string {
	text := strconv.FormatFloat(x, 'f', 5, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
