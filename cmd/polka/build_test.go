// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

func TestBuildWithoutToolchain(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	b := programBuild{modules: []string{"example.org/a"}, log: io.Discard, output: "none"}
	if err := b.run(context.Background()); !errors.Is(err, errNoToolchain) {
		t.Error(err)
	}
}

// TestFindSource finds the source code of this test, by what the linker or the compiler has noted.
func TestFindSource(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	noted := []string{root}
	if _, file, _, _ := runtime.Caller(0); filepath.IsAbs(file) { // not with -trimpath
		noted = append(noted, "")
	}
	defer func(was string) { sourceDir = was }(sourceDir)
	for _, sourceDir = range noted {
		dir, err := findSource("")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "cmd", "polka", "build.go")); err != nil {
			t.Error(err)
		}
	}
}

// TestWriteModule checks the module in which a program is built.
func TestWriteModule(t *testing.T) {
	source, dir := t.TempDir(), t.TempDir()
	text := "module " + modulePath + "\n\ngo 1.26.0\n\nrequire example.org/a v1.0.0\n\nreplace example.org/a => ./a\n\ntool example.org/a/cmd\n"
	if err := os.WriteFile(filepath.Join(source, "go.mod"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := writeModule(dir, source); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := modfile.Parse("go.mod", got, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Module.Mod.Path != customPath || len(f.Tool) != 0 || len(f.Require) != 2 {
		t.Errorf("%s", got)
	}
	for _, r := range f.Replace {
		if !strings.HasPrefix(r.New.Path, source) {
			t.Errorf("%s is replaced by %s", r.Old.Path, r.New.Path)
		}
	}
}

// TestForgetPrograms keeps a few programs.
func TestForgetPrograms(t *testing.T) {
	dir := t.TempDir()
	for i := range keptPrograms + 3 {
		name := filepath.Join(dir, "polka-"+string(rune('a'+i)))
		for _, n := range []string{name, name + ".txt"} {
			if err := os.WriteFile(n, nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	forgetPrograms(dir)
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 2*keptPrograms {
		t.Errorf("%d files are left (%v)", len(list), err)
	}
}
