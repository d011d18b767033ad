// SPDX-License-Identifier: BSD-3-Clause

package link

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// check checks the text of a document: its limits, and that its members are what the kind needs.
func check(text []byte) error {
	c := &checker{dec: json.NewDecoder(bytes.NewReader(text))}
	c.dec.UseNumber()
	v, err := c.value()
	if err != nil {
		return err
	}
	if _, err := c.dec.Token(); err == nil {
		return c.errorf("expected the end of the text")
	}
	d, ok := v.(map[string]any)
	if !ok {
		return c.errorf("expected an object")
	}
	for name, v := range d {
		switch name {
		case "kind", "title", "source", "picture":
			if _, ok := v.(string); !ok {
				return fmt.Errorf("link: %s: expected a string", name)
			}
		case "data", "state":
			if _, ok := v.(map[string]any); !ok {
				return fmt.Errorf("link: %s: expected an object", name)
			}
		default:
			return fmt.Errorf("link: member %.40q is not known", name)
		}
	}
	if title, _ := d["title"].(string); len(title) > MostTitle {
		return fmt.Errorf("link: title: %d bytes, expected at most %d", len(title), MostTitle)
	}
	data, _ := d["data"].(map[string]any)
	switch kind, _ := d["kind"].(string); Kind(kind) {
	case Cell:
		if s, _ := d["source"].(string); s == "" {
			return fmt.Errorf("link: source: expected the code of a cell")
		}
	case Notebook:
		return checkCells(data)
	case Puzzle:
		return checkMembers(data, "lattice", "board", "pieces")
	case Search:
		return checkMembers(data, "story", "page")
	case Trace:
		return checkMembers(data, "trace", "page")
	case Shape:
		return checkMembers(data, "lattice", "cells")
	default:
		return fmt.Errorf("link: kind %.20q: expected cell, notebook, puzzle, search, trace or shape", kind)
	}
	return nil
}

// objects are the members of data that are objects; the others are arrays.
var objects = []string{"lattice", "story", "trace"}

func checkMembers(data map[string]any, names ...string) error {
	for _, name := range names {
		_, object := data[name].(map[string]any)
		_, array := data[name].([]any)
		if want := slices.Contains(objects, name); want && !object {
			return fmt.Errorf("link: data.%s: expected an object", name)
		} else if !want && !array {
			return fmt.Errorf("link: data.%s: expected an array", name)
		}
	}
	return nil
}

func checkCells(data map[string]any) error {
	list, ok := data["cells"].([]any)
	if !ok {
		return fmt.Errorf("link: data.cells: expected an array")
	}
	for i, v := range list {
		c, _ := v.(map[string]any)
		if c["type"] != "code" && c["type"] != "markdown" {
			return fmt.Errorf("link: data.cells[%d].type: expected code or markdown", i)
		}
		if _, ok := c["source"].(string); !ok {
			return fmt.Errorf("link: data.cells[%d].source: expected a string", i)
		}
	}
	return nil
}

// A checker reads JSON within the limits.
type checker struct {
	dec    *json.Decoder
	values int
	path   []step // to the present value
}

// A step is the name of a member or, if there is none, an index.
type step struct {
	name  string
	index int
}

// errorf returns an error with the position, and the path to the present value.
func (c *checker) errorf(format string, args ...any) error {
	where := fmt.Sprintf("byte %d of the text", c.dec.InputOffset()+1)
	var path strings.Builder
	for _, s := range c.path {
		switch {
		case s.name == "":
			fmt.Fprintf(&path, "[%d]", s.index)
		case path.Len() > 0:
			path.WriteString(".")
			fallthrough
		default:
			fmt.Fprintf(&path, "%.40s", s.name)
		}
	}
	if path.Len() > 0 {
		where += fmt.Sprintf(", %.80s", path.String())
	}
	return fmt.Errorf("link: %s: "+format, append([]any{where}, args...)...)
}

// value reads a value.
func (c *checker) value() (any, error) {
	t, err := c.dec.Token()
	if err != nil {
		return nil, c.errorf("expected a value of JSON")
	}
	if c.values++; c.values > MostValues {
		return nil, c.errorf("expected at most %d values", MostValues)
	}
	switch t := t.(type) {
	case json.Delim:
		if len(c.path) == MostDepth {
			return nil, c.errorf("expected at most %d levels", MostDepth)
		}
		if t == '[' {
			return c.array()
		}
		return c.object()
	case json.Number:
		x, err := strconv.ParseFloat(t.String(), 64)
		if err != nil || math.Abs(x) > MostNumber {
			return nil, c.errorf("expected a number of at most %.0e", MostNumber)
		}
		return x, nil
	}
	return t, nil
}

func (c *checker) array() (any, error) {
	list := []any{}
	c.path = append(c.path, step{})
	for c.dec.More() {
		c.path[len(c.path)-1].index = len(list)
		v, err := c.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	c.path = c.path[:len(c.path)-1]
	if _, err := c.dec.Token(); err != nil {
		return nil, c.errorf("expected a comma or ]")
	}
	return list, nil
}

func (c *checker) object() (any, error) {
	m := map[string]any{}
	for c.dec.More() {
		t, err := c.dec.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return nil, c.errorf("expected the name of a member")
		}
		c.path = append(c.path, step{name: name})
		if m[name], err = c.value(); err != nil {
			return nil, err
		}
		c.path = c.path[:len(c.path)-1]
	}
	if _, err := c.dec.Token(); err != nil {
		return nil, c.errorf("expected a comma or }")
	}
	return m, nil
}
