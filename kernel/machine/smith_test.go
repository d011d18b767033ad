// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package machine_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine/internal/gosmith"
	"polka/kernel/session"
	"polka/stdlib"
)

var (
	smithSeed     = flag.Uint64("smith.seed", 0, "the first seed of TestSmith and its like; 0 is 1, or a random one in a long test")
	smithPrograms = flag.Int("smith.programs", 0, "the number of programs of TestSmith and its like; 0 is the number of the test, 10 in a short test, more in a long one")
	smithShrink   = flag.Bool("smith.shrink", false, "shrink the first program that differs")
	smithKeep     = flag.String("smith.keep", "", "directory for the programs that differ")
)

// TestSmith holds the machine to the Go compiler: random programs must do the same when they are
// compiled and when they run as scripts. The seeds are always the same, so that a change is not
// held to programs that nobody has run before; in a long test they are random. A failure names the
// seed.
func TestSmith(t *testing.T) {
	compare(t, gosmith.Program, 60, 20_000)
}

// TestSmithCollector runs random programs of all kinds while the garbage collector checks itself.
func TestSmithCollector(t *testing.T) {
	if os.Getenv("POLKA_LONG") == "" && !*smithGC {
		t.Skip("takes minutes")
	}
	defer func(was bool) { *smithGC = was }(*smithGC)
	*smithGC = true
	t.Run("Program", func(t *testing.T) { compare(t, gosmith.Program, 500, 500) })
	t.Run("Types", func(t *testing.T) { compareTypes(t, 500, 500) })
}

// smithChoice is the first seed and the number of the programs of a test: n of them, or many in a
// long test, unless flags say otherwise.
func smithChoice(t *testing.T, n, many int) (seed uint64, count int, long bool) {
	seed, long = *smithSeed, os.Getenv("POLKA_LONG") != ""
	switch {
	case seed != 0:
	case long:
		seed = rand.Uint64() >> 16
	default:
		seed = 1
	}
	switch {
	case *smithPrograms > 0:
		n = *smithPrograms
	case testing.Short():
		n = 10
	case long:
		n = many
	}
	return seed, n, long
}

// smithSources makes n programs of a size, or many in a long test. The seeds are seed and those
// that follow.
func smithSources(t *testing.T, program func(seed uint64, size int) string, size, n, many int) (seed uint64, sources []string) {
	seed, n, _ = smithChoice(t, n, many)
	t.Logf("seeds %d to %d", seed, seed+uint64(n)-1)
	sources = make([]string, n)
	for i := range sources {
		sources[i] = program(seed+uint64(i), size)
	}
	return seed, sources
}

// compare runs programs in both ways: n of them, or many in a long test.
func compare(t *testing.T, program func(seed uint64, size int) string, n, many int) {
	seed, sources := smithSources(t, program, 4, n, many)
	n = len(sources)
	ways := make([][]gosmith.Outcome, n)
	if *smithGC {
		scripts := make([][]string, n)
		for i, src := range sources {
			scripts[i] = []string{src}
		}
		for i, o := range smithChildren(t, scripts) {
			ways[i] = []gosmith.Outcome{o}
		}
	} else {
		for i, src := range sources {
			ways[i] = []gosmith.Outcome{runScript(src)}
		}
	}
	expected := compiled(t, sources, ways)
	failed := 0
	for i, src := range sources {
		s, got := seed+uint64(i), ways[i][0]
		want, ok := expected[i]
		if !ok || same(got, want) {
			continue
		}
		if failed++; failed > 10 {
			continue
		}
		t.Errorf("seed %d (panics with %q, compiled with %q):\n%s", s, got.Panic, want.Panic, cmp.Diff(want.Output, got.Output))
		if *smithKeep != "" {
			os.WriteFile(filepath.Join(*smithKeep, fmt.Sprintf("%d.go", s)), []byte(src), 0o644)
			os.WriteFile(filepath.Join(*smithKeep, fmt.Sprintf("%d.out", s)), []byte(want.Output), 0o644)
		}
		if *smithShrink && failed == 1 {
			t.Logf("shrunk:\n%s", gosmith.Shrink(src, differs(t)))
		}
	}
	if failed > 0 {
		t.Errorf("%d of %d programs differ", failed, n)
	}
}

func same(got, want gosmith.Outcome) bool {
	return got.Output == want.Output && samePanic(got.Panic, want.Panic)
}

// samePanic reports whether two programs end in the same way. Scripts end as Go programs do, with
// the same text; cells have texts of their own.
func samePanic(got, want string) bool {
	if text, ok := strings.CutPrefix(got, "panic: "); ok {
		return withoutAddresses(text) == withoutAddresses(want)
	}
	return (got == "") == (want == "")
}

var addresses = regexp.MustCompile(`\b0x[0-9a-f]{6,}\b`)

func withoutAddresses(s string) string { return addresses.ReplaceAllString(s, "ADDRESS") }

// differs compiles and runs a program in both ways.
func differs(t *testing.T) func(src string) bool {
	return func(src string) bool {
		dir, err := os.MkdirTemp("", "smith")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		want, err := gosmith.Run(t.Context(), dir, []string{src}, gosmith.Options{Timeout: 2 * time.Second})
		return err == nil && !same(runScript(src), want[0])
	}
}

// recording is an engine.Output that keeps standard output.
type recording struct {
	mu   sync.Mutex
	text strings.Builder
}

func (r *recording) Write(s engine.Stream, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s == engine.Stdout && r.text.Len() < 1<<22 {
		r.text.Write(text)
	}
}
func (r *recording) Display(display.Event) {}
func (r *recording) Clear(bool)            {}
func (r *recording) Input(context.Context, string, bool) (string, error) {
	return "", engine.ErrNoInput
}

// runScript runs a program in a session of its own.
func runScript(src string) gosmith.Outcome { return runCells([]string{src}) }

// runCells runs cells in a session of their own, one after the other until one fails. A single cell
// is a script.
func runCells(cells []string) gosmith.Outcome {
	s, err := session.New(session.Options{Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer(), Packages: stdlib.Packages()})
	if err != nil {
		return gosmith.Outcome{Panic: err.Error()}
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out := new(recording)
	var failure string
	for i, code := range cells {
		r := s.Execute(ctx, engine.Cell{Number: i + 1, Code: code, Script: len(cells) == 1}, out)
		if r.Err != nil {
			failure = r.Err.Error()
			if len(cells) == 1 && r.Err.Name == engine.Panic {
				failure, _, _ = strings.Cut(strings.Join(r.Err.Trace, "\n"), "\n\n") // the calls follow
			}
			break
		}
	}
	out.mu.Lock()
	defer out.mu.Unlock()
	return gosmith.Outcome{Output: out.text.String(), Panic: failure}
}
