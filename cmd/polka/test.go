// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// testFlags are the flags that polka test hands to the tests. They have the names and meanings of
// those of go test.
var testFlags = []struct {
	name, usage string
	set         bool // it has no value
}{
	{"v", "print the output of passing tests, too, and log all tests as they run", true},
	{"run", "run only tests and examples that match `PATTERN`", false},
	{"skip", "leave out what matches `PATTERN`", false},
	{"bench", "run benchmarks that match `PATTERN`; . matches all", false},
	{"benchmem", "print allocations of benchmarks", true},
	{"benchtime", "run each benchmark for a `DURATION` such as 2s, or as often as in 100x", false},
	{"count", "run each test and benchmark `N` times", false},
	{"failfast", "run no more tests after the first failure", true},
	{"list", "list what matches `PATTERN`, and run nothing", false},
	{"parallel", "run at most `N` tests in parallel", false},
	{"short", "tell long tests to take less time", true},
	{"shuffle", "run in random order: on, off or a `SEED`", false},
	{"timeout", "end tests that take longer than a `DURATION`", false},
}

func newTest() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test FILE...",
		Short: "Run the tests in notebooks and Go files",
		Long: "Test runs the tests that notebooks, scripts and Go files declare, as go test does those of packages: functions\n" +
			"TestXxx(t *testing.T) and ExampleXxx() with an output comment, and with -bench BenchmarkXxx(b *testing.B).\n" +
			"The cells of a notebook, or the statements of a script, run first, without their output; main is not called.\n\n" +
			"The output is that of go test, with a line for each file. In a notebook the place of a message is the number\n" +
			"of the cell in a run from the top, and the line. A test that panics fails, and the others are run.\n\n" +
			"The flags are also understood with one hyphen, as in -run TestTiling. The exit status is 1 if a test fails or\n" +
			"a file cannot be run.",
		Example:           "  polka test lesson.ipynb\n  polka test -v -run TestArea script.go\n  polka test -bench . lesson.ipynb",
		Args:              atLeast("a file"),
		ValidArgsFunction: completeFiles("go", "ipynb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, release := interruptible(cmd)
			defer release()
			t := &tester{ctx: ctx, out: cmd.OutOrStdout(), err: cmd.ErrOrStderr()}
			t.read(cmd)
			return t.all(args)
		},
	}
	for _, f := range testFlags {
		switch {
		case f.name == "v":
			cmd.Flags().BoolP("verbose", "v", false, f.usage)
		case f.set:
			cmd.Flags().Bool(f.name, false, f.usage)
		case f.name == "timeout":
			cmd.Flags().Duration(f.name, 10*time.Minute, f.usage)
		default:
			cmd.Flags().String(f.name, "", f.usage)
		}
	}
	return cmd
}

// goFlags gives the flags of go test a second hyphen, which the flags here need.
func goFlags(args []string) []string {
	if len(args) == 0 || args[0] != "test" {
		return args
	}
	args = slices.Clone(args)
	for i, a := range args {
		if a == "--" {
			break
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(a, "-"), "=")
		if len(name) > 1 && len(a) > 1 && a[0] == '-' && a[1] != '-' {
			for _, f := range testFlags {
				if f.name == name {
					args[i] = "-" + a
				}
			}
		}
	}
	return args
}

// A tester runs the tests of files.
type tester struct {
	ctx      context.Context
	out, err io.Writer
	magic    string // %test with its flags
	chatty   bool   // the output of files whose tests pass is printed
}

// read reads the flags of the command.
func (t *tester) read(cmd *cobra.Command) {
	t.magic = "%test"
	for _, f := range testFlags {
		name := f.name
		if name == "v" {
			name = "verbose"
		}
		x := cmd.Flags().Lookup(name)
		if x.Changed || name == "timeout" {
			t.magic += " -" + f.name + "=" + x.Value.String()
		}
		if slices.Contains([]string{"v", "bench", "list"}, f.name) && x.Changed {
			t.chatty = true
		}
	}
}

// all tests files one after the other, and prints a line for each.
func (t *tester) all(names []string) error {
	failed := false
	for _, name := range names {
		began := time.Now()
		text, result, note := t.file(name)
		if t.ctx.Err() != nil {
			t.out.Write(text)
			return t.ctx.Err()
		}
		if t.chatty || result == "FAIL" {
			t.out.Write(text)
		}
		took := fmt.Sprintf("%.3fs", time.Since(began).Seconds())
		if note != "" {
			took = note
		}
		fmt.Fprintf(t.out, "%-4s\t%s\t%s\n", result, name, took)
		failed = failed || result == "FAIL"
	}
	if failed {
		fmt.Fprintln(t.out, "FAIL")
		return command.Failed
	}
	return nil
}

// file tests a file: it returns the output of the tests, and how they have ended, in the words of
// the go command.
func (t *tester) file(name string) (text []byte, result, note string) {
	cells, err := testCells(name)
	if err != nil {
		fmt.Fprintln(t.err, "polka:", tame(err.Error()))
		return nil, "FAIL", "[setup failed]"
	}
	interp := newInterpreter([]string{name})
	defer interp.Close()
	place := func(text string) string {
		text = tame(engine.Plain(text))
		if filepath.Ext(name) == ".ipynb" {
			return text
		}
		return place.ReplaceAllString(text, filepath.Base(name)+":$1")
	}
	for _, c := range cells {
		r := interp.Execute(t.ctx, c.Cell, engine.Discard)
		if r.Err == nil || c.mayFail {
			continue
		}
		fmt.Fprintln(t.err, place(strings.Join(columns(r.Err.Lines()), "\n")))
		if r.Err.Name == engine.SyntaxError || r.Err.Name == engine.CompileError {
			return nil, "FAIL", "[build failed]"
		}
		return nil, "FAIL", "[run failed]"
	}
	out := new(transcript)
	r := interp.Execute(t.ctx, engine.Cell{Number: len(cells) + 1, Code: t.magic, Script: true}, out)
	text = out.text()
	switch {
	case r.Err == nil:
		return text, "ok", ""
	case r.Err.Name == "NoTests":
		return nil, "?", "[no tests]"
	case r.Err.Name != "TestsFailed":
		text = append(text, place(strings.Join(r.Err.Lines(), "\n"))+"\n"...)
	case !strings.HasSuffix(r.Err.Message, "see the output"):
		text = append(text, place(r.Err.Message)+"\n"...)
	}
	return text, "FAIL", ""
}

// A testCell is a cell that declares tests.
type testCell struct {
	engine.Cell
	mayFail bool
}

// testCells returns the cells of a notebook, or a file as one cell, which does not call main.
func testCells(name string) (cells []testCell, err error) {
	if filepath.Ext(name) == ".ipynb" {
		n, err := goNotebook(name)
		if err != nil {
			return nil, err
		}
		for _, c := range n.Cells {
			if c.Runs() {
				cells = append(cells, testCell{engine.Cell{Number: len(cells) + 1, Code: c.Source}, c.Tagged("raises-exception")})
			}
		}
		return cells, nil
	}
	text, err := readText(name, nil, limit.Text)
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	text = syntax.CommentShebang(text)
	return []testCell{{Cell: engine.Cell{Number: 1, Code: withoutMain(text), Script: true, File: path}}}, nil
}

// withoutMain gives the function main of a Go file a blank name, so that it is not called. Other
// text is returned as it is.
func withoutMain(text string) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return text
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "main" {
			at := fset.Position(fn.Name.Pos()).Offset
			return text[:at] + "_   " + text[at+len("main"):]
		}
	}
	return text
}

// A transcript is the output of tests, as one text.
type transcript struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (t *transcript) text() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Clone(t.buf.Bytes())
}

func (t *transcript) Write(_ engine.Stream, text []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf.Write(text)
}

func (t *transcript) Display(e display.Event) {
	t.Write(engine.Stdout, []byte(e.Bundle.Plain()+"\n"))
}
func (t *transcript) Clear(bool) {}
func (t *transcript) Input(context.Context, string, bool) (string, error) {
	return "", engine.ErrNoInput
}
