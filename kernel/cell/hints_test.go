// SPDX-License-Identifier: BSD-3-Clause

package cell_test

import (
	"errors"
	"strings"
	"testing"

	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/stdlib"
)

// TestHints types the mistakes of beginners, and looks for what helps. A hint that begins with ! is
// one that must not be given.
func TestHints(t *testing.T) {
	for _, test := range []struct{ src, hint string }{
		{"f := func(n int) int { return f(n-1) }", "undefined: f\nf does not exist yet inside its own definition\ndeclare it first: var f func(n int) int, and then f = func..."},
		{"var f = func() { f() }", "f does not exist yet inside its own definition"},
		{"g, f := 1, func() { f() }", "f does not exist yet inside its own definition"},
		{"fs := []func(){func() { fs[0]() }}", "fs does not exist yet inside its own definition\ndeclare it first: var fs func(...), and then fs = ..."},
		{"if true { x := 1; _ = x }\nx", "x of line 1 is visible only in the block that defines it"},
		{"n := 5\nn = \"five\"", "n is a variable of type int, defined in line 1"},
		{"n := 5\nn = \"five\"", "!Atoi"},
		{"n := 5\nn = \"12\"", "numbers are written without quotes: 12"},
		{"n, s := 5, \"12\"\nn = s", "strconv.Atoi(s) reads a number from text"},
		{"shapes.Domino().Rotate(\"left\")", "!Atoi"},
		{"x := 0.5\nx = \" 1.5 \"", "numbers are written without quotes: 1.5"},
		{"if true {\n\tx := (1 + 2)\n\tfmt.Println(x)", "the { of line 1 is not closed"},
		{"func f() {\n\tfor {\n\t}\n\nx := 1", "the { of line 1 is not closed"},
		{"func area(w, h int) int { w * h }", "to return it, write return w * h"},
		{"func area(w, h int) string { w * h }", "!return w * h"},
		{"x := [1, 2, 3]", "lists are slices in Go: []int{1, 2, 3}"},
		{"[1, 2, 3]", "lists are slices in Go: []int{1, 2, 3}"},
		{"x := 5 # five", "a comment begins with //"},
		{"rects := 3\nfmt.Println(rect)", "undefined: rect; did you mean rects?"},
		{"func f(width int) int { return widht }", "undefined: widht; did you mean width?"},
		{"fmt.Println(pentominos())", "did you mean shapes.Pentominoes?"},
		{"xs := []int{1}\nxs.append(4)", "append is a function: xs = append(xs, 4)"},
		{"xs := []int{1}\nfmt.Println(xs.len())", "len is a function: len(xs)"},
		{"s := \"ab\"\nfmt.Println(s.length)", "len is a function: len(s)"},
		{"m := map[string]int{}\nm.a", "to look up a key in a map, write m[\"a\"]"},
		{"m := map[int]int{}\nm.a", "!an entry"},
		{"x := 5\nif x == 5 then {\n}", "Go has no then"},
		{"c := true\na := 1 if c else 2", "Go has no conditional expression"},
		{"c := true\n1 if c else 2", "Go has no conditional expression"},
		{"func f(n int) int {\n\tif n > 1 {\n\t\treturn 2\n\treturn 1\n}\nx := 1", "is a } missing for the { of line 2? The } of line 5 closes it, and is less indented"},
		{"func f() {\n\tg(func() {\n\t}\n}", "!is a } missing"},
		{"[1, 2, 3]", "!found the end of the cell"},
		{"while x < 3 {\n}", "!found the end of the cell"},
		{"import numpy as np", "the new name comes first, and the path is in quotes: import str \"strings\""},
		{"var a []int = {1, 2}", "repeat the type before the {"},
		{"func (x int) double() int { return 2 * x }", "cannot define new methods on non-local type int\ndeclare a type of your own for it, as in type T int"},
		{"func (s *strings.Builder) double() {}", "as in type T strings.Builder"},
	} {
		c := cell.New(cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude()})
		_, err := c.Compile(1, test.src)
		e, ok := errors.AsType[*explain.Error](err)
		if !ok {
			t.Errorf("%s: %v", test.src, err)
			continue
		}
		var all []string
		for _, d := range e.List {
			all = append(all, d.Message)
		}
		said := strings.Join(all, "\n")
		if hint, not := strings.CutPrefix(test.hint, "!"); strings.Contains(said, hint) == not {
			t.Errorf("%s\ngot\n%s\nexpected %s", test.src, said, test.hint)
		}
	}
}

// TestDroppedResults: methods of values that do not change return other values.
func TestDroppedResults(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"p := dlx.New(\"a\")\np.AddOption(\"a\")\np.Count()", "2: the result of Problem.AddOption is lost; p itself does not change: write p = p.AddOption(...)"},
		{"p := dlx.New(\"a\")\np = p.AddOption(\"a\")\np.Count()", ""},
		{"func f(s shapes.Shape) shapes.Shape {\n\ts.Rotate(1)\n\treturn s\n}", "2: the result of Shape.Rotate is lost; s itself does not change: write s = s.Rotate(...)"},
		{"p := cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...)\np.TwinsApart()\np.Count()", "2: the result of Puzzle.TwinsApart is lost; p itself does not change: write p = p.TwinsApart(...)"},
		{"dlx.New(\"a\").AddOption(\"a\")\n7", "1: the result of Problem.AddOption is lost; only the last value of a cell is shown"},
		{"var b strings.Builder\nb.WriteString(\"a\")\nb.String()", ""},
	} {
		c := cell.New(cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Immutable: stdlib.Immutable()})
		p, err := c.Compile(1, test.src)
		if err != nil {
			t.Errorf("%s: %v", test.src, err)
			continue
		}
		got := ""
		for _, w := range p.Warnings {
			got += string(rune('0'+w.Line)) + ": " + w.Message
		}
		if got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.src, got, test.want)
		}
	}
}
