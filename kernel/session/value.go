// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"strings"

	"polka/kernel/display"
)

// join combines the values of a cell into one Bundle, or nil if there are none. Several values are
// shown side by side if one of them is more than text; their texts are separated by commas or line
// breaks.
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
