// SPDX-License-Identifier: BSD-3-Clause

package replace

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// check compares the contents of a file.
func check(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s is %q, want %q; error %v", name, got, want, err)
	}
}

func save(t *testing.T, name, text string) {
	t.Helper()
	if err := Save(name, []byte(text), 0o666); err != nil {
		t.Error(err)
	}
}

// TestSaveLinks saves through links to a file: relative ones, a chain of them, one to a file that
// does not exist yet.
func TestSaveLinks(t *testing.T) {
	dir := t.TempDir()
	in := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	for _, name := range []string{"a", "b"} {
		if err := os.Mkdir(in(name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	links := [][2]string{{"x", in("a", "file")}, {in("b", "file"), in("a", "x")}, {filepath.Join("..", "a", "x"), in("b", "y")}, {"loop", in("loop")}}
	for _, l := range links {
		if err := os.Symlink(l[0], l[1]); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	for _, name := range []string{in("b", "y"), in("a", "file"), in("b", "file")} {
		save(t, name, name)
		check(t, in("b", "file"), name)
	}
	for _, l := range links[:3] {
		if target, err := os.Readlink(l[1]); err != nil || target != l[0] {
			t.Errorf("the link %s stands for %q, want %q; error %v", l[1], target, l[0], err)
		}
	}
	if err := Save(in("loop"), nil, 0o666); err == nil || !strings.Contains(err.Error(), "too many symbolic links") {
		t.Errorf("a loop of links: %v", err)
	}
	if err := File(in("a", "x"), []byte("new"), 0o666); err != nil {
		t.Error(err)
	}
	check(t, in("a", "x"), "new")
	check(t, in("b", "file"), in("b", "file"))
}

// TestSavePermissions saves existing files with various permissions, and new ones.
func TestSavePermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permissions here")
	}
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	usual, err := os.Stat(plain)
	if err != nil {
		t.Fatal(err)
	}
	for mode := range os.FileMode(0o1000) {
		if mode&0o600 != 0o600 {
			continue
		}
		name := filepath.Join(dir, mode.String())
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		save(t, name, "text")
		if info, err := os.Stat(name); err != nil || info.Mode() != mode {
			t.Errorf("mode %v, error %v, want %v", info.Mode(), err, mode)
		}
	}
	save(t, filepath.Join(dir, "new"), "text")
	if info, err := os.Stat(filepath.Join(dir, "new")); err != nil || info.Mode() != usual.Mode() {
		t.Errorf("a new file has mode %v, error %v, want %v as others", info.Mode(), err, usual.Mode())
	}
	protected := filepath.Join(dir, "protected")
	if err := os.WriteFile(protected, []byte("old"), 0o400); err != nil {
		t.Fatal(err)
	}
	if err := Save(protected, []byte("new"), 0o666); os.Geteuid() != 0 && err == nil { // root may write to every file
		t.Error("a file that may not be written was replaced")
	}
}

// TestLock locks a file twice, and saves it while it is locked, and again.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	unlock, err := Lock(name)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
		if _, err := Lock(name); err == nil || !strings.HasPrefix(err.Error(), name+" is in use by process ") {
			t.Errorf("locked twice: %v", err)
		}
		if !Locked(name) {
			t.Error("a file that is locked is not")
		}
	}
	save(t, name, "one")
	unlock()
	alone(t, dir, "a")
	if Locked(name) {
		t.Error("a file that was unlocked is locked")
	}
	alone(t, dir, "a")
	if unlock, err = Lock(name); err != nil {
		t.Fatal(err)
	}
	unlock()
	alone(t, dir, "a")

	// A lock file left by a killed process is not a lock.
	if err := os.WriteFile(filepath.Join(dir, ".a.lock"), []byte("1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if Locked(name) {
		t.Error("a file that a killed process has locked is locked")
	}
	if unlock, err = Lock(name); err != nil {
		t.Fatal(err)
	}
	unlock()
	alone(t, dir, "a")
	if _, err := Lock(filepath.Join(dir, "nowhere", "a")); err == nil || !strings.Contains(err.Error(), filepath.Join("nowhere", "a")) {
		t.Errorf("a lock where there is no folder: %v", err)
	}
	if err := os.Symlink(name, filepath.Join(dir, ".b.lock")); err == nil {
		if _, err := Lock(filepath.Join(dir, "b")); err == nil {
			t.Error("a symbolic link was taken for a lock")
		}
		check(t, name, "one")
	}
}

// TestLeft saves where killed programs have left new files: those of this file are removed, but not
// one that is being written, nor files with similar names.
func TestLeft(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	kept := []string{".a.x1.polka", ".a..polka", ".b.1.polka", ".a.1.polk", "a.1.polka", ".a.b.1.polka"}
	for _, left := range append([]string{".a.1.polka", ".a.18446744073709551615.polka"}, kept...) {
		if err := os.WriteFile(filepath.Join(dir, left), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	busy, err := create(name, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	save(t, name, "text")
	list, err := os.ReadDir(dir)
	want := append(kept, "a", filepath.Base(busy.Name()))
	if err != nil || len(list) != len(want) {
		t.Errorf("left are %v, want %v; error %v", list, want, err)
	}
	for _, name := range want {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	busy.Close()
	long := filepath.Join(dir, strings.Repeat("n", 250))
	save(t, long, "text")
	check(t, long, "text")
}
