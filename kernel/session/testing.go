// SPDX-License-Identifier: BSD-3-Clause

// Tests in cells.
//
// %test runs the functions of cells that `go test` would run in a package: tests, benchmarks with
// -bench, and examples with an output comment. Package testing runs them, so its output is that of
// a compiled test; kernel/machine gives the lines of what they log. A test that panics fails with
// the calls that were open, and the others are run.
//
// Package testing prints to os.Stdout, and compares what examples print there. So while tests run,
// os.Stdout is a pipe into the output of the cell, and what cells print goes to os.Stdout.

package session

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"polka/internal/pattern"
	"polka/kernel/cell"
	"polka/kernel/cell/source"
	"polka/kernel/cell/syntax"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

// testsFailed is the name of the error of %test.
const testsFailed = "TestsFailed"

// noTests is the name of the error of %test if cells have defined no tests.
const noTests = "NoTests"

// testRun is one run of tests. There is one at a time in the process, since package testing has
// global flags.
type testRun struct {
	flags  []string // as package testing has them
	count  int      // of tests, benchmarks and examples
	failed atomic.Int32
	code   int // what the run has returned
}

var (
	oneTestRun  sync.Mutex
	testsBefore atomic.Bool // a test has failed in this process
)

// magicTest runs the tests that cells have defined.
func (s *Session) magicTest(r *run, m *syntax.Magic) (d engine.Declared, failed *engine.Error) {
	if s.y != nil {
		return d, s.magicError(r, m, "%test runs on the machine; see %backend")
	}
	flags, timeout, err := testFlags(strings.Fields(m.Arg))
	if err != nil {
		return d, s.magicError(r, m, "%test: "+err.Error())
	}
	x := &testRun{flags: flags}
	code, err := s.testCode(x)
	if err != nil {
		return d, s.magicFailure(r, m, testsFailed, err.Error())
	}
	if x.count == 0 {
		return d, s.magicFailure(r, m, noTests, "cells have defined no function TestXxx, BenchmarkXxx, or ExampleXxx with an output comment")
	}
	s.mu.Lock()
	s.tests = x
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.tests = nil
		s.mu.Unlock()
	}()
	outer, ctx := r.ctx, r.ctx
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(outer, timeout)
		defer cancel()
	}
	r.ctx = ctx
	failed = s.runTests(r, code)
	r.ctx = outer
	switch {
	case failed != nil && ctx.Err() != nil && outer.Err() == nil:
		return d, s.magicFailure(r, m, testsFailed, fmt.Sprintf("test timed out after %v", timeout))
	case failed != nil:
		return d, failed
	case x.code != 0:
		return d, s.magicFailure(r, m, testsFailed, "see the output")
	}
	return d, nil
}

// runTests compiles and performs code that calls testing.Main.
func (s *Session) runTests(r *run, code string) *engine.Error {
	p, failed := s.compileTests(code)
	if failed != nil {
		return failed
	}
	return s.runProgram(r, p)
}

func (s *Session) compileTests(code string) (*cell.Program, *engine.Error) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	return s.compileApart(nil, code)
}

// testFlags reads the arguments of %test, with the names that the flags of go test have.
func testFlags(args []string) (list []string, timeout time.Duration, err error) {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, name := range []string{"v", "short", "failfast", "benchmem"} {
		set.Bool(name, false, "")
	}
	for _, name := range []string{"run", "skip", "bench", "benchtime", "count", "list", "parallel", "shuffle"} {
		set.String(name, "", "")
	}
	set.DurationVar(&timeout, "timeout", 0, "")
	if err := set.Parse(args); err != nil {
		return nil, 0, err
	}
	if set.NArg() > 0 {
		return nil, 0, fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	set.Visit(func(f *flag.Flag) {
		if f.Name != "timeout" {
			list = append(list, "-test."+f.Name+"="+f.Value.String())
		}
	})
	return list, timeout, nil
}

// testCode returns code that runs the tests of the session, and counts them.
func (s *Session) testCode(x *testRun) (code string, err error) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	list := s.c.Entities()
	line := func(e *cell.Entity) int { _, l, _ := s.c.Place(e.Obj.Pos()); return l }
	slices.SortStableFunc(list, func(a, b *cell.Entity) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(line(a), line(b)))
	})
	var tests, benchmarks, examples strings.Builder
	for _, e := range list {
		f, ok := e.Obj.(*types.Func)
		if !ok || f.Signature().TypeParams() != nil {
			continue
		}
		switch {
		case isTest(e.Name, "Test"):
			if err := rightTest(f, "*testing.T", "t"); err != nil {
				return "", err
			}
			fmt.Fprintf(&tests, "{%q, %[1]s},", e.Name)
		case isTest(e.Name, "Benchmark"):
			if err := rightTest(f, "*testing.B", "b"); err != nil {
				return "", err
			}
			fmt.Fprintf(&benchmarks, "{%q, %[1]s},", e.Name)
		case isTest(e.Name, "Example"):
			output, unordered, ok := exampleOutput(e)
			if !ok {
				continue
			}
			if f.Signature().Params().Len()+f.Signature().Results().Len() > 0 {
				return "", fmt.Errorf("wrong signature for %s, must be: func %[1]s()", e.Name)
			}
			fmt.Fprintf(&examples, "{%q, %[1]s, %q, %v},", e.Name, output, unordered)
		default:
			continue
		}
		x.count++
	}
	return fmt.Sprintf("import \"testing\"\ntesting.Main(nil, []testing.InternalTest{%s}, []testing.InternalBenchmark{%s}, []testing.InternalExample{%s})",
		&tests, &benchmarks, &examples), nil
}

// isTest reports whether a name is the prefix, or continues it with something that is not a
// lower-case letter.
func isTest(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && (rest == "" || !unicode.IsLower(first))
}

// rightTest returns an error if f is not a function of one parameter of a type.
func rightTest(f *types.Func, param, name string) error {
	sig := f.Signature()
	if sig.Params().Len() == 1 && sig.Results().Len() == 0 && types.TypeString(sig.Params().At(0).Type(), nil) == param {
		return nil
	}
	return fmt.Errorf("wrong signature for %s, must be: func %[1]s(%s %s)", f.Name(), name, param)
}

// exampleOutput returns what an example should print; ok is false if it has no output comment.
func exampleOutput(e *cell.Entity) (output string, unordered, ok bool) {
	if e.Decl == nil {
		return "", false, false
	}
	f, err := parser.ParseFile(token.NewFileSet(), "_test.go", "package p\n"+e.Decl.Text, parser.ParseComments)
	if err != nil {
		return "", false, false
	}
	return source.Example(f)
}

// testOverrides returns testing.Main for cells.
func (s *Session) testOverrides() map[string]any {
	return map[string]any{
		"Main": func(match func(pat, str string) (bool, error), tests []testing.InternalTest, benchmarks []testing.InternalBenchmark, examples []testing.InternalExample) {
			s.mu.Lock()
			x := s.tests
			s.mu.Unlock()
			if x != nil {
				x.code = s.testMain(x, match, tests, benchmarks, examples)
				return
			}
			x = &testRun{} // of a program that calls testing.Main itself
			code := s.testMain(x, match, tests, benchmarks, examples)
			panic(exit{code, fmt.Sprintf("testing.Main, with status %d", code)})
		},
	}
}

// testMain runs tests, and returns the exit status that a compiled test would have.
func (s *Session) testMain(x *testRun, match func(pat, str string) (bool, error), tests []testing.InternalTest, benchmarks []testing.InternalBenchmark, examples []testing.InternalExample) int {
	oneTestRun.Lock()
	defer oneTestRun.Unlock()
	if match == nil {
		match = regexp.MatchString
	}
	failFast, restore := s.setTestFlags(x.flags)
	defer restore()
	failFast = failFast && testsBefore.Load()
	for i, t := range tests {
		call := t.F
		tests[i].F = func(t *testing.T) {
			if failFast && x.failed.Load() > 0 { // what package testing decides by all runs in this process
				t.SkipNow()
			}
			defer func() {
				if t.Failed() {
					x.failed.Add(1)
				}
			}()
			s.guardTest(t, func() { call(t) })
		}
	}
	for i, b := range benchmarks {
		call := b.F
		benchmarks[i].F = func(b *testing.B) {
			defer func() {
				if b.Failed() {
					x.failed.Add(1)
				}
			}()
			s.guardTest(b, func() { call(b) })
		}
	}
	for i, e := range examples {
		call := e.F
		examples[i].F = func() { s.guardExample(call) }
	}
	if failFast {
		flag.Set("test.failfast", "false")
	}
	defer s.redirectTests()()
	code := testing.MainStart(testDeps{match}, tests, benchmarks, nil, examples).Run()
	if code != 0 {
		testsBefore.Store(true)
	}
	return code
}

// setTestFlags sets the flags of package testing, until restore is called: those that are given,
// and the others to their defaults.
func (s *Session) setTestFlags(list []string) (failFast bool, restore func()) {
	testing.Init()
	before := make(map[*flag.Flag]string)
	flag.VisitAll(func(f *flag.Flag) {
		if strings.HasPrefix(f.Name, "test.") {
			before[f] = f.Value.String()
			f.Value.Set(f.DefValue)
		}
	})
	flag.Set("test.timeout", "0")
	for _, f := range list {
		name, value, _ := strings.Cut(strings.TrimPrefix(f, "-"), "=")
		if err := flag.Set(name, value); err != nil {
			s.write(engine.Stderr, fmt.Appendf(nil, "%s: %v\n", f, err))
		}
		failFast = failFast || f == "-test.failfast=true"
	}
	if !flag.Parsed() {
		flag.CommandLine.Init("test", flag.ContinueOnError)
		flag.CommandLine.Parse(nil) // now they have been parsed
	}
	return failFast, func() {
		for f, value := range before {
			f.Value.Set(value)
		}
	}
}

// redirectTests makes os.Stdout a pipe into the output of the cell, until the function that it
// returns is called.
func (s *Session) redirectTests() (restore func()) {
	r, w, err := os.Pipe()
	if err != nil { // a browser has no pipes
		return func() {}
	}
	out, stdout := s.output(), os.Stdout
	os.Stdout = w
	s.toStdout.Store(true)
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 32<<10)
		for {
			n, err := r.Read(buf)
			if n > 0 {
				out.Write(engine.Stdout, buf[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	return func() {
		s.toStdout.Store(false)
		os.Stdout = stdout
		w.Close()
		<-done
		r.Close()
	}
}

// guardTest makes a call of a test's function. A panic is a failure of the test. It returns as the
// call does, or ends the goroutine with the methods of the test, which is how package testing
// expects it.
func (s *Session) guardTest(t testing.TB, call func()) {
	returned := false
	defer func() {
		e := recover()
		switch {
		case returned:
		case e != nil:
			io.WriteString(t.Output(), s.testPanic(e))
			t.FailNow()
		case t.Skipped():
			t.SkipNow()
		default:
			if !t.Failed() {
				io.WriteString(t.Output(), "test executed runtime.Goexit\n")
			}
			t.FailNow()
		}
	}()
	call()
	returned = true
}

// guardExample makes a call of an example. What it panics with is part of its output, so that it
// fails.
func (s *Session) guardExample(call func()) {
	defer func() {
		if e := recover(); e != nil {
			io.WriteString(os.Stdout, s.testPanic(e))
		}
	}()
	call()
}

// testPanic describes a panic of a test.
func (s *Session) testPanic(e any) string {
	if x, ok := e.(exit); ok {
		return "unexpected call of " + x.call + " during the test\n"
	}
	if _, ok := e.(*machine.Panic); !ok {
		return fmt.Sprintf("panic: %v\n", e) // of compiled code
	}
	failed := s.machineError(e, "", false)
	text := engine.Plain(strings.Join(failed.Lines(), "\n"))
	if rest, ok := strings.CutPrefix(text, "Panic: "); ok {
		text = "panic: " + rest
	}
	return cellPlace.Regexp().ReplaceAllStringFunc(text, func(place string) string {
		m := cellPlace.FindStringSubmatch(place)
		n, _ := strconv.Atoi(m[1])
		if v, ok := s.origins.Load(n); ok && v.(origin).file != "" {
			return filepath.Base(v.(origin).file) + ":" + m[2]
		}
		return place
	}) + "\n"
}

// cellPlace matches a place in a cell, which may be a file.
var cellPlace = pattern.New(`cell (\d+), line (\d+)`)
