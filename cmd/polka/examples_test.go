// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	gobuild "go/build"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestExamples runs the examples of Go's library as programs of their own, in the form in which
// package go/doc gives them to the playground, and holds docs/dialect.md to the outcome. The
// examples are those with an output that pass in this form when the Go compiler has built them;
// testdata/examples/compiled.txt lists them. testdata/examples/reasons.txt says why some of them
// fail under `polka run`. All others must print what they promise and exit with 0.
//
// The test runs a fifth of the examples, or all of them if POLKA_LONG is set. With -update it also
// builds all examples of the library with the Go compiler, which takes minutes, and writes
// compiled.txt and the page. With -programs it runs the examples whose names match, and shows what
// they print.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many programs")
	}
	all := libraryExamples(t)
	if *only != "" {
		showExamples(t, all, regexp.MustCompile(*only))
		return
	}
	if *update {
		updateExamples(t, all)
	}
	was := readCompiled(t)
	reasons := readExampleReasons(t)
	sameGo := was.release == goEnv(t, "GOVERSION")
	var run []*example
	for _, e := range all {
		if was.programs[e.name] && (long() || *update || sampled(e.name) || reasons[e.name].class != "" && !reasons[e.name].slow()) {
			run = append(run, e)
		}
	}
	failures := runExamples(t, run, polkaRun)
	var again []*example
	for _, e := range run {
		if failures[e.name] != "" && reasons[e.name].class == "" {
			again = append(again, e) // a machine under load is slow, and examples have time limits
		}
	}
	for name, failure := range runExamples(t, again, polkaRun) {
		failures[name] = failure
	}
	passed := 0
	for _, e := range run {
		failure, r := failures[e.name], reasons[e.name]
		switch {
		case failure == "":
			passed++
			if r.class != "" && !r.byChance() && sameGo {
				t.Errorf("%s passes, and testdata/examples/reasons.txt says that it fails: remove the line", e.name)
			}
		case r.class != "": // said why
		case !sameGo && compiledRun(t.Context(), t.TempDir(), e) != "": // another release has changed it
		default:
			t.Errorf("%s: %s", e.name, failure)
		}
	}
	t.Logf("%d of %d examples pass", passed, len(run))
}

// sampled reports whether an example runs in a test that is not a long one.
func sampled(name string) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%5 == 0
}

// An example is an example of Go's library as a program.
type example struct {
	name      string // such as "strings.ExampleBuilder"
	dir       string // the directory of its package, in which it runs
	source    string
	output    string
	unordered bool
}

// libraryExamples returns the examples of Go's library that have an output and do not depend on the
// rest of their file in a way that go/doc cannot separate.
func libraryExamples(t *testing.T) []*example {
	t.Helper()
	root := filepath.Join(goEnv(t, "GOROOT"), "src")
	tests := make(map[string][]string) // the test files by directory
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "vendor" || path == filepath.Join(root, "cmd")):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, "_test.go"):
			dir := filepath.Dir(path)
			if match, err := gobuild.Default.MatchFile(dir, d.Name()); err != nil {
				return err
			} else if match {
				tests[dir] = append(tests[dir], path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []*example
	for dir, names := range tests {
		path, err := filepath.Rel(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		var files []*ast.File
		for _, name := range names {
			f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		for _, x := range doc.Examples(files...) {
			if x.Play == nil || x.Output == "" && !x.EmptyOutput {
				continue
			}
			var source bytes.Buffer
			if err := format.Node(&source, fset, x.Play); err != nil {
				t.Fatal(err)
			}
			all = append(all, &example{
				name: filepath.ToSlash(path) + ".Example" + x.Name, dir: dir, source: source.String(), output: x.Output, unordered: x.Unordered,
			})
		}
	}
	slices.SortFunc(all, func(a, b *example) int { return cmp.Compare(a.name, b.name) })
	return all
}

// wrong says in a line what is wrong with the output of an example, as go test compares it, or
// returns the empty string.
func (e *example) wrong(output string) string {
	got, want := strings.TrimSpace(output), strings.TrimSpace(e.output)
	if e.unordered {
		got, want = sortedLines(got), sortedLines(want)
	}
	if got == want {
		return ""
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	line := func(list []string) string {
		if i < len(list) {
			return fmt.Sprintf("%q", list[i])
		}
		return "the end"
	}
	return fmt.Sprintf("line %d of the output is %s, expected %s", i+1, line(g), line(w))
}

func sortedLines(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// polkaRun runs an example with polka run and says in a line what is wrong, if anything is.
func polkaRun(ctx context.Context, dir string, e *example) string {
	file := filepath.Join(dir, "example.go")
	if err := os.WriteFile(file, []byte(e.source), 0o644); err != nil {
		return err.Error()
	}
	return e.run(ctx, "sh", "-c", fmt.Sprintf(`ulimit -t %d; exec polka run "$0"`, dialectCPU), file)
}

// compiledRun does the same with the Go compiler.
func compiledRun(ctx context.Context, dir string, e *example) string {
	file, program := filepath.Join(dir, "example.go"), filepath.Join(dir, "example.exe")
	if err := os.WriteFile(file, []byte(e.source), 0o644); err != nil {
		return err.Error()
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", program, file)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Sprintf("go build: %v\n%s", err, out)
	}
	defer os.Remove(program)
	return e.run(ctx, program)
}

// run runs a program in the directory of the example's package.
func (e *example) run(ctx context.Context, name string, args ...string) string {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = e.dir
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return "it does not end"
	}
	failure := e.wrong(stdout.String())
	if err != nil {
		failure = strings.TrimPrefix(failure+"; "+err.Error(), "; ")
	}
	if message := strings.TrimSpace(stderr.String()); failure != "" && message != "" {
		failure += "; standard error: " + message
	}
	return failure
}

// runExamples runs examples and returns what is wrong with each.
func runExamples(t *testing.T, list []*example, run func(context.Context, string, *example) string) map[string]string {
	t.Helper()
	failures := make(map[string]string)
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan *example)
	for range dialectWorkers {
		dir := t.TempDir()
		wg.Go(func() {
			for e := range next {
				failure := run(t.Context(), dir, e)
				mu.Lock()
				failures[e.name] = failure
				mu.Unlock()
			}
		})
	}
	for _, e := range list {
		next <- e
	}
	close(next)
	wg.Wait()
	return failures
}

// showExamples runs examples and shows their sources and what is wrong, for debugging.
func showExamples(t *testing.T, all []*example, which *regexp.Regexp) {
	all = slices.DeleteFunc(all, func(e *example) bool { return !which.MatchString(e.name) })
	failures := runExamples(t, all, polkaRun)
	for _, e := range all {
		if failure := failures[e.name]; failure != "" {
			t.Errorf("%s: %s\n%s", e.name, failure, e.source)
		} else {
			t.Logf("%s passes", e.name)
		}
	}
}

// updateExamples writes the list of the examples that pass when they are compiled, and the page.
func updateExamples(t *testing.T, all []*example) {
	t.Helper()
	failures := runExamples(t, all, compiledRun)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n# The examples of Go's library that pass as compiled programs of their own; written by go test ./cmd/polka -run Examples -update.\n",
		goEnv(t, "GOVERSION"))
	n := 0
	for _, e := range all {
		if failures[e.name] == "" {
			b.WriteString(e.name + "\n")
			n++
		}
	}
	if err := os.WriteFile(compiledFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d examples pass when they are compiled", n, len(all))
	writePage(t, dialectPrograms(t))
}

var compiledFile = filepath.Join("testdata", "examples", "compiled.txt")

func readCompiled(t *testing.T) record {
	t.Helper()
	text, err := os.ReadFile(compiledFile)
	if errors.Is(err, fs.ErrNotExist) && *update {
		return record{}
	} else if err != nil {
		t.Fatal(err)
	}
	return parseRecord(string(text))
}

// readExampleReasons reads testdata/examples/reasons.txt. An example that is not in the list of
// those that pass when they are compiled needs no reason.
func readExampleReasons(t *testing.T) map[string]reason {
	t.Helper()
	reasons := make(map[string]reason)
	readReasonFile(t, filepath.Join("testdata", "examples", "reasons.txt"), reasons)
	compiled := readCompiled(t)
	for name := range reasons {
		if compiled.programs != nil && !compiled.programs[name] {
			t.Errorf("testdata/examples/reasons.txt: %s is not in compiled.txt", name)
		}
	}
	return reasons
}

// examplesSection is the part of docs/dialect.md about the examples.
func examplesSection(t *testing.T) string {
	compiled, reasons := readCompiled(t), readExampleReasons(t)
	var b strings.Builder
	fmt.Fprintf(&b, "\n## The examples of Go's library\n\n"+
		"%d examples of Go's library (%s) pass when each is compiled as a program of its own, as on the playground. `polka run` prints\n"+
		"what they promise for %d of them. The others, by reason:\n", len(compiled.programs), compiled.release, len(compiled.programs)-len(reasons))
	var names []string
	for name := range reasons {
		names = append(names, name)
	}
	slices.Sort(names)
	b.WriteString(reasonList(names, reasons))
	return b.String()
}
