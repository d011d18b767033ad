// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"polka/kernel/engine"
)

// TestClass is the class of package session's test, where each student has a process. Here the
// mistakes that end the process, and those with a data race, are among them, but not if the race
// detector watches. All students work at the same time, thirty in a short test.
func TestClass(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("..", "session", "testdata", "class", "mistakes.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	cells := make(map[string]map[string]string)
	var names []string
	for _, f := range archive.Files {
		i := strings.LastIndex(f.Name, ": ") // before the kind of the cell
		name, kind := f.Name[:i], f.Name[i+2:]
		if cells[name] == nil {
			cells[name] = make(map[string]string)
			names = append(names, name)
		}
		cells[name][kind] = strings.TrimSpace(string(f.Data))
	}
	if testing.Short() {
		names = names[len(names)-15:] // the fatal ones come last
	}
	var class sync.WaitGroup
	for _, name := range names {
		if raced && cells[name]["wrong"] == "" {
			continue
		}
		w := open(t, Config{Env: []string{"FAKE=no"}, Grace: time.Second})
		class.Go(func() { attend(t, w, name, cells[name]) })
	}
	class.Wait()
}

// attend makes a mistake, repairs it in the same cell, and does both again.
func attend(t *testing.T, w *Client, name string, cell map[string]string) {
	execute := func(number int, code string, limit time.Duration) (engine.Reply, string) {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		var s screen
		r := w.Execute(ctx, engine.Cell{Number: number, Code: code}, &s)
		return r, s.String()
	}
	if r, shown := execute(1, cell["before"], time.Minute); r.Err != nil {
		t.Errorf("%s: %v %s", name, r.Err, shown)
	}
	for n := 2; n < 6; n += 2 {
		r, shown := execute(n, cell["wrong"]+cell["race"]+cell["fatal"], 5*time.Second)
		words := strings.Fields(name)
		cause := strings.Join(words[:min(2, len(words))], " ") // such as "concurrent map"
		if r.Err == nil || cell["fatal"] != "" && (r.Err.Name != engine.Crash || !strings.Contains(r.Err.Message, cause)) {
			t.Errorf("%s, cell %d: %v %s", name, n, r.Err, shown)
		}
		if r, shown := execute(n+1, cell["right"], time.Minute); r.Err != nil || r.Value == nil || r.Value.Plain() != "7" {
			t.Errorf("%s, cell %d: %v %v %s", name, n+1, r.Err, r.Value, shown)
		}
	}
}
