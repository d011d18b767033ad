// SPDX-License-Identifier: BSD-3-Clause

package syntax_test

import (
	"errors"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"polka/kernel/cell/syntax"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x:=1", "x := 1"},
		{"\n\n  x:=1\n\n", "x := 1"},
		{"", ""},
		{"// nothing", "// nothing"},
		{"x:=1;y:=2", "x := 1\ny := 2"},
		{"x ;", "x;"},
		{"x  ; // not shown", "x; // not shown"},
		{"if x{ y() };", "if x {\n\ty()\n};"},
		{"a,b+1", "a, b+1"},
		{"// both\na,\n  b // end", "// both\na,\n\tb // end"},
		{"a,b;", "a, b;"},
		{"f(a,\n  b,\n)", "f(a,\n\tb,\n)"},
		{"import(\"os\"\n\"fmt\")\nfunc f(){}\nx:=1 // one\n\n\n\n// g is g\nfunc g(){ return }", "import (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc f() {}\nx := 1 // one\n\n// g is g\nfunc g() { return }"},
		{"%time   f( )\nx:=1", "%time   f( )\nx := 1"},
		{"%%time\nfor{ }", "%%time\nfor {\n}"},
		{"%%bash\necho   1", "%%bash\necho   1"},
		{"x:=1\nx?\n\ny:=2\n!ls  -l", "x := 1\nx?\n\ny := 2\n!ls  -l"},
		{"package main\nfunc main( ){}", "package main\n\nfunc main() {}\n"},
		{"x := 1 /* one */\ntype T struct{a int;bc string}", "x := 1 /* one */\ntype T struct {\n\ta  int\n\tbc string\n}"},
		{"s := `a\n   b`", "s := `a\n   b`"},
		{"x:=1\r\ny:=2\r\n", "x := 1\ny := 2"},
	} {
		got, err := syntax.Format(c.src)
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		if got != c.want {
			t.Errorf("%q:\ngot  %q\nwant %q", c.src, got, c.want)
		}
	}
	var errs syntax.Errors
	if _, err := syntax.Format("%%time\nx := 1\ny := := 2"); !errors.As(err, &errs) || errs[0].Line != 3 || errs[0].Col != 6 {
		t.Errorf("a mistake: %v, want one in line 3, column 6", err)
	}
}

// TestFormatKeeps lays out the cells of the corpus of package session. The code must stay the same,
// and doing it twice must be doing it once.
func TestFormatKeeps(t *testing.T) {
	files, err := filepath.Glob("../../session/testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cells := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(data).Files {
			src := string(f.Data)
			got, err := syntax.Format(src)
			if err != nil {
				continue // one of the mistakes of the corpus
			}
			cells++
			if a, b := tokens(src), tokens(got); !slices.Equal(a, b) {
				t.Errorf("%s, %s: changed\n%s\nto\n%s", name, f.Name, src, got)
			}
			if silent(t, src) != silent(t, got) {
				t.Errorf("%s, %s: the last semicolon is lost\n%s", name, f.Name, got)
			}
			again, err := syntax.Format(got)
			if err != nil || again != got {
				t.Errorf("%s, %s: %v: again changed\n%s\nto\n%s", name, f.Name, err, got, again)
			}
		}
	}
	if cells < 800 {
		t.Errorf("only %d cells", cells)
	}
}

// tokens are the tokens and comments of src, in an order that does not depend on that of imports,
// without semicolons and without commas, which the layout adds and removes.
func tokens(src string) []string {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), nil, scanner.ScanComments)
	var list []string
	for {
		_, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			slices.Sort(list)
			return list
		case token.SEMICOLON, token.COMMA:
		case token.COMMENT:
			list = append(list, strings.Join(strings.Fields(text), " "))
		default:
			list = append(list, tok.String()+" "+text)
		}
	}
}

func silent(t *testing.T, src string) bool {
	t.Helper()
	steps := syntax.Steps(src)
	tree, err := syntax.Parse(token.NewFileSet(), 1, steps[len(steps)-1].Go)
	if err != nil {
		t.Fatal(err)
	}
	return tree.Silent && tree.Values != nil
}
