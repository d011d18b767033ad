// SPDX-License-Identifier: BSD-3-Clause

// SVG as a drawing.
//
// Two SVG files are taken for the same drawing if they are equal in this form: comments, metadata
// and blanks between elements are left out, attributes are sorted, numbers are rounded to two
// digits behind the point, which is less than what can be seen, and identifiers are numbered in the
// order in which they appear, together with the references to them.

package nb

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"polka/internal/pattern"
)

var (
	decimal   = pattern.New(`-?\d*\.\d+(e[+-]?\d+)?`)
	reference = pattern.New(`url\(["']?#([^)"']+)["']?\)`)
)

// drawing returns an SVG file in this form; it is not ok if the file is not well-formed.
func drawing(text string) (form string, ok bool) {
	d := xml.NewDecoder(strings.NewReader(text))
	ids := map[string]string{}
	number := func(id string) string {
		if ids[id] == "" {
			ids[id] = fmt.Sprintf("id%d", len(ids)+1)
		}
		return ids[id]
	}
	var b strings.Builder
	for hidden := 0; ; {
		t, err := d.Token()
		if t == nil {
			return b.String(), err != nil && err.Error() == "EOF" && b.Len() > 0
		}
		switch t := t.(type) {
		case xml.StartElement:
			if hidden > 0 || t.Name.Local == "metadata" {
				hidden++
				continue
			}
			b.WriteString("<" + t.Name.Local)
			slices.SortFunc(t.Attr, func(a, b xml.Attr) int {
				return strings.Compare(a.Name.Space+" "+a.Name.Local, b.Name.Space+" "+b.Name.Local)
			})
			for _, a := range t.Attr {
				fmt.Fprintf(&b, " %s=%q", a.Name.Local, drawnValue(a, number))
			}
			b.WriteString(">\n")
		case xml.EndElement:
			if hidden > 0 {
				hidden--
				continue
			}
			b.WriteString("</" + t.Name.Local + ">\n")
		case xml.CharData:
			if s := strings.Join(strings.Fields(string(t)), " "); s != "" && hidden == 0 {
				b.WriteString(rounded(s) + "\n")
			}
		}
	}
}

// drawnValue returns the value of an attribute in this form.
func drawnValue(a xml.Attr, number func(id string) string) string {
	switch {
	case a.Name.Local == "id":
		return number(a.Value)
	case a.Name.Local == "href" && strings.HasPrefix(a.Value, "#"):
		return "#" + number(a.Value[1:])
	}
	v := reference.Regexp().ReplaceAllStringFunc(a.Value, func(s string) string {
		return "url(#" + number(reference.FindStringSubmatch(s)[1]) + ")"
	})
	return rounded(strings.Join(strings.Fields(v), " "))
}

// rounded rounds the decimal numbers of a text.
func rounded(text string) string {
	return decimal.Regexp().ReplaceAllStringFunc(text, func(s string) string {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return s
		}
		if s = strings.TrimSuffix(strconv.FormatFloat(x, 'f', 2, 64), ".00"); s == "-0" {
			return "0"
		}
		return s
	})
}
