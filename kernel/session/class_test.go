// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"polka/kernel/engine"
)

// TestClass is a class on goroutines: in each session a student makes a classic mistake, and
// repairs it in the same cell, and then does the same again twice. What the wrong cell has left
// behind must not disturb the right one. All sessions run at the same time. The mistakes that end
// the process, and those with a data race, are left to package worker's TestClass.
func TestClass(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "class", "mistakes.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	cells := make(map[string]map[string]string)
	for _, f := range archive.Files {
		i := strings.LastIndex(f.Name, ": ")
		name, kind := f.Name[:i], f.Name[i+2:]
		if cells[name] == nil {
			cells[name] = make(map[string]string)
		}
		cells[name][kind] = strings.TrimSpace(string(f.Data))
	}
	rounds := 3
	if testing.Short() {
		rounds = 1
	}
	var class sync.WaitGroup
	students := 0
	for name, cell := range cells {
		if cell["wrong"] == "" {
			continue
		}
		students++
		s := newSession(t)
		class.Go(func() {
			execute := func(number int, code string, limit time.Duration) (engine.Reply, *recorder) {
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				defer cancel()
				out := new(recorder)
				return s.Execute(ctx, engine.Cell{Number: number, Code: code}, out), out
			}
			if r, out := execute(1, cell["before"], time.Minute); r.Err != nil {
				t.Errorf("%s: %s", name, show(r, out))
			}
			for n := 2; n < 2+2*rounds; n += 2 {
				if r, out := execute(n, cell["wrong"], 2*time.Second); r.Err == nil {
					t.Errorf("%s, cell %d is no mistake: %s", name, n, show(r, out))
				}
				if r, out := execute(n+1, cell["right"], time.Minute); r.Err != nil || r.Value == nil || fmt.Sprint(r.Value.Plain()) != "7" {
					t.Errorf("%s, cell %d: %s", name, n+1, show(r, out))
				}
			}
		})
	}
	class.Wait()
	if students < 30 {
		t.Errorf("a class of %d students", students)
	}
}
