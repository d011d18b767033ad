// Dynamic values: a union by interface, conversion tables, deep copy and deep printing.

package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type value interface{}
type object map[string]value
type array []value

func clone(v value) value {
	switch v := v.(type) {
	case object:
		out := object{}
		for k, e := range v {
			out[k] = clone(e)
		}
		return out
	case array:
		out := make(array, len(v))
		for i, e := range v {
			out[i] = clone(e)
		}
		return out
	}
	return v
}

func show(v value) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(v)
	case bool, int:
		return fmt.Sprint(v)
	case float64:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case array:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = show(v[i])
		}
		return "[" + strings.Join(parts, ",") + "]"
	case object:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, k+":"+show(v[k]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case func() value:
		return "func=" + show(v())
	}
	return fmt.Sprintf("<%T>", v)
}

func get(v value, path ...any) value {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			v = v.(object)[p]
		case int:
			v = v.(array)[p]
		}
	}
	return v
}

func main() {
	doc := object{"a": array{1, "two", nil, 3.0}, "b": object{"c": true}, "f": func() value { return array{} }}
	cp := clone(doc).(object)
	cp["a"].(array)[0] = object{"deep": 'x'}
	get(cp, "b").(object)["c"] = false
	fmt.Println(show(doc))
	fmt.Println(show(cp))
	fmt.Println(get(doc, "a", 1), get(cp, "a", 0, "deep"), get(doc, "zz") == nil)
	defer func() { fmt.Println(recover()) }()
	get(doc, "a", "b")
}
