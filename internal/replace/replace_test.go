// SPDX-License-Identifier: BSD-3-Clause

package replace

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for _, text := range []string{"one\n", "", "three\n"} {
		if err := File(name, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("the file is %q, want %q; error %v", got, text, err)
		}
	}
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, error %v", info.Mode(), err)
	}
	alone(t, dir, "a")
}

// TestFailure writes where no file can be created: nothing is left behind.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	if err := File(filepath.Join(dir, "nowhere", "a"), nil, 0o644); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
	if err := os.MkdirAll(filepath.Join(dir, "b", "c"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := File(filepath.Join(dir, "b"), []byte("text"), 0o644); err == nil {
		t.Error("a file took the place of a folder")
	}
	alone(t, dir, "b")
}

// alone checks that a folder has exactly one file.
func alone(t *testing.T, dir, name string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 1 || list[0].Name() != name {
		t.Errorf("%v in the folder, want %s alone; error %v", list, name, err)
	}
}
