// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"polka/kernel/engine"
)

// goPrograms compiles programs with the go command and returns what each prints. It makes packages
// of them, below the directory of this package, so that they can import those of the module, and
// one program that calls them all.
func goPrograms(t *testing.T, programs []string) []string {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command")
	}
	dir, err := os.MkdirTemp("testdata", "slices-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	write := func(name, text string) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const end = "-- end of a program --\n"
	imports, calls := "", ""
	for i, text := range programs {
		name := fmt.Sprintf("p%03d", i)
		text = strings.Replace(text, "package main\n", "package "+name+"\n", 1)
		write(name+"/main.go", strings.Replace(text, "\nfunc main() {", "\nfunc Main() {", 1))
		imports += fmt.Sprintf("import %q\n", "polka/kernel/session/"+filepath.ToSlash(dir)+"/"+name)
		calls += fmt.Sprintf("\t%s.Main()\n\tprint(%q)\n", name, end)
	}
	write("main.go", "package main\n\nimport \"os\"\n"+imports+"\nfunc print(s string) { os.Stdout.WriteString(s) }\n\nfunc main() {\n"+calls+"}\n")
	bin := filepath.Join(t.TempDir(), "slices")
	if out, err := exec.Command(goTool, "build", "-o", bin, "./"+filepath.ToSlash(dir)).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	out, err := exec.Command(bin).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.Split(strings.TrimSuffix(string(out), end), end)
}

// TestSliceAsGo compiles slices with the go command. The programs print the values of the session.
func TestSliceAsGo(t *testing.T) {
	var programs, want []string
	add := func(p *notebookPage, title, name string) {
		p.run(engine.Cell{ID: "go", Code: "%slice --go " + name})
		text := strings.TrimPrefix(p.out["go"], "display: ")
		if !strings.HasPrefix(text, "package main\n") {
			t.Errorf("%s: the slice of %s is %s", title, name, text)
			return
		}
		programs, want = append(programs, text), append(want, printedValue(t, p, name))
	}
	for _, test := range sliceCases {
		p := newNotebookPage(t)
		for i, code := range test.cells {
			if err := p.run(engine.Cell{ID: fmt.Sprint(i), Code: code}); err != nil {
				t.Fatalf("%s: %v", code, err)
			}
		}
		add(p, test.title, test.name)
	}
	seeds := uint64(15)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		p, _ := randomNotebook(t, seed+2000, nil)
		p.run(engine.Cell{ID: "rerun", Code: "%rerun"})
		for _, name := range []string{"a", "s", "m", "v"} {
			p.run(engine.Cell{ID: "go", Code: "%slice --go " + name})
			if strings.Contains(p.out["go"], "is declared again; the first time in") {
				continue
			}
			add(p, fmt.Sprintf("seed %d", seed+2000), name)
		}
	}
	if len(programs) < len(sliceCases)+2*int(seeds) {
		t.Errorf("only %d programs", len(programs))
	}
	for i, got := range goPrograms(t, programs) {
		if !strings.HasSuffix("\n"+got, "\n"+want[i]) {
			t.Errorf("the program prints %q, the session %q\n%s", got, want[i], programs[i])
		}
	}
}

// printedValue is what fmt.Println prints of a variable.
func printedValue(t *testing.T, p *notebookPage, name string) string {
	t.Helper()
	p.run(engine.Cell{ID: "printed", Code: "fmt.Println(" + name + ")"})
	return strings.TrimPrefix(p.out["printed"], "stdout: ")
}

var sliceCases = []struct {
	title, name string
	cells       []string
}{
	{"declared twice", "y", []string{"x := 1", "x := x + 1 // more", "y := x * 10"}},
	{"two types", "z", []string{"x := 1", "y := x + 1", "x := \"text\"", "z := y + len(x)"}},
	{"imports", "s", []string{"s := strings.Repeat(\"ab\", 3)", "import str \"strings\"\ns = str.ToUpper(s)"}},
	{"context", "n", []string{"b := cover.Rectangle(3, 4)", "n, err := cover.New(b, shapes.Pentominoes()...).Count()"}},
	{"unused", "n", []string{"func f() int {\n\ta := 1\n\tfor i, v := range []int{1, 2} {\n\t\tb := 2\n\t}\n\tif c := 3; true {\n\t}\nout:\n\tfor {\n\t\tbreak\n\t}\n\treturn 7\n}", "n := f()\nn + 1, 2", "n++\nlen(\"abc\") + n"}},
	{"methods", "n", []string{"// T is a type.\ntype T struct{ n int }", "func (t *T) Inc() { t.n++ }", "t := T{1}", "t.Inc()", "n := t.n"}},
	{"followed", "n", []string{"k := 2", "func twice(x int) int { return k * x }", "k := twice(3)", "n := twice(5)"}},
	{"variables", "sum", []string{"var (\n\ta int = 1\n\tb, c = 2, 3\n\td []int\n)", "const (\n\te = iota + 5\n\tf\n)", "d = append(d, a, b, c, e, f)", "sum := 0\nfor _, x := range d {\n\tsum += x\n}"}},
	{"generic", "m", []string{"func Map[A, B any](as []A, f func(A) B) []B {\n\tvar bs []B\n\tfor _, a := range as {\n\t\tbs = append(bs, f(a))\n\t}\n\treturn bs\n}", "m := slices.Sorted(slices.Values(Map([]int{3, 1, 2}, func(i int) string { return fmt.Sprint(i) })))"}},
	{"named as a package", "n", []string{"strings := []string{\"a\"}", "n := len(strings)", "%time n++"}},
	{"named as Go's own", "n", []string{"len := 3", "n := len * 2", "main := func() int { return n }", "n = main() + 1"}},
}

// TestSliceNotGo asks for programs that no file can be.
func TestSliceNotGo(t *testing.T) {
	for _, test := range []struct {
		want  string
		cells []string
	}{
		{"cell 3: f is declared again; the first time in cell 2", []string{"func f() int { return 1 }", "func f() int { return 2 }\ny := f()", "func f() int { return 1 }\ny += f()"}},
		{"a function init runs when its cell runs", []string{"y := 1\nfunc init() { y = 2 }"}},
		{"cell 1 has failed", []string{"y := 1\npanic(y)"}},
	} {
		p := newNotebookPage(t)
		for i, code := range test.cells {
			p.run(engine.Cell{ID: fmt.Sprint(i), Code: code})
		}
		if err := p.run(engine.Cell{ID: "go", Code: "%slice --go y"}); err == nil || !strings.Contains(err.Message, test.want) {
			t.Errorf("%q: the error is %v, want %s", test.cells, err, test.want)
		}
	}
}
