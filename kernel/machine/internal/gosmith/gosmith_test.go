// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var (
	first    = flag.Uint64("seed", 1, "`seed` of the first program that the tests generate")
	programs = flag.Int("programs", 16, "`number` of programs that the tests generate")
	size     = flag.Int("size", 4, "`size` of the programs")
	keep     = flag.String("keep", "", "`directory` for programs that fail a test, with their outputs")
)

// seeds returns the seeds of n programs.
func seeds(n int) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = *first + uint64(i)
	}
	return list
}

func TestProgram(t *testing.T) {
	// The constants of seed 950050782 once were too large for their type.
	for _, seed := range append(seeds(*programs), 950050782) {
		src := Program(seed, *size)
		if err := Check(src); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			save(t, seed, "go", src)
			continue
		}
		if formatted, err := format.Source([]byte(src)); err != nil || string(formatted) != src {
			t.Errorf("seed %d: not formatted (%v)", seed, err)
		}
	}
}

func TestSizes(t *testing.T) {
	sizes := 30
	if testing.Short() {
		sizes = 12
	}
	for size := range sizes {
		if err := Check(Program(*first, size)); err != nil {
			t.Errorf("size %d: %v", size, err)
		}
	}
}

func TestScenes(t *testing.T) {
	all := scenes
	defer func() { scenes = all }()
	many := 3
	if testing.Short() {
		many = 1
	}
	for i := range all {
		scenes = all[i : i+1]
		for _, seed := range seeds(many) {
			if err := Check(Program(seed, 3)); err != nil {
				t.Errorf("scene %d, which begins %.40q, seed %d: %v", i, strings.TrimSpace(all[i].body), seed, err)
			}
		}
	}
}

func TestDeterministic(t *testing.T) {
	const n = 4
	results := make(chan string)
	for range n {
		go func() {
			var b strings.Builder
			for _, seed := range seeds(10) {
				b.WriteString(Program(seed, *size))
			}
			results <- b.String()
		}()
	}
	want := <-results
	for range n - 1 {
		if got := <-results; got != want {
			t.Error("the same seeds give different programs")
		}
	}
	if Program(*first, *size) == Program(*first+1, *size) {
		t.Error("different seeds give the same program")
	}
}

// Programs must not depend on what the language leaves open, much of which a compiler settles
// differently when it does not optimize.
func TestUnspecified(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	list := seeds(*programs)
	sources := make([]string, len(list))
	for i, seed := range list {
		sources[i] = Program(seed, *size)
	}
	var outcomes [2][]Outcome
	for i, flags := range []string{"", "-N -l"} {
		var err error
		if outcomes[i], err = Run(t.Context(), t.TempDir(), sources, Options{GCFlags: flags}); err != nil {
			t.Fatal(err)
		}
	}
	panics, bytes := 0, 0
	for i, o := range outcomes[0] {
		if p := outcomes[1][i]; o != p {
			t.Errorf("seed %d: the outcome depends on the compiler's flags", list[i])
			save(t, list[i], "go", sources[i])
			save(t, list[i], "optimized", o.Output+o.Panic)
			save(t, list[i], "plain", p.Output+p.Panic)
		}
		if o.Panic != "" {
			panics++
		}
		bytes += len(o.Output)
	}
	t.Logf("%d programs, %d end by a panic, %d bytes of output each", len(list), panics, bytes/max(len(list), 1))
}

func TestExpected(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	const n = 6
	a, err := Expected(t.Context(), t.TempDir(), seeds(n), 1)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Expected(t.Context(), t.TempDir(), seeds(n), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range seeds(n) {
		if a[seed] != b[seed] {
			t.Errorf("seed %d: two runs differ", seed)
		}
		if a[seed].Output == "" {
			t.Errorf("seed %d: no output", seed)
		}
	}
}

func save(t *testing.T, seed uint64, ext, text string) {
	t.Helper()
	if *keep == "" {
		return
	}
	name := filepath.Join(*keep, fmt.Sprintf("seed%d.%s", seed, ext))
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Error(err)
	}
}
