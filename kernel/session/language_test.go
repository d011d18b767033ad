// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLanguage runs cells one after the other. The last outcome is held against what Go says and
// does.
func TestLanguage(t *testing.T) {
	for name, test := range map[string]struct {
		cells []string
		want  string
	}{
		"variable of a generic type that changes": {[]string{
			"type Bx[T any] struct{ v T }\nfunc (b Bx[T]) Get() T { return b.v }\nb := Bx[int]{3}",
			"type Bx[T any] struct{ v, w T }\nfunc (b Bx[T]) Get() T { return b.w }",
			"b.Get(), Bx[int]{1, 2}.Get()",
		}, "= 3, 2\n"},
		"generic type that becomes a plain one": {[]string{
			"type L2[T any] struct{ v T }\nfunc (l *L2[T]) Add(x T) { l.v = x }\nl := &L2[int]{}",
			"type L2 struct{ v int }\nfunc (l *L2) Add(x int) { l.v = 2 * x }",
			"m := &L2{}\nm.Add(3)\n(&L2{}).Add(3)\nl.Add(4)\nl.v, m.v",
		}, "= 4, 6\n"},
		"receivers with blank type parameters": {[]string{
			"type Pr[K comparable, V any] struct{ k K; v V }\nfunc (p *Pr[_, _]) Name() string { return fmt.Sprintf(\"%T\", p) }\nfunc (p Pr[K, _]) Key() K { return p.k }\np := Pr[int, string]{k: 1}",
			"func (p Pr[_, V]) Value() V { return p.v }\nfunc (Pr[_, _]) None() int { return 2 }\nq := Pr[string, int]{\"a\", 3}",
			"func (p *Pr[_, _]) Name() string { return fmt.Sprintf(\"<%T>\", p) }\np.Key(), q.Name(), q.Value(), q.None(), q.Key()",
		}, "= 1, \"<*main.Pr[string,int]>\", 3, 2, \"a\"\n"},
		"comment that is not closed": {[]string{"x := 1 /* never closed\nx"},
			"! SyntaxError: line 1: comment not terminated\n  SyntaxError in cell 1, line 1: comment not terminated\n      1 | x := 1 /* never closed\n        |        ^\n"},
		"comment in text":       {[]string{"x := \"/* text\" // /* and so on\nlen(x)"}, "= 7\n"},
		"comment that is alone": {[]string{"/* x */"}, ""},
		"embed":                 {[]string{"import _ \"embed\"\n1 + 1"}, "= 2\n"},
		"embedding": {[]string{"import _ \"embed\"\n//go:embed a.txt\nvar s string\ns"},
			"! CompileError: line 1: package embed is not available here: a cell has no files to embed\n  CompileError in cell 1, line 1: package embed is not available here: a cell has no files to embed\n      1 | import _ \"embed\"\n        |          ^\n"},
		"slog writes through log": {[]string{"import (\"bytes\"; \"log\"; \"log/slog\")\nvar b bytes.Buffer\nlog.SetOutput(&b)\nlog.SetFlags(log.Lmsgprefix)\nlog.SetPrefix(\"> \")\n" +
			"slog.Info(\"hello\", \"a\", 1, \"level\", 2, \"msg\", \"two words\")\nslog.With(\"b\", 2).WithGroup(\"g\").Warn(\"w\", \"c\", 3)\nslog.Debug(\"no\")\nslog.SetLogLoggerLevel(slog.LevelDebug)\nslog.Debug(\"yes\")\nfmt.Print(b.String())"},
			"> INFO hello a=1 level=2 msg=\"two words\"\n> WARN w b=2 g.c=3\n> DEBUG yes\n"},
		"log writes through slog": {[]string{"import (\"bytes\"; \"log\"; \"log/slog\")\nvar b bytes.Buffer\n" +
			"drop := func(_ []string, a slog.Attr) slog.Attr { if a.Key == \"time\" { return slog.Attr{} }; return a }\n" +
			"slog.SetDefault(slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: drop})))\nlog.Print(\"one\")\nslog.Info(\"two\")\nfmt.Print(b.String())"},
			"level=INFO msg=one\nlevel=INFO msg=two\n"},
		"fstest":   {[]string{"import \"testing/fstest\"\nfs := fstest.MapFS{\"a\": &fstest.MapFile{Data: []byte(\"x\")}}\nb, _ := fs.ReadFile(\"a\")\nstring(b), fstest.TestFS(fs, \"a\")"}, "= \"x\"\n"},
		"iotest":   {[]string{"import \"testing/iotest\"\n_, err := iotest.ErrReader(errors.New(\"x\")).Read(nil)\nerr.Error()"}, "= \"x\"\n"},
		"slogtest": {[]string{"import \"testing/slogtest\"\nslogtest.TestHandler == nil"}, "= false\n"},
		"select {} beside a deadlock": {[]string{"go func() { select {} }()", "ch := make(chan int)\n<-ch"},
			"! Panic: all goroutines are asleep - deadlock!\n  Panic: all goroutines are asleep - deadlock!\n    cell 2, line 2\n      2 | <-ch\n        | ^\n"},
		"a lock that is held": {[]string{"var mu sync.Mutex\nmu.Lock()", "mu.Lock()"},
			"! Panic: all goroutines are asleep - deadlock!\n  Panic: all goroutines are asleep - deadlock!\n    cell 2, line 1\n      1 | mu.Lock()\n        | ^\n      nothing unlocks mu; if a cell that was stopped has kept it, mu.Unlock() in a cell of its own helps\n"},
		"nil channel beside a deadlock": {[]string{"var ch chan int\ngo func() { <-ch }()", "ch := make(chan int)\n<-ch"},
			"! Panic: all goroutines are asleep - deadlock!\n  Panic: all goroutines are asleep - deadlock!\n    cell 2, line 2\n      2 | <-ch\n        | ^\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSession(t)
			got := ""
			for i, cell := range test.cells {
				got = outcome(t, s, i+1, cell)
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestTimeAlone has %time alone in its line.
func TestTimeAlone(t *testing.T) {
	s := newSession(t)
	if got := outcome(t, s, 1, "%time\nx := 6\n\nx * 7"); !strings.HasPrefix(got, "time: ") || !strings.HasSuffix(got, "\n= 42\n") {
		t.Error(got)
	}
	if got := outcome(t, s, 2, "x\n%time\nnope"); !strings.HasPrefix(got, "! CompileError: line 3: undefined: nope\n") {
		t.Error(got)
	}
}

// TestImporterTrimmed imports packages in a program that was built without its paths.
func TestImporterTrimmed(t *testing.T) {
	if os.Getenv("POLKA_LONG") == "" {
		t.Skip("builds a program; set POLKA_LONG")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "polka.exe")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", program, "polka/cmd/polka").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	script := filepath.Join(dir, "a.go")
	src := "package main\n\nimport (\n\t\"fmt\"\n\t\"go/importer\"\n)\n\nfunc main() { fmt.Println(importer.Default().Import(\"sort\")) }\n"
	if err := os.WriteFile(script, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "run", script).CombinedOutput()
	if got := strings.TrimSpace(string(out)); err != nil || got != `package sort ("sort") <nil>` {
		t.Errorf("%v: %s", err, got)
	}
}
