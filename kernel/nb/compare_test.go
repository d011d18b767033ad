// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func stream(name, text string) *Output { return &Output{Type: StreamOutput, Name: name, Text: text} }

func value(text string, more ...any) *Output {
	return &Output{Type: ResultOutput, Count: 1, Data: with(map[string]any{"text/plain": text}, more...), Metadata: map[string]any{}}
}

func TestCompare(t *testing.T) {
	long := strings.Repeat("x", 200)
	tests := []struct {
		name          string
		stored, fresh []*Output
		want          string
	}{
		{"nothing", nil, nil, ""},
		{"same", []*Output{stream("stdout", "a"), value("1")}, []*Output{stream("stdout", "a"), value("1")}, ""},
		{"pieces", []*Output{stream("stdout", "a"), stream("stdout", "b")}, []*Output{stream("stdout", "ab")}, ""},
		{"counts and colors", []*Output{{Type: ErrorOutput, ErrorName: "E", ErrorValue: "v", Traceback: []string{"\x1b[31mx\x1b[0m"}}},
			[]*Output{{Type: ErrorOutput, ErrorName: "E", ErrorValue: "v", Traceback: []string{"x"}}}, ""},
		{"text", []*Output{stream("stdout", "one\ntwo\nthree\n")}, []*Output{stream("stdout", "one\n2\nthree\n")},
			"output 1, text\n    one\n  - two\n  + 2\n"},
		{"painted by another processor", []*Output{value("p", "image/svg+xml", "<svg/>", "image/png", "a")}, []*Output{value("p", "image/svg+xml", "<svg/>", "image/png", "b")}, ""},
		{"PNG alone", []*Output{value("p", "image/png", "a")}, []*Output{value("p", "image/png", "b")}, "output 1, image/png\n  - a\n  + b\n"},
		{"missing", []*Output{value("1")}, nil, "output 1, the value, is stored, but the cell did not show it\n  - 1\n"},
		{"new", nil, []*Output{stream("stderr", "w")}, "output 1, stderr, is not stored\n  + w\n"},
		{"another kind", []*Output{stream("stdout", "1")}, []*Output{value("1")}, "output 1 is the value, stored is stdout\n  - 1\n  + 1\n"},
		{"another part", []*Output{value("1", "text/html", "<b>1</b>")}, []*Output{value("1")},
			"output 1 has no text/html, which is stored\n  - <b>1</b>\n"},
		{"JSON", []*Output{value("1", "application/json", map[string]any{"a": "b"})}, []*Output{value("1", "application/json", map[string]any{"a": "c"})},
			"output 1, application/json\n    {\n  -  \"a\": \"b\"\n  +  \"a\": \"c\"\n"},
		{"metadata", []*Output{{Type: DisplayOutput, Metadata: map[string]any{"w": 1}}}, []*Output{{Type: DisplayOutput}},
			"output 1 has no metadata, which is stored\n  - {\n  -  \"w\": 1\n  - }\n"},
		{"long lines", []*Output{value(long + "a")}, []*Output{value(long + "b")},
			"output 1, text/plain\n  - …" + strings.Repeat("x", 30) + "a\n  + …" + strings.Repeat("x", 30) + "b\n"},
		{"many lines", []*Output{value("a")}, []*Output{value(strings.TrimSuffix(strings.Repeat("b\n", 12), "\n"))},
			"output 1, text/plain\n  - a\n" + strings.Repeat("  + b\n", 8) + "  + ... 4 more lines\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			stored, fresh := notebook("x"), notebook("x")
			stored.Cells[0].Outputs, fresh.Cells[0].Outputs = test.stored, test.fresh
			fresh.Cells[0].Count = 3
			list := Compare(stored, fresh)
			got := ""
			if len(list) > 0 {
				got = list[0].Text
				if want := "cell 3 (" + fresh.Cells[0].ID + "): "; !strings.HasPrefix(list[0].String(), want) {
					t.Errorf("%q does not begin with %q", list[0], want)
				}
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("difference (-want +got):\n%s", d)
			}
			if list := Compare(stored, fresh.tag(0, "volatile")); len(list) != 0 {
				t.Errorf("a volatile cell is compared: %v", list)
			}
		})
	}
}

// TestStills compares the outputs of a widget in JupyterLab, of which the first is a still picture,
// with those of a program without widgets.
func TestStills(t *testing.T) {
	still := func(types ...any) *Output {
		return &Output{Type: DisplayOutput, Metadata: map[string]any{"polka": map[string]any{"still": types}}, Data: map[string]any{
			"text/html": "<style>.a-s{display:none}</style>\n<div class=\"polka-still a-s\"><p>gone</p>\n<b>page</b>\n</div>\n", "image/svg+xml": "<svg/>"}}
	}
	view := value("puzzle", widgetView, map[string]any{"model_id": "1"})
	for _, c := range []struct {
		types []any
		want  *Output
	}{
		{nil, value("puzzle")},
		{[]any{"image/svg+xml"}, value("puzzle", "image/svg+xml", "<svg/>")},
		{[]any{"text/html", "image/svg+xml"}, value("puzzle", "text/html", "<b>page</b>\n", "image/svg+xml", "<svg/>")},
	} {
		if text := compareOutputs(merge([]*Output{still(c.types...), view}), merge([]*Output{c.want}), exactly); text != "" {
			t.Errorf("%v: %s", c.types, text)
		}
	}
	if list := merge([]*Output{value("1"), view}); len(list) != 2 {
		t.Errorf("without a still picture: %d outputs", len(list))
	}
}
