// SPDX-License-Identifier: BSD-3-Clause

// JSON with positions, written as Jupyter writes it.
//
// Package encoding/json lacks two things that are needed here. It does not report the position of a
// value that is well-formed but wrong, such as an unknown cell_type; so a file is read into nodes
// that have offsets. And it does not write the bytes that Python writes with
//
//	json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False, separators=(",", ": "))
//
// as Jupyter does: it would escape U+2028. Integers keep their digits in both directions; other
// numbers are written as Python does, with the fewest digits that are read as the same number.
// Reading takes two passes over the text, writing one.

package nb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Error describes a mistake in the text of a notebook and its position.
type Error struct {
	Line, Column int // from 1; the column counts bytes
	Message      string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

// A node is a JSON value and the offset of its beginning.
type node struct {
	offset int
	value  any // map[string]*node, []*node, string, json.Number, bool or nil
}

// A source is the text of nodes.
type source []byte

// errorf returns an Error at an offset.
func (s source) errorf(offset int, format string, args ...any) error {
	before := s[:min(offset, len(s))]
	return &Error{
		Line:    1 + bytes.Count(before, []byte("\n")),
		Column:  len(before) - bytes.LastIndexByte(before, '\n'),
		Message: fmt.Sprintf(format, args...),
	}
}

// maxDepth is the maximum nesting depth of values.
const maxDepth = 200

// parse reads a text that consists of one value.
func (s source) parse() (*node, error) {
	// Of the ways to find a mistake in the text, this one reports its position.
	var raw json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(s, &raw); errors.As(err, &syntax) {
		at := max(int(syntax.Offset)-1, 0)
		if at >= len(bytes.TrimSpace(s))-1 && strings.HasPrefix(syntax.Error(), "unexpected end") {
			return nil, s.errorf(len(s), "the notebook is not JSON: it ends too early")
		}
		return nil, s.errorf(at, "the notebook is not JSON: %v", syntax)
	}
	d := json.NewDecoder(bytes.NewReader(s))
	d.UseNumber()
	return s.next(d, 0)
}

// skip returns the offset of the next token.
func (s source) skip(at int) int {
	for at < len(s) && bytes.IndexByte([]byte(" \t\r\n,:"), s[at]) >= 0 {
		at++
	}
	return at
}

// next reads a value.
func (s source) next(d *json.Decoder, depth int) (*node, error) {
	n := &node{offset: s.skip(int(d.InputOffset()))}
	if depth > maxDepth {
		return nil, s.errorf(n.offset, "values are nested more than %d deep", maxDepth)
	}
	t, err := s.token(d)
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		list := []*node{}
		for d.More() {
			e, err := s.next(d, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, e)
		}
		n.value = list
	case json.Delim('{'):
		object := map[string]*node{}
		for d.More() {
			key, err := s.token(d)
			if err != nil {
				return nil, err
			}
			if object[key.(string)], err = s.next(d, depth+1); err != nil {
				return nil, err
			}
		}
		n.value = object
	default:
		n.value = t
		return n, nil
	}
	_, err = s.token(d) // the closing bracket
	return n, err
}

// token reads a token.
func (s source) token(d *json.Decoder) (json.Token, error) {
	t, err := d.Token()
	if err != nil {
		return nil, s.errorf(int(d.InputOffset()), "the notebook is not JSON: %v", err)
	}
	return t, nil
}

// plain returns the value without offsets.
func (n *node) plain() any {
	switch v := n.value.(type) {
	case map[string]*node:
		m := make(map[string]any, len(v))
		for k, e := range v {
			m[k] = e.plain()
		}
		return m
	case []*node:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = e.plain()
		}
		return list
	}
	return n.value
}

// normal converts any value that package encoding/json can write to one that plain can return.
// Other values become null.
func normal(v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out any
	if d.Decode(&out) != nil {
		return nil
	}
	return out
}

// appendJSON appends v as Jupyter writes it. Further lines are indented by depth spaces.
func appendJSON(b []byte, v any, depth int) []byte {
	line := func(b []byte, depth int) []byte {
		b = append(b, '\n')
		for range depth {
			b = append(b, ' ')
		}
		return b
	}
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case json.Number:
		return appendNumber(b, string(v))
	case string:
		return appendString(b, v)
	case []string:
		list := make([]any, len(v))
		for i, s := range v {
			list[i] = s
		}
		return appendJSON(b, list, depth)
	case []any:
		if len(v) == 0 {
			return append(b, "[]"...)
		}
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(line(b, depth+1), e, depth+1)
		}
		return append(line(b, depth), ']')
	case map[string]any:
		if len(v) == 0 {
			return append(b, "{}"...)
		}
		b = append(b, '{')
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(line(b, depth+1), k), ": "...)
			b = appendJSON(b, v[k], depth+1)
		}
		return append(line(b, depth), '}')
	}
	return appendJSON(b, normal(v), depth)
}

// appendNumber appends a number as Python's float has it: digits with a point, or with an exponent
// if it is below -4 or above 15. Integers and numbers that a float64 cannot hold stay as they are.
func appendNumber(b []byte, number string) []byte {
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || !strings.ContainsAny(number, ".eE") {
		return append(b, number...)
	}
	text := strconv.FormatFloat(f, 'e', -1, 64)
	if e, _ := strconv.Atoi(text[strings.IndexByte(text, 'e')+1:]); e < -4 || e > 15 {
		return append(b, text...)
	}
	text = strconv.FormatFloat(f, 'f', -1, 64)
	if b = append(b, text...); !strings.Contains(text, ".") {
		b = append(b, ".0"...)
	}
	return b
}

// appendString appends a string with only the escapes that JSON requires.
func appendString(b []byte, s string) []byte {
	const short = "\b\t\n\f\r\"\\"
	const letters = "btnfr\"\\"
	b = append(b, '"')
	for _, r := range s {
		switch i := bytes.IndexRune([]byte(short), r); {
		case i >= 0:
			b = append(b, '\\', letters[i])
		case r < ' ':
			b = fmt.Appendf(b, "\\u%04x", r)
		default:
			b = utf8.AppendRune(b, r) // U+FFFD for what is not UTF-8
		}
	}
	return append(b, '"')
}
