// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/session"
)

// run executes cells, which must succeed.
func run(t testing.TB, s *session.Session, cells ...string) {
	t.Helper()
	for i, code := range cells {
		if r := s.Execute(context.Background(), engine.Cell{Number: i + 1, Code: code}, engine.Discard); r.Err != nil {
			t.Fatalf("cell %d: %v\n%s", i+1, r.Err, strings.Join(r.Err.Trace, "\n"))
		}
	}
}

// The cursor of a test is where the text has a bar.
func cut(code string) (string, int) {
	before, after, _ := strings.Cut(code, "|")
	return before + after, len(before)
}

func TestComplete(t *testing.T) {
	s := newSession(t)
	run(t, s, `
import "fmt"
type Point struct{ X, Y int; name string }
// Norm is the sum of the coordinates.
func (p Point) Norm() int { return p.X + p.Y }
func (p *Point) Move(dx int) { p.X += dx }
type Named struct { Point; Title string }
counter := 3
corner := Point{1, 2, "c"}
func cornerOf(p Point) string { return fmt.Sprint(p) }
nested := []Named{{Title: "a"}}
`)
	for _, test := range []struct {
		code string
		want []string // all of them, in their order
	}{
		{"fmt.Fpri|", []string{"Fprint", "Fprintf", "Fprintln"}},
		{"strings.HasP|", []string{"HasPrefix"}},
		{"x := strings.HasP|refix(\"a\")", []string{"HasPrefix"}},
		{"corner.|", []string{"Move", "Norm", "X", "Y", "name"}},
		{"corner.N|", []string{"Norm"}},
		{"nested[0].|", []string{"Move", "Norm", "Point", "Title", "X", "Y", "name"}},
		{"nested[0].Point.n|", []string{"name"}},
		{"corn|", []string{"corner", "cornerOf"}},
		{"if corn|", []string{"corner", "cornerOf"}},
		{"func f(cornea int) {\n\tcorn|\n}", []string{"cornea", "corner", "cornerOf"}},
		{"for i := range 3 {\n\tinner := i\n\tfmt.Println(inn|", []string{"inner"}},
		{"cornice := 1\ncorn|", []string{"cornice", "corner", "cornerOf"}},
		{"corn|\ncornice := 1", []string{"corner", "cornerOf"}},
		{"fmt.Sprint(corner).|", nil},
		{"b := new(strings.Builder)\nb.WriteS|", []string{"WriteString"}},
		{"func() *strings.Builder { return nil }().WriteB|", []string{"WriteByte"}},
		{"import \"container/h|", []string{"container/heap"}},
		{"import (\n\t\"fmt\"\n\tm \"math/r|", []string{"math/rand", "math/rand/v2"}},
		{"fallt|", []string{"fallthrough"}},
		{"Point{na|", []string{"name"}},
		{"Point{X: 1, na|}", []string{"name"}},
		{"nope.|", nil},
		{"\"corn|", nil},
		{"// corn|", nil},
		{"x := 12|", nil},
		{"shapes.Pentominoe|", []string{"Pentominoes"}},
		{"fmt.println|", []string{"Println"}},
		{"%|", []string{"backend", "cd", "check", "class", "env", "exercise", "goroutines", "handin", "help", "hint", "history", "lang", "load", "native", "reactive", "require", "rerun", "reset", "save", "sh", "slice", "sql", "stale", "stop", "test", "time", "timeit", "trace", "who", "writefile"}},
		{"1 + 1\n%t|\n2", []string{"test", "time", "timeit", "trace"}},
		{"%%|", []string{"check", "exercise", "sh", "slice", "sql", "time", "timeit", "trace", "writefile"}},
		{"%time strings.HasP|", []string{"HasPrefix"}},
		{"%%time\nfor {\n\tstrings.HasP|", []string{"HasPrefix"}},
		{"x := `\n%t|`", nil},
		{"?strings.HasP|", []string{"HasPrefix"}},
		{"corner.Nor|?", []string{"Norm"}},
		{"var k int = co|", []string{"counter", "corner", "cornerOf"}},
		{"cornerOf(co|)", nil},
		{"math.Abs(math.Max|)", []string{"Max", "MaxFloat32", "MaxFloat64", "MaxInt", "MaxInt16"}},
		{"Point{X: 1, |}", []string{"Y", "name"}},
		{"if counter == 3 && fal|", []string{"false"}},
		{"for i := range cou|", []string{"counter"}},
		{"fo|", []string{"for", "format"}},
		{"y := fo|", []string{"format"}},
		{"f := fun|", []string{"func"}},
	} {
		code, pos := cut(test.code)
		c := s.Complete(context.Background(), code, pos)
		var got []string
		for _, m := range c.Matches {
			got = append(got, m.Text)
		}
		if len(test.want) > 0 && len(got) > len(test.want) && strings.HasSuffix(test.code, "co|") || strings.Contains(test.code, "|)") || strings.Contains(test.code, "{X: 1, |") {
			got = got[:min(len(got), len(test.want))] // what comes first
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.code, got, test.want)
		}
		for _, m := range got {
			if !strings.HasPrefix(strings.ToLower(m), strings.ToLower(code[c.Start:pos])) || c.End < pos {
				t.Errorf("%s: %q does not fit %q", test.code, m, code[c.Start:c.End])
			}
		}
	}
	if c := s.Complete(context.Background(), "fmt.Sprintln", 12); c.Matches[0].Signature != "(a ...any) string" || c.Matches[0].Kind != "function" {
		t.Errorf("%+v", c.Matches)
	}
}

func TestInspect(t *testing.T) {
	s := newSession(t)
	run(t, s, `
// A Point is a place.
type Point struct{ X, Y int }
// Norm is the sum of the coordinates.
func (p Point) Norm() int { return p.X + p.Y }
corner := Point{1, 2}
`)
	for _, test := range []struct {
		code string
		want []string // contained in the text, in this order
	}{
		{"fmt.Println|", []string{"func Println(a ...any)", "standard output"}},
		{"fmt|.Println", []string{"package fmt", "formatted I/O"}},
		{"strings.Repeat(|", []string{"func Repeat(s string, count int) string"}},
		{"strings.Repeat(\"a\", |", []string{"func Repeat(s string, count int) string", "here: count int"}},
		{"strings.Repeat(\"(\", |", []string{"func Repeat(s string, count int) string", "here: count int"}},
		{"strings.Repeat(f(1, 2), |)", []string{"func Repeat(s string, count int) string", "here: count int"}},
		{"fmt.Println(1, 2, |)", []string{"func Println(a ...any)", "here: a ...any"}},
		{"slices.Index[[]int](|)", []string{"func Index[", "here: s S"}},
		{"Point{1, |}", []string{"type Point struct"}},
		{"corner.Norm(|)", []string{"func (p Point) Norm() int"}},
		{"corner|", []string{"var corner Point", "value: {X:1 Y:2}"}},
		{"?corner|", []string{"var corner Point", "value: {X:1 Y:2}"}},
		{"corn|er??", []string{"var corner Point", "value: {X:1 Y:2}"}},
		{"1\n%time corner.No|rm()", []string{"func (p Point) Norm() int"}},
		{"corner.Norm|()", []string{"func (p Point) Norm() int", "sum of the coordinates"}},
		{"Point|", []string{"type Point struct", "Norm() int", "A Point is a place."}},
		{"append|", []string{"func append(slice []Type, elems ...Type) []Type", "built-in"}},
		{"func f(n int) int {\n\treturn n| + 1\n}", []string{"var n int"}},
		{"local := corner.X\nlocal|", []string{"var local int"}},
		{"new(strings.Builder).WriteString|", []string{"WriteString(s string)", "appends the contents of s"}},
		{"range|", []string{"keyword range"}},
	} {
		code, pos := cut(test.code)
		i := s.Inspect(context.Background(), code, pos, 0)
		if !i.Found {
			t.Errorf("%s: nothing found", test.code)
			continue
		}
		text := i.Bundle.Plain()
		rest := text
		for _, w := range test.want {
			_, after, ok := strings.Cut(rest, w)
			if !ok {
				t.Errorf("%s: no %q in\n%s", test.code, w, text)
				break
			}
			rest = after
		}
	}
	for _, code := range []string{"if corner.X > 1 { ", "for range corner.X {\n\t", "strings.Repeat(func() { ", "", "nope", "nope.Println", "1 + 2", "fmt.Nope"} {
		if i := s.Inspect(context.Background(), code, len(code), 0); i.Found {
			t.Errorf("%q: found %s", code, i.Bundle.Plain())
		}
	}
	i := s.Inspect(context.Background(), "corner.Norm", 11, 1)
	if !strings.Contains(i.Bundle.Plain(), "return p.X + p.Y") {
		t.Errorf("detail 1 has no source:\n%s", i.Bundle.Plain())
	}
}

// TestCompleteLongCell completes in a cell that is longer than all that the session has run.
func TestCompleteLongCell(t *testing.T) {
	s := newSession(t)
	run(t, s, page)
	code, pos := cut(page + page + "for i, w := range words {\n\tif strings.HasP|")
	if c := s.Complete(context.Background(), code, pos); len(c.Matches) != 1 || c.Matches[0].Text != "HasPrefix" {
		t.Errorf("completed to %v", c.Matches)
	}
}

func TestIsComplete(t *testing.T) {
	s := newSession(t)
	for _, test := range []struct{ code, status, indent string }{
		{"", engine.Complete, ""},
		{"1 + 1", engine.Complete, ""},
		{"x := 1", engine.Complete, ""},
		{"a, b", engine.Complete, ""},
		{"?fmt", engine.Complete, ""},
		{"import \"fmt\"\nfmt.Println(1)", engine.Complete, ""},
		{"func f() {\n}", engine.Complete, ""},
		{"func f() {", engine.Incomplete, "\t"},
		{"for i := range 3 {\n\tif i > 1 {", engine.Incomplete, "\t\t"},
		{"fmt.Println(", engine.Incomplete, "\t"},
		{"x := 1 +", engine.Incomplete, ""},
		{"x := []int{1,\n", engine.Incomplete, "\t"},
		{"s := `raw", engine.Incomplete, ""},
		{"/* comment", engine.Incomplete, ""},
		{"if x", engine.Incomplete, ""},
		{"type T", engine.Incomplete, ""},
		{"x := \"abc", engine.Invalid, ""},
		{"x := )", engine.Invalid, ""},
		{"for }", engine.Invalid, ""},
		{"}", engine.Invalid, ""},
		{"func f() { return ) }", engine.Invalid, ""},
	} {
		c := s.IsComplete(test.code)
		if c.Status != test.status || c.Indent != test.indent {
			t.Errorf("%q: %s %q, want %s %q", test.code, c.Status, c.Indent, test.status, test.indent)
		}
	}
}

// TestInspectValue looks at values: a picture, a method that must not be called, and what comes
// after it.
func TestInspectValue(t *testing.T) {
	s := newSession(t)
	run(t, s, "piece, _ := shapes.Pentomino(\"F\")", `
type loud int
func (n loud) String() string { panic("called") }
func (n loud) SVG() string { for {} }
l := loud(5)
long := make([]int, 100000)`)
	i := s.Inspect(t.Context(), "piece", 5, 0)
	if page := string(i.Bundle.Data["text/html"]); !strings.Contains(page, `<img alt="F, 5 cells" src="data:image/svg+xml;base64,`) ||
		!strings.Contains(page, "<code>F = [(1,0)") || !strings.Contains(page, "A Shape is") || strings.Contains(page, "<svg") {
		t.Errorf("no picture with words for a tooltip:\n%s", page)
	}
	run(t, s, "board := cover.Rectangle(40, 20)")
	page := string(s.Inspect(t.Context(), "board", 5, 0).Bundle.Data["text/html"])
	_, data, _ := strings.Cut(page, ";base64,")
	data, _, _ = strings.Cut(data, `"`)
	if svg, err := base64.StdEncoding.DecodeString(data); err != nil || !strings.Contains(string(svg), ` height="150" viewBox="-8 `) {
		t.Errorf("a large drawing is %.300s, %v", svg, err)
	}
	if text := i.Bundle.Plain(); !strings.Contains(text, "var piece shapes.Shape\n") || !strings.HasSuffix(text, "value: F = [(1,0), (2,0), (0,1), (1,1), (1,2)]") {
		t.Errorf("for a terminal:\n%s", text)
	}
	if i := s.Inspect(t.Context(), "l", 1, 0); !strings.Contains(i.Bundle.Plain(), "value: 5") {
		t.Errorf("%s", i.Bundle.Plain())
	}
	if i := s.Inspect(t.Context(), "long", 4, 0); len(i.Bundle.Plain()) > 2000 {
		t.Errorf("%d bytes", len(i.Bundle.Plain()))
	}
	if got := outcome(t, s, 9, "%help long"); !strings.Contains(got, "value: [0 0 0") {
		t.Errorf("%.300s", got)
	}
}

// TestNamesOfWidget checks that the package has only what is for cells: the side of the kernel is
// package host.
func TestNamesOfWidget(t *testing.T) {
	s := newSession(t)
	for _, name := range []string{"Host", "NewHost", "Env", "Evaluation", "Failure", "Compiled", "Commands", "ViewType"} {
		code := "widget." + name
		for _, m := range s.Complete(context.Background(), code, len(code)).Matches {
			if m.Text == name || strings.HasSuffix(m.Text, "."+name) {
				t.Errorf("widget.%s is offered", name)
			}
		}
	}
	code := "widget.IntSl"
	if m := s.Complete(context.Background(), code, len(code)).Matches; len(m) == 0 || !strings.HasSuffix(m[0].Text, "IntSlider") {
		t.Errorf("%s: %v", code, m)
	}
}
