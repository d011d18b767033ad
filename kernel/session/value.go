package session

import (
	"strings"

	"polka/kernel/display"
)

// join makes one Bundle of the values of a cell: nil of none, the Bundle itself of one. Several
// stand side by side if one of them is more than text, and separated by commas or lines in text.
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
		rich = rich || v.Data[display.HTMLType] != nil || v.Data[display.SVGType] != nil || v.Data[display.PNGType] != nil
	}
	sep := ", "
	if long {
		sep = "\n"
	}
	b := display.Text(strings.Join(texts, sep))
	if rich {
		b = display.Row(values, b.Plain())
	}
	return &b
}
