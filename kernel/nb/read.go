// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"

	"polka/internal/limit"
	"polka/internal/pattern"
	"polka/internal/replace"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// ReadFile reads a notebook file. An error names the file, and the position if its contents are
// wrong.
func ReadFile(name string) (*Notebook, error) {
	text, err := limit.ReadFile(name, limit.Text)
	if err != nil {
		return nil, err
	}
	n, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return n, nil
}

// Parse reads a notebook in format 4. Cells of formats before 4.5 had no ids; they get ids that
// depend only on their index and source, and the notebook becomes one of format 4.5. The error is
// of type *Error.
func Parse(text []byte) (*Notebook, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	s := source(text)
	root, err := s.parse()
	if err != nil {
		return nil, err
	}
	r := reader{s}
	n, err := r.notebook(root)
	if err != nil {
		return nil, err
	}
	n.identify()
	return n, nil
}

// A reader converts nodes to a notebook.
type reader struct{ source }

// object expects an object.
func (r reader) object(n *node, what string) (map[string]*node, error) {
	m, ok := n.value.(map[string]*node)
	if !ok {
		return nil, r.errorf(n.offset, "%s: expected an object", what)
	}
	return m, nil
}

// take removes a member, which must exist, from an object.
func (r reader) take(parent *node, key, what string) (*node, error) {
	m := parent.value.(map[string]*node)
	n, ok := m[key]
	if !ok {
		return nil, r.errorf(parent.offset, "%s has no %q", what, key)
	}
	delete(m, key)
	return n, nil
}

// dict removes a member that is an object of any values; a missing one is empty.
func (r reader) dict(parent *node, key string) (map[string]any, error) {
	n, err := r.take(parent, key, "")
	if err != nil {
		return map[string]any{}, nil
	}
	if _, err := r.object(n, key); err != nil {
		return nil, err
	}
	return n.plain().(map[string]any), nil
}

// text removes a member that is a string, or a list of strings to be joined.
func (r reader) text(parent *node, key, what string) (string, error) {
	n, err := r.take(parent, key, what)
	if err != nil {
		return "", err
	}
	if s, ok := joined(n.plain()); ok {
		return s, nil
	}
	return "", r.errorf(n.offset, "%s: expected a string or a list of strings", key)
}

// number removes a member that is an integer; null and a missing one are 0.
func (r reader) number(parent *node, key string) (int, error) {
	n, err := r.take(parent, key, "")
	if err != nil || n.value == nil {
		return 0, nil
	}
	if digits, ok := n.value.(json.Number); ok {
		if i, err := strconv.Atoi(digits.String()); err == nil && i >= 0 {
			return i, nil
		}
	}
	return 0, r.errorf(n.offset, "%s: expected an integer that is not negative", key)
}

// rest returns the members that were not removed.
func (r reader) rest(n *node) map[string]any { return n.plain().(map[string]any) }

// joined returns a string, or the concatenation of a list of lines.
func joined(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case []any:
		var b strings.Builder
		for _, line := range v {
			s, ok := line.(string)
			if !ok {
				return "", false
			}
			b.WriteString(s)
		}
		return b.String(), true
	}
	return "", false
}

func (r reader) notebook(root *node) (*Notebook, error) {
	if _, err := r.object(root, "the notebook"); err != nil {
		return nil, err
	}
	format, err := r.take(root, "nbformat", "the notebook")
	if err != nil {
		return nil, err
	}
	if format.value != json.Number("4") {
		return nil, r.errorf(format.offset, "nbformat %v; expected 4 (open and save an older notebook with Jupyter to convert it)", format.plain())
	}
	n := &Notebook{}
	if n.Minor, err = r.number(root, "nbformat_minor"); err != nil {
		return nil, err
	}
	n.Minor = max(n.Minor, 5)
	if n.Metadata, err = r.dict(root, "metadata"); err != nil {
		return nil, err
	}
	for _, key := range []string{"orig_nbformat", "orig_nbformat_minor", "signature"} {
		delete(n.Metadata, key) // as Jupyter does: they have no meaning in a file
	}
	cells, err := r.take(root, "cells", "the notebook")
	if err != nil {
		return nil, err
	}
	list, ok := cells.value.([]*node)
	if !ok {
		return nil, r.errorf(cells.offset, "cells: expected a list")
	}
	n.Cells = make([]*Cell, len(list))
	for i, c := range list {
		if n.Cells[i], err = r.cell(c); err != nil {
			return nil, err
		}
	}
	n.extra = r.rest(root)
	return n, nil
}

func (r reader) cell(n *node) (*Cell, error) {
	if _, err := r.object(n, "a cell"); err != nil {
		return nil, err
	}
	c := &Cell{}
	kind, err := r.take(n, "cell_type", "a cell")
	if err != nil {
		return nil, err
	}
	s, _ := kind.value.(string)
	c.Type = CellType(s)
	if c.Type != Code && c.Type != Markdown && c.Type != Raw {
		return nil, r.errorf(kind.offset, "cell_type %v; expected code, markdown or raw", string(appendJSON(nil, kind.plain(), 0)))
	}
	if c.Source, err = r.text(n, "source", "a cell"); err != nil {
		return nil, err
	}
	if c.Metadata, err = r.dict(n, "metadata"); err != nil {
		return nil, err
	}
	delete(c.Metadata, "trusted")
	if id, err := r.take(n, "id", ""); err == nil {
		var ok bool
		if c.ID, ok = id.value.(string); !ok {
			return nil, r.errorf(id.offset, "id: expected a string")
		}
	}
	if c.Type == Code {
		if c.Count, err = r.number(n, "execution_count"); err != nil {
			return nil, err
		}
		if outputs, err := r.take(n, "outputs", ""); err == nil {
			list, ok := outputs.value.([]*node)
			if !ok {
				return nil, r.errorf(outputs.offset, "outputs: expected a list")
			}
			for _, o := range list {
				output, err := r.output(o)
				if err != nil {
					return nil, err
				}
				if _, mark := output.Metadata[engine.MarkKey]; mark {
					continue // of the time when the page was saved
				}
				c.Outputs = append(c.Outputs, output)
			}
		}
	}
	c.extra = r.rest(n)
	return c, nil
}

func (r reader) output(n *node) (*Output, error) {
	if _, err := r.object(n, "an output"); err != nil {
		return nil, err
	}
	kind, err := r.take(n, "output_type", "an output")
	if err != nil {
		return nil, err
	}
	o := &Output{}
	s, _ := kind.value.(string)
	switch o.Type = OutputType(s); o.Type {
	case StreamOutput:
		if o.Name, err = r.text(n, "name", "a stream"); err == nil {
			o.Text, err = r.text(n, "text", "a stream")
		}
	case DisplayOutput, ResultOutput:
		if o.Data, err = r.dict(n, "data"); err == nil {
			o.Metadata, err = r.dict(n, "metadata")
		}
		for t, v := range o.Data {
			if s, ok := joined(v); ok && !display.IsJSON(t) {
				o.Data[t] = s
			}
		}
		if err == nil && o.Type == ResultOutput {
			o.Count, err = r.number(n, "execution_count")
		}
	case ErrorOutput:
		if o.ErrorName, err = r.text(n, "ename", "an error"); err == nil {
			o.ErrorValue, err = r.text(n, "evalue", "an error")
		}
		if trace, none := r.take(n, "traceback", ""); err == nil && none == nil {
			lines, _ := trace.value.([]*node)
			for _, line := range lines {
				s, ok := line.value.(string)
				if !ok {
					return nil, r.errorf(line.offset, "traceback: expected a string")
				}
				o.Traceback = append(o.Traceback, s)
			}
		}
	default:
		return nil, r.errorf(kind.offset, "output_type %v; expected stream, display_data, execute_result or error", string(appendJSON(nil, kind.plain(), 0)))
	}
	if err != nil {
		return nil, err
	}
	o.extra = r.rest(n)
	return o, nil
}

var validID = pattern.New(`^[a-zA-Z0-9_-]{1,64}$`)

// identify gives an id to each cell whose id is missing, invalid or already used.
func (n *Notebook) identify() {
	taken := map[string]bool{}
	for i, c := range n.Cells {
		for salt := 0; !validID.MatchString(c.ID) || taken[c.ID]; salt++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", i, salt, c.Source))
			c.ID = hex.EncodeToString(sum[:4])
		}
		taken[c.ID] = true
	}
}

// Encode returns the text of the notebook: the bytes that Jupyter would write, with a newline at
// the end.
func (n *Notebook) Encode() []byte {
	root := with(n.extra, "metadata", n.Metadata, "nbformat", 4, "nbformat_minor", n.Minor)
	cells := make([]any, len(n.Cells))
	for i, c := range n.Cells {
		m := with(c.extra, "cell_type", string(c.Type), "id", c.ID, "metadata", c.Metadata, "source", lines(c.Source))
		if attachments, ok := m["attachments"].(map[string]any); ok {
			for name, bundle := range attachments {
				if data, ok := bundle.(map[string]any); ok {
					attachments[name] = split(data)
				}
			}
		}
		if c.Type == Code {
			outputs := make([]any, len(c.Outputs))
			for j, o := range c.Outputs {
				outputs[j] = o.object()
			}
			m["outputs"], m["execution_count"] = outputs, count(c.Count)
		}
		cells[i] = m
	}
	root["cells"] = cells
	return append(appendJSON(nil, root, 0), '\n')
}

// object returns the JSON object of an output.
func (o *Output) object() map[string]any {
	m := with(o.extra, "output_type", string(o.Type))
	switch o.Type {
	case StreamOutput:
		m["name"], m["text"] = o.Name, lines(o.Text)
	case DisplayOutput, ResultOutput:
		m["data"], m["metadata"] = split(o.Data), o.Metadata
		if o.Type == ResultOutput {
			m["execution_count"] = count(o.Count)
		}
	case ErrorOutput:
		m["ename"], m["evalue"], m["traceback"] = o.ErrorName, o.ErrorValue, o.Traceback
	}
	return m
}

// with returns a copy of m with more members.
func with(m map[string]any, members ...any) map[string]any {
	m = maps.Clone(m)
	if m == nil {
		m = map[string]any{}
	}
	for i := 0; i < len(members); i += 2 {
		m[members[i].(string)] = members[i+1]
	}
	return m
}

// count returns null for 0.
func count(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// split returns a bundle in which texts that Jupyter splits are lists of lines.
func split(data map[string]any) map[string]any {
	m := make(map[string]any, len(data))
	for t, v := range data {
		if s, ok := v.(string); ok && (strings.HasPrefix(t, "text/") || t == display.SVGType || t == "application/javascript") {
			v = lines(s)
		}
		m[t] = v
	}
	return m
}

// lines splits s after every end of a line, as Python's str.splitlines defines it.
func lines(s string) []string {
	list := []string{}
	for s != "" {
		end := len(s)
		if i := strings.IndexAny(s, "\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029"); i >= 0 {
			_, size := utf8.DecodeRuneInString(s[i:])
			end = i + size
			if strings.HasPrefix(s[i:], "\r\n") {
				end++
			}
		}
		list = append(list, s[:end])
		s = s[end:]
	}
	return list
}

// WriteFile writes the notebook atomically: an existing file is replaced after everything has been
// written, and keeps its permissions.
func (n *Notebook) WriteFile(name string) error { return WriteFile(name, n.Encode()) }

// WriteFile writes a file atomically, as [replace.Output] does.
func WriteFile(name string, text []byte) error { return replace.Output(name, text, 0o666) }
