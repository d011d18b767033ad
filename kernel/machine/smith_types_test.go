// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package machine_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/machine/internal/gosmith"
)

var (
	smithParts = flag.String("smith.parts", "", "the parts of the programs of TestSmithTypes, separated by commas, \"all\", or \"few\", a few in each program")
	smithForm  = flag.String("smith.form", "", "how TestSmithTypes runs the programs: \"script\", \"cells\"; \"\" is the latter for odd seeds")
	smithGC    = flag.Bool("smith.gc", false, "run the programs in other processes, whose garbage collector runs all the time and checks itself")
	smithCount = flag.Bool("smith.count", false, "only count the programs of TestSmithTypes that differ, by part")
)

// smithTypesRight says that the machine runs all type programs as Go does. As long as it is false,
// TestSmithTypes runs a few programs that are known to pass, unless flags ask for others.
const smithTypesRight = true

// TestSmithTypes is TestSmith for programs about types. The programs run in a process of their own,
// which is started again if a program ends it.
//
//	go test ./kernel/machine -run SmithTypes -v -smith.parts few -smith.programs 500 -smith.count
//
// Programs run as scripts or, if their seeds are odd, in several cells. With -smith.gc, which the
// other tests of random programs know too, the garbage collector runs all the time, marks
// everything twice, and clobbers what it frees.
func TestSmithTypes(t *testing.T) {
	if list := os.Getenv(smithChild); list != "" {
		smithRun(t, list)
		return
	}
	compareTypes(t, 60, 20_000)
}

// compareTypes is compare for programs about types.
func compareTypes(t *testing.T, n, many int) {
	seed, n, _ := smithChoice(t, n, many)
	var parts []string // a few in each program
	switch {
	case *smithParts == "all":
		parts = gosmith.TypeParts()
	case *smithParts == "few":
	case *smithParts != "":
		parts = strings.Split(*smithParts, ",")
	case !smithTypesRight:
		seed, n = 1, 5
		parts = []string{"layout", "fields", "copies", "types", "methods", "generic", "values"}
	}
	t.Logf("seeds %d to %d", seed, seed+uint64(n)-1)
	const batch = 100
	failed, programs, byPart, withPart := 0, 0, make(map[string]int), make(map[string]int)
	for start := 0; start < n; start += batch {
		var sources []string
		for i := start; i < min(start+batch, n); i++ {
			sources = append(sources, gosmith.TypeProgram(seed+uint64(i), parts...))
		}
		forms := make([][]string, len(sources))
		for i, src := range sources {
			if s := seed + uint64(start+i); *smithForm == "cells" || *smithForm == "" && s%2 == 1 {
				forms[i] = gosmith.Cells(src, s)
			} else {
				forms[i] = []string{src}
			}
		}
		got := smithChildren(t, forms)
		ways := make([][]gosmith.Outcome, len(sources))
		for i := range got {
			ways[i] = got[i : i+1]
		}
		want := compiled(t, sources, ways)
		for i, src := range sources {
			programs++
			want, ok := want[i]
			if !ok {
				continue
			}
			names, _ := splitParts(want.Output)
			for _, p := range names {
				withPart[p]++
			}
			if same(got[i], want) {
				continue
			}
			failed++
			wrong := wrongParts(got[i], want)
			for _, p := range wrong {
				byPart[p]++
			}
			s := seed + uint64(start+i)
			if *smithKeep != "" {
				os.WriteFile(filepath.Join(*smithKeep, fmt.Sprintf("%d.go", s)), []byte(src), 0o644)
				os.WriteFile(filepath.Join(*smithKeep, fmt.Sprintf("%d.out", s)), []byte(want.Output), 0o644)
				os.WriteFile(filepath.Join(*smithKeep, fmt.Sprintf("%d.got", s)), []byte(got[i].Output+got[i].Panic), 0o644)
			}
			if *smithShrink && failed == 1 {
				t.Logf("shrunk:\n%s", gosmith.Shrink(src, typesDiffer(t)))
			}
			if *smithCount || failed > 10 {
				continue
			}
			t.Errorf("seed %d, parts %s (ends with %q, compiled with %q):\n%s", s, strings.Join(wrong, ", "),
				got[i].Panic, want.Panic, cmp.Diff(strings.Split(want.Output, "\n"), strings.Split(got[i].Output, "\n")))
		}
	}
	for _, p := range slices.Sorted(maps.Keys(byPart)) {
		of := withPart[p]
		if of == 0 {
			of = programs // it is not a part but the end of the program
		}
		t.Logf("%-10s %4d of %d programs differ", p, byPart[p], of)
	}
	if failed > 0 {
		t.Errorf("%d of %d programs differ", failed, programs)
	}
}

// typesDiffer compiles and runs a program in both ways, as a script.
func typesDiffer(t *testing.T) func(src string) bool {
	return func(src string) bool {
		want, err := gosmith.Run(t.Context(), t.TempDir(), []string{src}, gosmith.Options{Timeout: 2 * time.Second})
		return err == nil && !same(smithChildren(t, [][]string{{src}})[0], want[0])
	}
}

// splitParts returns the names of the parts of an output and their outputs.
func splitParts(text string) (names, texts []string) {
	for l := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(l), "== "); ok {
			names, texts = append(names, name), append(texts, "")
		} else if len(texts) > 0 {
			texts[len(texts)-1] += l
		}
	}
	return names, texts
}

// wrongParts names the parts of a program whose outputs differ. If the program did not end as it
// should have, "(process)" or "(program)" says whether it also ended its process.
func wrongParts(got, want gosmith.Outcome) []string {
	gotNames, gotTexts := splitParts(got.Output)
	names, texts := splitParts(want.Output)
	var wrong []string
	for i, name := range names {
		if j := slices.Index(gotNames, name); j >= 0 && gotTexts[j] != texts[i] {
			wrong = append(wrong, name)
		}
	}
	switch {
	case strings.HasPrefix(got.Panic, processEnded):
		wrong = append(wrong, "(process)")
	case !samePanic(got.Panic, want.Panic):
		wrong = append(wrong, "(program)")
	}
	return wrong
}

const (
	smithChild   = "POLKA_SMITH_PROGRAMS"
	processEnded = "the process ended: "
)

// smithChildren runs programs, each a list of cells or a script, in other processes. What a program
// that ends its process has printed is lost.
func smithChildren(t *testing.T, sources [][]string) []gosmith.Outcome {
	dir := t.TempDir()
	outcomes := make([]gosmith.Outcome, len(sources))
	for done := 0; done < len(sources); {
		text, err := json.Marshal(sources[done:])
		if err != nil {
			t.Fatal(err)
		}
		list := filepath.Join(dir, "programs.json")
		if err := os.WriteFile(list, text, 0o666); err != nil {
			t.Fatal(err)
		}
		os.Remove(list + ".out")
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		cmd := gosmith.Command(ctx, os.Args[0], "-test.run=^TestSmithTypes$")
		cmd.Env = append(os.Environ(), smithChild+"="+list)
		if *smithGC {
			cmd.Env = append(cmd.Env, "GOGC=1", "GODEBUG=gccheckmark=1,clobberfree=1")
		}
		var stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stderr, &stderr
		err = cmd.Run()
		cancel()
		f, openErr := os.Open(list + ".out")
		if openErr != nil {
			t.Fatal(openErr, err, stderr.String())
		}
		for d := gob.NewDecoder(f); done < len(sources) && d.Decode(&outcomes[done]) == nil; {
			done++
		}
		f.Close()
		switch {
		case done == len(sources):
		case err != nil:
			outcomes[done].Panic = processEnded + firstLines(stderr.String())
			done++
		default:
			t.Fatal("a program has no outcome\n", stderr.String())
		}
	}
	return outcomes
}

func firstLines(text string) string {
	return text[:min(len(text), 2000)]
}

// smithRun is the other process.
func smithRun(t *testing.T, list string) {
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	var sources [][]string
	if err := json.Unmarshal(text, &sources); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(list + ".out")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e := gob.NewEncoder(f) // JSON would change output that is not UTF-8
	for _, cells := range sources {
		if err := e.Encode(runCells(cells)); err != nil {
			t.Fatal(err)
		}
	}
}
