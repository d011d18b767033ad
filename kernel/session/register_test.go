// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"strings"
	"testing"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// TestRegister registers functions in cells, for types of cells and of compiled packages.
func TestRegister(t *testing.T) {
	s := newSession(t)
	n := 0
	part := func(code, kind string) string {
		t.Helper()
		n++
		r := s.Execute(t.Context(), engine.Cell{Number: n, Code: code}, engine.Discard)
		if r.Err != nil {
			t.Fatalf("%s\n%s", code, strings.Join(r.Err.Trace, "\n"))
		}
		if r.Value == nil {
			return ""
		}
		return string(r.Value.Data[kind])
	}
	check := func(code, kind, want string) {
		t.Helper()
		if got := part(code, kind); got != want {
			t.Errorf("%s\ngives %q, want %q", code, got, want)
		}
	}
	check("import (\"fmt\"; \"time\"; \"polka/kernel/display\")\ntype P struct{ X, Y int }\nunit := \"mm\"\n"+
		"display.Register(func(p P) any { return display.HTML(fmt.Sprint(p.X, unit)) })\nP{1, 2}", display.HTMLType, "1mm")
	check("unit = \"cm\"\n&P{2, 2}", display.HTMLType, "2cm")
	check("[]P{{1, 1}, {2, 2}}", display.TextType, "1cm\n2cm")
	check("display.Register(func(p P) any { return display.HTML(fmt.Sprint(p.Y)) })\nP{1, 9}", display.HTMLType, "9")
	check("display.Register(func(d time.Duration) any { return display.Markdown(\"*\" + d.String() + \"*\") })\n3 * time.Second", display.MarkdownType, "*3s*")
	check("3 * time.Second", display.TextType, "3s")
	// An interface of a cell, and a result with methods of a cell.
	check("type picture struct{ text string }\nfunc (p picture) SVG() string { return \"<svg>\" + p.text + \"</svg>\" }\n"+
		"type sized interface{ Size() int }\ntype box struct{ n int }\nfunc (b box) Size() int { return b.n }\n"+
		"display.Register(func(s sized) any { return picture{fmt.Sprint(s.Size())} })\nbox{5}", display.SVGType, "<svg>5</svg>")
	check("func (b box) HTML() string { return \"own\" }\nbox{5}", display.HTMLType, "own")
	// What panics, does so alone.
	check("display.Register(func(p P) any { var list []int; return list[p.X] })\nP{3, 1}", display.TextType,
		"the function registered for main.P panicked: runtime error: index out of range [3] with length 0")
	if r := s.Execute(t.Context(), engine.Cell{Number: 50, Code: "display.Register(P{})"}, engine.Discard); r.Err == nil || !strings.Contains(r.Err.Message, "expected a function with one parameter and one result") {
		t.Errorf("%+v", r.Err)
	}
	// Show uses the same registry; other sessions do not.
	var out recorder
	if r := s.Execute(t.Context(), engine.Cell{Number: 51, Code: "display.Register(func(d time.Duration) any { return \"shown\" })\ndisplay.Show(2 * time.Second)"}, &out); r.Err != nil || out.String() != "display: shown\n" {
		t.Errorf("%v %q", r.Err, out.String())
	}
	other := newSession(t)
	r := other.Execute(t.Context(), engine.Cell{Number: 1, Code: "import \"time\"\n3 * time.Second"}, engine.Discard)
	if r.Err != nil || r.Value.Data[display.MarkdownType] != nil {
		t.Errorf("%+v", r)
	}
}

// TestRegisterPackage registers a function in a package that is imported as source.
func TestRegisterPackage(t *testing.T) {
	f := newFolder(t, "home", `
-- home/look/look.go --
package look

import (
	"fmt"
	"net/url"

	"polka/kernel/display"
)

func init() {
	display.Register(func(u *url.URL) any { return display.HTML(fmt.Sprintf("<a>%s</a>", u.Host)) })
}
`)
	r := f.s.Execute(t.Context(), engine.Cell{Number: 1, Code: "import (\n_ \"./look\"\n\"net/url\"\n)\n&url.URL{Host: \"example.org\"}"}, engine.Discard)
	if r.Err != nil || string(r.Value.Data[display.HTMLType]) != "<a>example.org</a>" || r.Value.Plain() != "//example.org" {
		t.Errorf("%+v %+v", r.Err, r.Value)
	}
}
