package session_test

import (
	"context"
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
		{"shapes.Pento|", []string{"Pentomino", "Pentominoes"}},
	} {
		code, pos := cut(test.code)
		c := s.Complete(context.Background(), code, pos)
		var got []string
		for _, m := range c.Matches {
			got = append(got, m.Text)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.code, got, test.want)
		}
		for _, m := range got {
			if !strings.HasPrefix(m, code[c.Start:pos]) || c.End < pos {
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
		{"strings.Repeat(\"a\", |", []string{"func Repeat(s string, count int) string"}},
		{"corner|", []string{"var corner Point"}},
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
	for _, code := range []string{"", "nope", "nope.Println", "1 + 2", "fmt.Nope"} {
		if i := s.Inspect(context.Background(), code, len(code), 0); i.Found {
			t.Errorf("%q: found %s", code, i.Bundle.Plain())
		}
	}
	i := s.Inspect(context.Background(), "corner.Norm", 11, 1)
	if !strings.Contains(i.Bundle.Plain(), "return p.X + p.Y") {
		t.Errorf("detail 1 has no source:\n%s", i.Bundle.Plain())
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
