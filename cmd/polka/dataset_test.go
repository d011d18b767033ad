// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"polka/internal/dataset"
	"polka/kernel/session"
)

func TestInSet(t *testing.T) {
	set := []dataset.Module{{Path: "example.org/whole", Version: "v1.2.3", Whole: true}, {Path: "example.org/part/a", Version: "v0.1.0"}}
	for module, want := range map[string]bool{
		"example.org/whole@latest": true, "example.org/whole@v1.2.3": true, "example.org/whole@v1.2.4": false,
		"example.org/whole/b@latest": true, "example.org/wholesale@latest": false,
		"example.org/part/a@latest": true, "example.org/part/a/b@latest": false, "example.org/part@latest": false,
	} {
		if got := inSet(module, set); got != want {
			t.Errorf("%s: %v, want %v", module, got, want)
		}
	}
	for _, l := range dataset.List() {
		if !inSet(l.String(), dataset.List()) || l.Version == "" {
			t.Errorf("dataset.txt: %+v", l)
		}
	}
	if len(dataset.List()) < 5 {
		t.Errorf("dataset.txt is read as %v", dataset.List())
	}
}

func TestWithoutToolchain(t *testing.T) {
	one := dataset.List()[0]
	for module, want := range map[string]string{
		one.Path + "@latest":      `pip install "polka-kernel[data]"`,
		one.String():              `pip install "polka-kernel[data]"`,
		"example.org/a@latest":    "example.org/a@latest: the Go toolchain is not installed",
		one.Path + "/none@latest": "/none@latest: the Go toolchain is not installed",
	} {
		if err := withoutToolchain([]string{module}); !errors.Is(err, errNoToolchain) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", module, err, want)
		}
	}
}

// TestMemo remembers a download as long as the module cache has it.
func TestMemo(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("LocalAppData", t.TempDir())
	cache := t.TempDir()
	t.Setenv("GOMODCACHE", cache)
	d := session.Downloaded{Versions: map[string]string{"example.org/A": "v1.0.0"}, Packages: []string{"example.org/A/b"}}
	if _, ok := recall("example.org/A@v1.0.0"); ok {
		t.Error("nothing has been downloaded, but it is remembered")
	}
	remember("example.org/A@v1.0.0", d)
	if _, ok := recall("example.org/A@v1.0.0"); ok {
		t.Error("the module cache has no such module, but it is remembered")
	}
	if err := os.MkdirAll(filepath.Join(cache, "example.org", "!a@v1.0.0"), 0o777); err != nil {
		t.Fatal(err)
	}
	if got, ok := recall("example.org/A@v1.0.0"); !ok || got.Versions["example.org/A"] != "v1.0.0" || len(got.Packages) != 1 {
		t.Errorf("%v, %v", got, ok)
	}
}
