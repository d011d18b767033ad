// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package exercise_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"polka/kernel/exercise"
)

// A named pipe among the exercises is not opened: that would wait for its writer.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	for _, sub := range []string{".", "exercises"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"a.txt", "a.txtar", "a"} {
			if err := syscall.Mkfifo(filepath.Join(dir, sub, name), 0o600); err != nil {
				t.Skip(err)
			}
		}
	}
	if x, err := exercise.Find("a", os.DirFS(dir)); err == nil {
		t.Errorf("found %v", x)
	}
}
