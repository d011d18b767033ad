// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/worker"
)

// The programs in testdata/modules use modules with types of their own: they write values, read
// them, compare them and make mistakes. Each has been compiled by the Go compiler, and NAME.out is
// what it prints. Here they run as cells, in one program that has all the modules. The file
// modules.txt lists the programs with the versions of their modules. Ten programs, those with a
// star, are a part of every test; POLKA_LONG=1 runs all of them, and compiles them again.
//
// -update writes what compiled programs print.

// A trial is a program with modules.
type trial struct {
	name    string
	often   bool
	modules []string // PATH@VERSION; packages and modules
}

func trials(t *testing.T) (list []trial) {
	text, err := os.ReadFile("testdata/modules/modules.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] == "#" {
			continue
		}
		name, often := strings.CutSuffix(words[0], "*")
		list = append(list, trial{name, often, words[1:]})
	}
	return list
}

func TestModules(t *testing.T) {
	if testing.Short() {
		t.Skip("a program with ten modules is built")
	}
	long := os.Getenv("POLKA_LONG") != ""
	list := trials(t)
	if only := os.Getenv("POLKA_MODULES"); only != "" {
		list = slices.DeleteFunc(list, func(p trial) bool { return !slices.Contains(strings.Split(only, ","), p.name) })
	} else if !long && !*update {
		list = slices.DeleteFunc(list, func(p trial) bool { return !p.often })
	}
	var modules []string
	for _, p := range list {
		for _, m := range p.modules {
			if !slices.Contains(modules, m) {
				modules = append(modules, m)
			}
		}
	}
	if long || *update {
		compileTrials(t, list, modules)
	}
	program := filepath.Join(t.TempDir(), "polka-modules")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	began := time.Now()
	b := programBuild{modules: modules, source: filepath.Join("..", ".."), output: program, log: testWriter{t}}
	if err := b.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("the program with %d modules was built in %.1f s", len(modules), time.Since(began).Seconds())
	for _, p := range list {
		t.Run(p.name, func(t *testing.T) { runTrial(t, program, p) })
	}
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(b []byte) (int, error) {
	w.t.Logf("%s", bytes.TrimSpace(b))
	return len(b), nil
}

// compileTrials compares what programs print that the Go compiler makes with what is stored.
func compileTrials(t *testing.T, list []trial, modules []string) {
	dir := t.TempDir()
	b := programBuild{log: testWriter{t}}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module trials\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		text, err := os.ReadFile(filepath.Join("testdata", "modules", p.name+".go"))
		if err == nil {
			err = os.MkdirAll(filepath.Join(dir, p.name), 0o777)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, p.name, "main.go"), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{append([]string{"get"}, modules...), {"build", "-trimpath", "-o", filepath.Join(dir, "bin") + string(filepath.Separator), "./..."}} {
		if err := b.goCommand(t.Context(), dir, nil, args...); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range list {
		cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "bin", p.name))
		got, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", "modules", p.name+".out")
		if *update {
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if want, _ := os.ReadFile(golden); !bytes.Equal(got, want) {
			t.Errorf("%s, compiled, prints\n%s\nand not\n%s", p.name, got, want)
		}
	}
}

// runTrial runs a program as cells: one with the imports, one for each declaration, and one with
// the statements of main.
func runTrial(t *testing.T, program string, p trial) {
	text, err := os.ReadFile(filepath.Join("testdata", "modules", p.name+".go"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("testdata", "modules", p.name+".out"))
	if err != nil {
		t.Fatal(err)
	}
	c := worker.New(worker.Config{Command: []string{program, workerVerb}})
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out := new(trialOutput)
	for i, code := range cellsOf(t, string(text)) {
		if r := c.Execute(ctx, engine.Cell{Number: i + 1, Code: code}, out); r.Err != nil {
			t.Errorf("cell %d: %s\n%s\n%s", i+1, r.Err.Message, strings.Join(r.Err.Trace, "\n"), code)
			break
		}
	}
	if got := out.String(); got != string(want) {
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range max(len(g), len(w)) {
			var a, b string
			if i < len(g) {
				a = g[i]
			}
			if i < len(w) {
				b = w[i]
			}
			if a != b {
				t.Errorf("line %d:\ncells    %q\ncompiled %q", i+1, a, b)
			}
		}
	}
}

// cellsOf divides a program into cells: the imports, the types with their methods and the functions
// in the order of the text, and the body of main. Declarations that mention others must be in one
// cell with these or follow them, so types and methods share a cell.
func cellsOf(t *testing.T, text string) (cells []string) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	var imports, types, last strings.Builder
	var funcs []string
	for _, d := range file.Decls {
		part := text[at(d.Pos()):at(d.End())]
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				imports.WriteString(part + "\n")
			} else {
				types.WriteString(part + "\n")
			}
		case *ast.FuncDecl:
			switch {
			case d.Recv != nil:
				types.WriteString(part + "\n")
			case d.Name.Name == "main":
				last.WriteString("func() {" + text[at(d.Body.Lbrace)+1:at(d.Body.Rbrace)] + "}()")
			default:
				funcs = append(funcs, part)
			}
		}
	}
	return append(append([]string{imports.String(), types.String()}, funcs...), last.String())
}

// A trialOutput collects what cells print.
type trialOutput struct {
	mu sync.Mutex
	b  strings.Builder
}

func (o *trialOutput) Write(s engine.Stream, text []byte) {
	if s == engine.Stdout {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.b.Write(text)
	}
}

func (o *trialOutput) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

func (o *trialOutput) Display(display.Event) {}

func (o *trialOutput) Clear(bool) {}

func (o *trialOutput) Input(context.Context, string, bool) (string, error) {
	return "", fmt.Errorf("no input: %w", engine.ErrNoInput)
}
