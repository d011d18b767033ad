// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"polka/kernel/cell"
)

var only = flag.String("programs", "", "run only those of Go's test programs whose names match, and show what they print")

// dialectDirs are the directories of Go's tests that hold programs of one file.
var dialectDirs = []string{".", "fixedbugs", "typeparam", "ken", "chan", "interface"}

const (
	dialectWorkers = 2
	dialectCPU     = 40 // seconds of processor time for one program
	dialectWall    = 10 * time.Minute
)

// TestDialect runs Go's own test programs, those that begin with "// run" in
// dialectDirs of GOROOT/test, and holds docs/dialect.md to the outcome. A program passes if `polka
// run` prints, on both of its streams together, what the .out file beside the program says, nothing
// if there is none, and exits with 0.
//
// testdata/dialect/passing.txt has the programs that passed when -update was given last. One of
// them that fails has been lost. One that passes and is not there asks for -update, so that it
// cannot be lost again. testdata/dialect/reasons.txt says of the others why they fail.
//
// With another release of Go than the one that passing.txt names, only a loss is a failure.
// Programs that are known to take too long, or never to end, are run only if POLKA_LONG is set.
func TestDialect(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the programs of Go's own tests")
	}
	programs := dialectPrograms(t)
	if *only != "" {
		showPrograms(t, programs, regexp.MustCompile(*only))
		return
	}
	was := readPassing(t)
	reasons := readReasons(t, programs)
	release := goEnv(t, "GOVERSION")

	run := slices.DeleteFunc(slices.Clone(programs), func(p string) bool { return !long() && reasons[p].slow() })
	outcomes := runPrograms(t, run)
	var passing, again []string
	for _, p := range run {
		if !outcomes[p].ok && was.programs[p] {
			again = append(again, p) // a machine under load is slow
		}
	}
	maps.Copy(outcomes, runPrograms(t, again))
	for _, p := range programs {
		if outcomes[p].ok && !reasons[p].byChance() {
			passing = append(passing, p)
		}
	}
	sameGo := was.release == release
	for _, p := range programs {
		o, r := outcomes[p], reasons[p]
		switch {
		case r.class == flaky || r.byChance() && o.ok || !o.done: // said why
		case o.ok && r.class != "" && (sameGo || *update):
			t.Errorf("%s passes, and testdata/dialect/reasons.txt says that it fails: remove the line", p)
		case !o.ok && was.programs[p] && !*update:
			t.Errorf("%s passed before; now: %s", p, o.complaint())
		case o.ok && !was.programs[p] && sameGo && !*update:
			t.Errorf("%s passes: run go test ./cmd/polka -run Dialect -update, and it will stay so", p)
		case !o.ok && r.class == "" && (sameGo || *update):
			t.Errorf("%s fails, and testdata/dialect/reasons.txt does not say why: %s", p, o.complaint())
		}
	}
	if *update {
		writePassing(t, release, passing)
		writePage(t, programs)
	}
	t.Logf("%d of %d programs pass", len(passing), len(programs))
}

// TestDialectPage holds docs/dialect.md to testdata/dialect and to the compiler's page for users.
func TestDialectPage(t *testing.T) {
	programs := dialectPrograms(t)
	if was := readPassing(t); was.release != goEnv(t, "GOVERSION") && !*update {
		t.Skipf("passing.txt is of %s: the list of programs is another one", was.release)
	}
	if *update {
		writePage(t, programs)
		return
	}
	got, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != dialectPage(t, programs) {
		t.Error("docs/dialect.md is not what testdata/dialect says: run go test ./cmd/polka -run DialectPage -update")
	}
}

var pageFile = filepath.Join("..", "..", "docs", "dialect.md")

func writePage(t *testing.T, programs []string) {
	t.Helper()
	if err := os.WriteFile(pageFile, []byte(dialectPage(t, programs)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// long reports whether the programs run too that are known not to end, or not soon.
func long() bool { return os.Getenv("POLKA_LONG") != "" }

// dialectPrograms lists the programs by their paths below GOROOT/test. A Go that came without its
// tests skips the test, except where tests are made for all.
func dialectPrograms(t *testing.T) []string {
	t.Helper()
	root := filepath.Join(goEnv(t, "GOROOT"), "test")
	if _, err := os.Stat(root); errors.Is(err, fs.ErrNotExist) {
		if os.Getenv("CI") != "" {
			t.Fatalf("there is no %s: this Go has come without its tests", root)
		}
		t.Skipf("there is no %s: this Go has come without its tests", root)
	}
	var programs []string
	for _, dir := range dialectDirs {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := bytes.Cut(text, []byte("\n")); string(first) == "// run" {
				programs = append(programs, path.Join(dir, filepath.Base(f)))
			}
		}
	}
	return programs
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	if v, ok := goEnvs.Load(name); ok {
		return v.(string)
	}
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	v := strings.TrimSpace(string(out))
	goEnvs.Store(name, v)
	return v
}

var goEnvs sync.Map // the output of go env

// An outcome is what a run of a program came to.
type outcome struct {
	done   bool // it has been run
	ok     bool
	status int // exit status, -1 if the program was ended
	out    string
	want   string
}

// complaint says in a line what is wrong.
func (o outcome) complaint() string {
	line := "it prints nothing"
	for l := range strings.Lines(o.out) {
		if l = strings.TrimSpace(l); l != "" {
			line = fmt.Sprintf("it begins with %q", l)
			break
		}
	}
	switch {
	case o.status < 0:
		return "it does not end; " + line
	case o.status > 0:
		return fmt.Sprintf("exit status %d; %s", o.status, line)
	default:
		return "it prints what it should not; " + line
	}
}

func runPrograms(t *testing.T, programs []string) map[string]outcome {
	t.Helper()
	root := filepath.Join(goEnv(t, "GOROOT"), "test")
	outcomes := make(map[string]outcome)
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan string)
	for range dialectWorkers {
		wg.Go(func() {
			for p := range next {
				o := runProgramFile(t, filepath.Join(root, filepath.FromSlash(p)))
				mu.Lock()
				outcomes[p] = o
				mu.Unlock()
			}
		})
	}
	for _, p := range programs {
		next <- p
	}
	close(next)
	wg.Wait()
	return outcomes
}

// runProgramFile runs one program in a directory of its own. It is told where Go is, which it knows
// by itself only if this test was built without -trimpath.
func runProgramFile(t *testing.T, file string) outcome {
	ctx, cancel := context.WithTimeout(t.Context(), dialectWall)
	defer cancel()
	// A limit of processor time is the same on a machine that has other things to do.
	cmd := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf(`ulimit -t %d; exec polka run "$0"`, dialectCPU), file)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "GOROOT="+goEnv(t, "GOROOT"))
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	o := outcome{done: true, status: cmd.ProcessState.ExitCode(), out: out.String()}
	want, readErr := os.ReadFile(strings.TrimSuffix(file, ".go") + ".out")
	if readErr != nil && !errors.Is(readErr, fs.ErrNotExist) {
		return o
	}
	o.want = string(want)
	o.ok = err == nil && o.out == o.want
	return o
}

// showPrograms runs programs and shows their output, for debugging.
func showPrograms(t *testing.T, programs []string, which *regexp.Regexp) {
	programs = slices.DeleteFunc(programs, func(p string) bool { return !which.MatchString(p) })
	outcomes := runPrograms(t, programs)
	for _, p := range programs {
		o := outcomes[p]
		if o.ok {
			t.Logf("%s passes", p)
			continue
		}
		t.Errorf("%s: %s\n%s", p, o.complaint(), o.out)
	}
}

// A record is the list of the programs that pass.
type record struct {
	release  string
	programs map[string]bool
}

var passingFile = filepath.Join("testdata", "dialect", "passing.txt")

func readPassing(t *testing.T) record {
	t.Helper()
	text, err := os.ReadFile(passingFile)
	if errors.Is(err, fs.ErrNotExist) && *update {
		return record{programs: make(map[string]bool)}
	} else if err != nil {
		t.Fatal(err)
	}
	return parseRecord(string(text))
}

// parseRecord reads a list whose first line has the release of Go after "# ".
func parseRecord(text string) record {
	r := record{programs: make(map[string]bool)}
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		if release, ok := strings.CutPrefix(l, "# "); ok && r.release == "" {
			r.release = release
		} else if l != "" && !strings.HasPrefix(l, "#") {
			r.programs[l] = true
		}
	}
	return r
}

func writePassing(t *testing.T, release string, programs []string) {
	t.Helper()
	programs = slices.Sorted(slices.Values(programs))
	text := "# " + release + "\n# Go's own test programs that pass; written by go test ./cmd/polka -run Dialect -update.\n" + strings.Join(programs, "\n") + "\n"
	if err := os.WriteFile(passingFile, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A reason says why a program fails: the class of things that it is about, and what it is in
// particular.
type reason struct{ class, text string }

// slow reports whether the program is not run every time.
func (r reason) slow() bool { return r.class == tooLong || r.class == "hang" }

// byChance reports whether the program may pass, or pass on a fast machine.
func (r reason) byChance() bool { return r.class == flaky || r.class == tooLong }

const (
	flaky   = "chance" // the class of programs whose outcome differs from run to run
	tooLong = "time"   // the class of those that need more than dialectCPU
)

// dialectClasses are the classes of reasons in the order of the page.
var dialectClasses = []struct{ name, title string }{
	{"go", "Run the go tool or other programs"},
	{"system", "Call the operating system directly"},
	{"cgo", "Need cgo"},
	{"compiler", "Test the output of the Go compiler: its code, its stack frames, its optimizations"},
	{"runtime", "Test the garbage collector, finalizers, profiles and other internals of the runtime"},
	{"testing", "Import packages that help tests"},
	{"log", "Depend on how packages log and log/slog are connected"},
	{"unsafe", "Need package unsafe or the layout of memory"},
	{"stack", "Inspect the stack: runtime.Caller, traces, line directives"},
	{"reflect", "Inspect a type of the program by reflection: interpreted types have no names and methods there"},
	{"identity", "Distinguish types that are identical in the interpreter"},
	{"panic", "Expect the exact value or message of a runtime panic"},
	{"recover", "Expect recover to depend on exactly where it is called"},
	{"order", "Depend on the order of evaluation within an expression"},
	{"number", "Depend on a detail of numbers and constants"},
	{"print", "Expect the exact output of the builtin print"},
	{"types", "Declare types that the interpreter cannot create"},
	{"interface", "Use interfaces and methods in a way that the interpreter does not support"},
	{"generic", "Use type parameters in a way that the compiler of cells does not support"},
	{"statement", "Use statements in a way that the interpreter does not support"},
	{tooLong, "Take too long"},
	{"hang", "Do not end"},
	{flaky, "Pass or fail by chance; not counted as passing"},
}

// importReason is the reason of a program that imports what cells cannot import, the empty one of
// others.
func importReason(t *testing.T, program string) reason {
	t.Helper()
	file := filepath.Join(goEnv(t, "GOROOT"), "test", filepath.FromSlash(program))
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range f.Imports {
		switch path := strings.Trim(spec.Path.Value, "\"`"); path {
		case "runtime/cgo", "C":
			return reason{"cgo", "it imports " + path}
		case "syscall", "syscall/js":
			return reason{"system", "it imports " + path}
		}
	}
	return reason{}
}

// readReasons reads testdata/dialect/reasons.txt and adds the reasons that follow from the
// programs' imports.
func readReasons(t *testing.T, programs []string) map[string]reason {
	t.Helper()
	reasons := make(map[string]reason)
	for _, p := range programs {
		if r := importReason(t, p); r.class != "" {
			reasons[p] = r
		}
	}
	readReasonFile(t, filepath.Join("testdata", "dialect", "reasons.txt"), reasons)
	return reasons
}

// readReasonFile adds the reasons of a file, which has a program, a class and a sentence in each
// line.
func readReasonFile(t *testing.T, file string, reasons map[string]reason) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, c := range dialectClasses {
		known[c.name] = true
	}
	n := 0
	for l := range strings.Lines(string(text)) {
		n++
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		program, rest, _ := strings.Cut(l, " ")
		class, sentence, _ := strings.Cut(strings.TrimSpace(rest), ": ")
		switch {
		case !known[class] || sentence == "":
			t.Fatalf("%s:%d: expected PROGRAM CLASS: SENTENCE with one of the classes in dialectClasses", file, n)
		case reasons[program].class != "":
			t.Fatalf("%s:%d: %s is there twice", file, n, program)
		}
		reasons[program] = reason{class, sentence}
	}
}

// dialectPage is docs/dialect.md: the page for users, which is the compiler's own, and the
// programs.
func dialectPage(t *testing.T, programs []string) string {
	was := readPassing(t)
	passes, reasons := was.programs, readReasons(t, programs)
	var b strings.Builder
	b.WriteString("<!-- Generated by `go test ./cmd/polka -run Dialect -update` from kernel/cell/dialect.md and from the results of the programs. -->\n\n")
	b.WriteString(cell.Dialect())
	fmt.Fprintf(&b, "\n## Go's own test programs\n\n"+
		"Of Go's own test programs (%s, files that begin with `// run`), `polka run` runs these with the same output\n"+
		"and exit status as Go:\n\n"+
		"| directory | programs | pass | fail |\n|---|---:|---:|---:|\n", was.release)
	all, good := 0, 0
	for _, dir := range dialectDirs {
		n, ok := 0, 0
		for _, p := range programs {
			if path.Dir(p) == dir {
				n++
				if passes[p] {
					ok++
				}
			}
		}
		name := "`test/" + dir + "`"
		if dir == "." {
			name = "`test`"
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", name, n, ok, n-ok)
		all, good = all+n, good+ok
	}
	fmt.Fprintf(&b, "| **all** | **%d** | **%d** | **%d** |\n\nThe others, by reason:\n", all, good, all-good)
	b.WriteString(reasonList(slices.DeleteFunc(slices.Clone(programs), func(p string) bool { return passes[p] }), reasons))
	b.WriteString(examplesSection(t))
	return b.String()
}

// reasonList lists programs with their reasons under a heading for each class.
func reasonList(programs []string, reasons map[string]reason) string {
	var b strings.Builder
	for _, c := range dialectClasses {
		var lines []string
		for _, p := range programs {
			if r := reasons[p]; r.class == c.name {
				lines = append(lines, fmt.Sprintf("- `%s`: %s\n", p, r.text))
			}
		}
		if len(lines) > 0 {
			fmt.Fprintf(&b, "\n### %s (%d)\n\n%s", c.title, len(lines), strings.Join(lines, ""))
		}
	}
	return b.String()
}
