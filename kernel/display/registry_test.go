// SPDX-License-Identifier: BSD-3-Clause

package display

import (
	"encoding/json"
	"fmt"
	"html/template"
	"image"
	"strings"
	"testing"
)

type (
	plain1 struct{ N int }
	plain2 struct{ N int }
	named  struct{ N int }
	shape  interface{ Area() int }
	square struct{ side int }
)

func (n named) String() string   { return fmt.Sprintf("named %d", n.N) }
func (s square) Area() int       { return s.side * s.side }
func (s *square) Perimeter() int { return 4 * s.side }

func TestRegister(t *testing.T) {
	var g Registry
	r := Renderer{Registry: &g, Picture: func(v any) any {
		if _, ok := v.(square); ok {
			return drawn{"picture"}
		}
		return nil
	}}
	show := func(v any) string { return strings.Join(r.Render(v).Types(), " ") + ": " + r.Render(v).Plain() }
	check := func(v any, want string) {
		t.Helper()
		if got := show(v); got != want {
			t.Errorf("%#v is shown as %q, want %q", v, got, want)
		}
	}
	check(square{3}, "image/svg+xml text/plain: picture")
	g.Register(func(s shape) any { return fmt.Sprintf("area %d", s.Area()) })
	check(square{3}, "text/plain: area 9")
	check(&square{3}, "text/plain: area 9")
	g.Register(func(s interface{ Perimeter() int }) string { return fmt.Sprint("perimeter ", s.Perimeter()) })
	check(square{3}, "text/plain: area 9")
	check(&square{3}, "text/plain: perimeter 12") // the last one that was registered
	g.Register(func(s square) HTML { return HTML(fmt.Sprintf("<b>%d</b>", s.side)) })
	check(square{3}, "text/html text/plain: <b>3</b>")
	check(&square{3}, "text/html text/plain: <b>3</b>") // what it points to
	g.Register(func(s square) any { return nil })
	check(square{3}, "image/svg+xml text/plain: picture")

	// A chain of types, and one that returns to its beginning.
	g.Register(func(p plain1) any { return plain2(p) })
	g.Register(func(p plain2) any { return image.NewGray(image.Rect(0, 0, p.N, 1)) })
	check(plain1{2}, "image/png text/plain: *image.Gray, 2 × 1 pixels")
	g.Register(func(p plain2) any { return plain1(p) })
	if got := show(plain1{2}); !strings.HasSuffix(got, "text/plain: {N:2}") {
		t.Error(got)
	}

	// The text of a method stays, unless the function returns a text.
	g.Register(func(n named) any { return HTML("<i>n</i>") })
	check(named{1}, "text/html text/plain: named 1")
	g.Register(func(n named) any { return []byte("\x89PNG\r\n\x1a\n") })
	check(named{1}, "image/png text/plain: named 1")
	g.Register(func(n named) any { return []byte("\xff\xd8\xff\xe0") })
	check(named{1}, "image/jpeg text/plain: picture")
	g.Register(func(n named) any { return "text" })
	check(named{1}, "text/plain: text")
	// Drawing methods of the value come first.
	g.Register(func(d drawn) any { return "never" })
	check(drawn{"F"}, "image/svg+xml text/plain: F")

	g.Register(func(p plain2) any { panic("sorry") })
	check(plain2{1}, "text/plain: the function registered for display.plain2 panicked: sorry")
	g.Register(func(p named) any { panic("sorry") })
	check(named{7}, "text/plain: the function registered for display.named panicked: sorry")

	// Lists are galleries.
	g.Register(func(p plain1) any { return drawn{fmt.Sprint(p.N)} })
	check([]plain1{{1}, {2}}, "text/html text/plain: 1\n2")
	if got := (Renderer{}).Render([]plain1{{1}, {2}}).Plain(); got != "[{N:1} {N:2}]" {
		t.Errorf("in another registry: %s", got)
	}
}

type kilo int

func TestRegisterProgram(t *testing.T) {
	defer func() { program = Registry{} }()
	Register(func(k kilo) any { return HTML(fmt.Sprintf("%d kg", k)) })
	if got := (Renderer{}).Render([]kilo{1, 2}).Data[HTMLType]; !strings.Contains(string(got), "<div>1 kg</div><div>2 kg</div>") {
		t.Errorf("%s", got)
	}
	var g Registry
	r := Renderer{Registry: &g}
	g.Register(func(k kilo) any { return "of the session" })
	if got := r.Render(kilo(1)).Plain(); got != "of the session" {
		t.Error(got)
	}
}

func TestRegisterMistakes(t *testing.T) {
	for _, f := range []any{nil, 3, func() {}, func(int) {}, func(int) (int, error) { return 0, nil }, func(...int) int { return 0 }, (func(int) int)(nil)} {
		func() {
			defer func() {
				if e := fmt.Sprint(recover()); !strings.HasPrefix(e, "display.Register: expected a function with one parameter") {
					t.Errorf("%T: %v", f, e)
				}
			}()
			new(Registry).Register(f)
		}()
	}
}

func TestLibrary(t *testing.T) {
	type long struct {
		Name, Text string
		N          int
		hidden     string
	}
	v := long{"a name", strings.Repeat("text ", 15), 7, "?"}
	for _, c := range []struct {
		v           any
		types, text string
	}{
		{json.RawMessage(`{"a":[1,2]}`), "application/json text/plain", "{\n  \"a\": [\n    1,\n    2\n  ]\n}"},
		{json.RawMessage(`{"a`), "text/plain", `[]byte("{\"a")`},
		{template.HTML("<b>x</b>"), "text/html text/plain", "<b>x</b>"},
		{v, "text/html text/plain", "field  value\n─────  " + strings.Repeat("─", 75) + "\nName   a name\nText   " + strings.TrimSpace(v.Text) + "\nN      7"},
		{long{Name: "short"}, "text/plain", "{Name:short Text: N:0 hidden:}"},
	} {
		b := Renderer{}.Render(c.v)
		if got := strings.Join(b.Types(), " "); got != c.types || b.Plain() != c.text {
			t.Errorf("%#v is shown as %s:\n%s", c.v, got, b.Plain())
		}
	}
}
