// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/session"
)

// outcome runs one cell and shows what it did as the corpus does.
func outcome(t testing.TB, s *session.Session, number int, code string) string {
	t.Helper()
	out := new(recorder)
	r := s.Execute(context.Background(), engine.Cell{Number: number, Code: code}, out)
	return colors.ReplaceAllString(show(r, out), "")
}

func TestMagics(t *testing.T) {
	s := newSession(t)
	for i, test := range []struct{ code, want string }{ // want is a regular expression
		{"%who", "^display: cells have defined nothing yet\n$"},
		{"x := 6\ntype P struct{ n int }\nfunc f(a int) int { return a * x }\nconst k = 2\n%who\nx", `(?s)^display: name +kind +type +size +cell\nP +type +struct +2\nf +function +\(a int\) int +2\nk +constant +untyped int +2\nx +variable +int +8 B +2\n= 6\n$`},
		{"%time f(7)", `^time: \S+[mµn]?s\n= 42\n$`},
		{"%time y := f(1)\ny", `^time: \S+\n= 6\n$`},
		{"%%time\nz := f(2)\nz + y", `^time: \S+\n= 18\n$`},
		{"x = 7; %time f(1)", `^! SyntaxError`},
		{"%time", `^! CompileError: line 1: %time expects code`},
		{"%time nope", `(?s)^! CompileError: line 1: undefined: nope.*cell 8, line 1.*%time nope\n *\|       \^`},
		{"1\n\n%hepl", `(?s)^! CompileError: line 3: there is no magic %hepl; did you mean %help\?.*%hepl\n *\|  \^`},
		{"%lsmagic", `did you mean %help\?`},
		{"%qqqqqqq", `there is no magic %qqqqqqq; %help lists them`},
		{"%%who", `there is no magic %%who; did you mean %who\?`},
		{"var k2 = 1\n%%\nk2 + 1", `(?s)^! CompileError: line 2: there is no magic %%; remove it: statements need no marker\n.*%%\n`},
		{"%% --name=Ann\nx", `need no marker; os\.Args = \[\]string\{"cell", "--name=value"\} sets the arguments for flag\.Parse`},
		{"%args --name=Ann", `there is no magic %args; os\.Args = `},
		{"%%bash\nls", `there is no magic %%bash; did you mean %%sh\?`},
		{"%ls", `did you mean %who\?`},
		{"%who x", `%who takes no argument`},
		{"%help", `(?s)^display: Magics are.*%goroutines.*%help \[NAME\].*%stop.*%time CODE.*%who.*Topics.*%help magics`},
		{"%help strings.Cut", `(?s)^display: import "strings".*func Cut\(`},
		{"%help magcs", `did you mean %help magics\?`},
		{"%help nothing", `no help for nothing: it is neither a topic nor a known name`},
		{"x := 2\nx?\nf??\nx", `(?s)^= 2\npage: var x int\n\nvalue: 2\npage: func f\(a int\) int \{ return a \* x \}\n$`},
		{"strings.Cut?", `(?s)^page: import "strings"`},
		{"s := `\n%who\nx?\n`\nlen(s)", `^= 9\n$`},
		{"/*\n%who\n*/\n1", `^= 1\n$`},
		{"if x > 1 {\n%who\n}", `^! SyntaxError: line 2`},
		{"%goroutines", `^display: no goroutines of cells are running\n$`},
		{"%stop", `^display: 0 goroutines ended\n$`},
	} {
		if got := outcome(t, s, i+1, test.code); !regexp.MustCompile(test.want).MatchString(got) {
			t.Errorf("%q:\n%s--- want\n%s", test.code, got, test.want)
		}
	}
}

// TestMagicDeclares sees what the steps of a cell declare, together.
func TestMagicDeclares(t *testing.T) {
	s := newSession(t)
	r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "x := 1\nfunc f() {}\n%time func g() {}\nx, y := 2, 3"}, engine.Discard)
	if r.Err != nil || strings.Join(r.Declared.Variables, " ") != "x y" || len(r.Declared.Steps) != 2 || r.Declared.Steps[0].Source() != "func f() {}\n" || r.Declared.Steps[1].Source() != "func g() {}\n" {
		t.Errorf("%+v %v", r.Declared, r.Err)
	}
}

// What print and println write is no error: it is text of the cell, in order with other text. In a
// script it goes where Go writes it.
func TestPrint(t *testing.T) {
	for _, script := range []bool{false, true} {
		s := newSession(t)
		var out recorder
		code := "import \"fmt\"\nfunc f() { print(\"a\", 1, true, \"\\n\") }\nfunc main() { f(); fmt.Println(\"b\"); println(\"c\", 2) }"
		want := "stderr: a1true\nb\nstderr: c 2\n"
		if script {
			code = "package main\n" + code
		} else {
			code += "\nmain()"
			want = strings.ReplaceAll(want, "stderr: ", "")
		}
		if r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: code, Script: script}, &out); r.Err != nil || out.String() != want {
			t.Errorf("script %v: got %q, %v, want %q", script, out.String(), r.Err, want)
		}
	}
}

// TestImportsOfSteps declares again what two steps have imported.
func TestImportsOfSteps(t *testing.T) {
	s := newSession(t)
	r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "import f \"fmt\"\nfunc g() { f.Println(1) }\n%time import f \"fmt\"\nimport \"math\"\nfunc h() float64 { return math.Pi }"}, engine.Discard)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	other := newSession(t)
	for _, step := range r.Declared.Steps {
		if again := other.Execute(t.Context(), engine.Cell{Number: 1, Code: step.Source(), Silent: true}, engine.Discard); again.Err != nil {
			t.Errorf("%v in\n%s", again.Err, step.Source())
		}
	}
}

// TestScript runs programs, in which everything is Go.
func TestScript(t *testing.T) {
	s := newSession(t)
	for _, code := range []string{"package main\nfunc main() {}\n%who", "// A program.\npackage main\nfunc main() {}\nx?"} {
		if r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: code, Script: true}, engine.Discard); r.Err == nil || r.Err.Name != engine.SyntaxError {
			t.Errorf("%q: %v", code, r.Err)
		}
	}
}

func TestTopics(t *testing.T) {
	s := newSession(t)
	if got := outcome(t, s, 1, "%help go"); !strings.HasPrefix(got, "display: ") || !strings.Contains(got, "## Speed") {
		t.Errorf("%s", got)
	}
	if got := outcome(t, s, 2, "%help"); !strings.Contains(got, "%help go ") {
		t.Errorf("%s", got)
	}
}

// TestImportsAreSaid mentions packages without imports, twice.
func TestImportsAreSaid(t *testing.T) {
	s := newSession(t)
	for i, test := range []struct{ code, want string }{
		{"strings.ToUpper(\"a\")", "= \"A\"\n"},
		{"big.NewInt(2).Cmp(big.NewInt(1))", "display: note: imported \"math/big\"\n= 1\n"},
		{"big.NewInt(3).Sign()", "= 1\n"},
		{"nope(big.NewInt(3), list.New())", "! CompileError: line 1: undefined: nope\n  CompileError in cell 4, line 1: undefined: nope\n      1 | nope(big.NewInt(3), list.New())\n        | ^\n"},
		{"list.New().Len() + ring.New(2).Len()", "display: note: imported \"container/list\", \"container/ring\"\n= 2\n"},
		{"import \"text/template\"\ntemplate.New(\"a\").Name()", "= \"a\"\n"},
	} {
		if got := outcome(t, s, i+1, test.code); got != test.want {
			t.Errorf("%q: %q, want %q", test.code, got, test.want)
		}
	}
}

// TestMagicFiles runs, for each magic, the cells of a file of its own.
func TestMagicFiles(t *testing.T) {
	help := outcome(t, newSession(t), 1, "%help")
	names := regexp.MustCompile(`(?m)^    %(\w+)`).FindAllStringSubmatch(help, -1)
	if len(names) < 15 {
		t.Fatalf("%%help lists %d magics:\n%s", len(names), help)
	}
	for _, n := range append(names, []string{"", "command"}) {
		if n[1] == "help" && strings.HasPrefix(n[0], "    %help ") {
			continue
		}
		name, err := filepath.Abs(filepath.Join("testdata", "magic", n[1]+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(n[1], func(t *testing.T) {
			if n[1] == "check" && testing.Short() {
				t.Skip("checks many answers")
			}
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			t.Setenv("HOME", dir)
			tell(t, newSession(t), name, func(text string) string {
				text = strings.ReplaceAll(text, dir, "DIR")
				text = regexp.MustCompile(`\b\d[\d.]*(e[+-]\d+)? ?(ns|µs|ms|s)\b`).ReplaceAllString(text, "TIME")
				text = regexp.MustCompile(`of \d+ runs`).ReplaceAllString(text, "of N runs") // fewer on a busy machine
				text = strings.ReplaceAll(text, ", 1 B and 0", ", 0 B and 0")                // of another goroutine
				text = regexp.MustCompile(`this call \d+ more times`).ReplaceAllString(text, "this call N more times")
				return regexp.MustCompile(`\b\d+ loops each`).ReplaceAllString(text, "N loops each")
			})
		})
	}
}
