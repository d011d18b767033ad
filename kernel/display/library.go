// SPDX-License-Identifier: BSD-3-Clause

package display

import (
	"bytes"
	"encoding/json"
	"reflect"

	"polka/internal/table"
)

// known adds the parts of values of Go's library that are text in a known format: JSON and HTML.
// Package html/template is not imported, since it would be a part of every program.
func (b *Bundle) known(v any) {
	switch v := v.(type) {
	case json.RawMessage:
		var text bytes.Buffer
		if json.Indent(&text, v, "", "  ") != nil {
			b.Data[TextType] = []byte(clip(bytesText(v)))
			return
		}
		b.Data[JSONType], b.Data[TextType] = v, []byte(clip(text.String()))
		return
	}
	if t := reflect.TypeOf(v); t.Kind() == reflect.String && t.PkgPath() == "html/template" && t.Name() == "HTML" {
		text := reflect.ValueOf(v).String()
		b.Data[HTMLType] = []byte(text)
		b.Data[TextType] = []byte(text)
	}
}

// record returns a struct as a table with a row for each exported field. It reports false if there
// are none.
func (r Renderer) record(p Parts) (t table.Table, ok bool) {
	t = table.Table{Head: []string{"field", "value"}, Rule: true}
	for i, name := range p.Names {
		if i == maxRows {
			break
		}
		text, _ := r.field(p.At(i), false)
		t.Rows = append(t.Rows, []string{name, text})
	}
	return t, len(t.Rows) > 0
}
