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

	"golang.org/x/tools/txtar"
)

// TestEndings runs programs that do not end well, and holds what they print and their exit statuses
// to what the compiled programs did, without the stacks. The files NAME.end have the latter: with
// -update, the Go compiler writes them.
func TestEndings(t *testing.T) {
	file := filepath.Join("testdata", "endings.txtar")
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	ends := make(map[string]string)
	var programs []txtar.File
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".end"); ok {
			ends[name] = string(f.Data)
			continue
		}
		programs = append(programs, f)
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := make([]string, len(programs))
	next := make(chan int)
	var wg sync.WaitGroup
	for range dialectWorkers {
		wg.Go(func() {
			for i := range next {
				name := filepath.Join(dir, programs[i].Name)
				if *update {
					got[i] = ending(t, dir, "go", "run", name)
				} else {
					got[i] = ending(t, dir, "polka", "run", name)
				}
			}
		})
	}
	for i := range programs {
		next <- i
	}
	close(next)
	wg.Wait()
	if *update {
		archive.Files = nil
		for i, f := range programs {
			name := strings.TrimSuffix(f.Name, ".go") + ".end"
			archive.Files = append(archive.Files, f, txtar.File{Name: name, Data: []byte(got[i])})
		}
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for i, f := range programs {
		if want := ends[strings.TrimSuffix(f.Name, ".go")]; got[i] != want {
			t.Errorf("%s\n%s\ngot\n%s\nwant\n%s", f.Name, f.Data, got[i], want)
		}
	}
}

// ending runs a program, and gives its standard output, the beginning of its standard error up to
// the stacks, and its exit status.
func ending(t *testing.T, dir, name string, args ...string) string {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	cmd.Run()
	status := cmd.ProcessState.ExitCode()
	said := strings.Split(stderr.String(), "\n")
	if last := len(said) - 2; last >= 0 && name == "go" { // go run has a status of its own
		if n, _ := fmt.Sscanf(said[last], "exit status %d", &status); n == 1 {
			said = append(said[:last], "")
		}
	}
	for _, line := range said {
		if line == "" || strings.HasPrefix(line, "goroutine ") {
			break
		}
		if !strings.HasPrefix(line, "[signal ") && !strings.HasPrefix(line, "runtime: sp=") {
			fmt.Fprintf(&out, "! %s\n", line)
		}
	}
	fmt.Fprintf(&out, "exit status %d\n", status)
	return out.String()
}
