package session

import (
	"html"
	"strings"

	"polka/kernel/display"
)

// join makes one Bundle of the values of a cell: nil of none, the Bundle itself of one. Several
// stand side by side in HTML if one of them is more than text, and separated by commas or lines in
// text.
func join(values []display.Bundle) *display.Bundle {
	switch len(values) {
	case 0:
		return nil
	case 1:
		return &values[0]
	}
	rich, long := false, false
	var texts []string
	for _, v := range values {
		t := v.Plain()
		texts = append(texts, t)
		long = long || strings.Contains(t, "\n")
		rich = rich || v.Data[display.HTMLType] != nil || v.Data[display.SVGType] != nil
	}
	sep := ", "
	if long {
		sep = "\n"
	}
	b := display.Text(strings.Join(texts, sep))
	if rich {
		var page strings.Builder
		page.WriteString(`<div style="display:flex;flex-wrap:wrap;gap:16px;align-items:center">`)
		for _, v := range values {
			switch {
			case v.Data[display.HTMLType] != nil:
				page.WriteString("<div>" + string(v.Data[display.HTMLType]) + "</div>")
			case v.Data[display.SVGType] != nil:
				page.WriteString("<div>" + string(v.Data[display.SVGType]) + "</div>")
			default:
				page.WriteString("<pre>" + html.EscapeString(v.Plain()) + "</pre>")
			}
		}
		page.WriteString("</div>")
		b.Data[display.HTMLType] = []byte(page.String())
	}
	return &b
}
