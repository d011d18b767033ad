// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestPrograms runs the programs in kernel/machine/testdata and holds what they print on standard
// output, and their exit statuses, to what the compiled programs did, which is in the .out files
// beside them. A line "exit status N" at the end stands for a status that is not 0.
func TestPrograms(t *testing.T) { testPrograms(t) }

// TestNativePrograms is TestPrograms with machine code: all that can be machine code is so from the
// first call, or after a few, so that code changes sides.
func TestNativePrograms(t *testing.T) {
	for _, n := range []string{"always", "3"} {
		t.Run(n, func(t *testing.T) {
			t.Setenv("POLKA_NATIVE", n)
			testPrograms(t)
		})
	}
}

func testPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many programs")
	}
	var files []string
	for _, dir := range []string{"programs", "faults"} {
		list, err := filepath.Glob(filepath.Join("..", "..", "kernel", "machine", "testdata", dir, "*.go"))
		if err != nil || len(list) == 0 {
			t.Fatalf("no programs in %s: %v", dir, err)
		}
		files = append(files, list...)
	}
	next := make(chan string)
	var wg sync.WaitGroup
	for range dialectWorkers {
		wg.Go(func() {
			for f := range next {
				want, err := os.ReadFile(strings.TrimSuffix(f, ".go") + ".out")
				if err != nil {
					t.Error(err)
					continue
				}
				if got := runPlain(t.Context(), t.TempDir(), f); got != string(want) {
					t.Errorf("%s:\n%s", filepath.Base(f), firstDifference(got, string(want)))
				}
			}
		})
	}
	for _, f := range files {
		next <- f
	}
	close(next)
	wg.Wait()
}

// runPlain runs a program, and gives its standard output and its exit status.
func runPlain(ctx context.Context, dir, file string) string {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	file, err := filepath.Abs(file)
	if err != nil {
		return err.Error()
	}
	cmd := exec.CommandContext(ctx, "polka", "run", file)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	var out bytes.Buffer
	cmd.Stdout = &out
	if cmd.Run(); cmd.ProcessState.ExitCode() != 0 {
		if n := out.Len(); n > 0 && out.Bytes()[n-1] != '\n' {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "exit status %d\n", cmd.ProcessState.ExitCode())
	}
	return out.String()
}

// firstDifference is the first line in which two texts differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for n < min(len(g), len(w)) && g[n] == w[n] {
		n++
	}
	return fmt.Sprintf("from line %d on:\n got %q\nwant %q", n+1, strings.Join(g[n:min(n+1, len(g))], ""), strings.Join(w[n:min(n+1, len(w))], ""))
}
