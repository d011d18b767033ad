// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// freshModule writes a module and returns
// its directory.
func freshModule(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The text of these packages is new each time, so that no build cache has them.
func TestCompile(t *testing.T) {
	now := time.Now().String()
	dir := freshModule(t, map[string]string{
		"go.mod": "module example.org/fresh\n\ngo 1.26\n",
		"a/a.go": "package a\n\nconst Now = " + `"` + now + `"` + "\n",
		"b/b.go": "package b\n\nimport \"example.org/fresh/a\"\n\nvar Now = a.Now\n",
		"c/c.go": "package c\n\nvar C int = \"c\" + \"" + now + "\"\n",
	})
	var reports []string
	b := programBuild{log: io.Discard, report: func(text string) { reports = append(reports, text) }}
	if err := b.compile(t.Context(), dir, "example.org/fresh/b"); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(reports, "\n")
	if len(reports) != 3 || !strings.HasPrefix(all, "compiling 2 packages, about ") || !strings.Contains(all, "compiling 1 of 2 packages") || !strings.Contains(all, "compiling 2 of 2 packages") {
		t.Errorf("reports:\n%s", all)
	}
	reports = nil
	if err := b.compile(t.Context(), dir, "example.org/fresh/b"); err != nil || len(reports) != 0 {
		t.Errorf("again: %v, %q", err, reports)
	}
	if err := b.compile(t.Context(), dir, "example.org/fresh/c"); err == nil || !strings.Contains(err.Error(), "c.go:3:") || strings.Contains(err.Error(), "$WORK") {
		t.Errorf("a package with a mistake: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	b.report = func(string) { cancel() }
	if err := b.compile(ctx, freshModule(t, map[string]string{
		"go.mod": "module example.org/fresh\n\ngo 1.26\n",
		"a/a.go": "package a\n\nconst Later = " + `"` + now + `"` + "\n",
	}), "example.org/fresh/a"); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestLeft checks the estimates: of the usual rate at first, and of the measured one later.
func TestLeft(t *testing.T) {
	c := &compilation{total: 10e6, done: 5e6}
	if got := c.left(20 * time.Second); got != 20*time.Second {
		t.Errorf("half of the work took 20 s: the rest takes %v", got)
	}
	c.done = 0
	if got := c.left(time.Hour); got <= time.Second || got > time.Minute {
		t.Errorf("at first, 10 MB take %v", got)
	}
	for d, want := range map[time.Duration]string{
		0: "1 s", 3200 * time.Millisecond: "4 s", 41 * time.Second: "45 s", 70 * time.Second: "a minute", 160 * time.Second: "3 minutes",
	} {
		if got := roughly(d); got != want {
			t.Errorf("%v is written as %s, want %s", d, got, want)
		}
	}
}

func TestCompiledPackage(t *testing.T) {
	for line, want := range map[string]string{
		`/go/pkg/tool/linux_amd64/compile -o $WORK/b007/_pkg_.a -trimpath "$WORK/b007=>" -p net/url -std -pack ./url.go`:           "net/url ./url.go",
		`"C:\\Go\\pkg\\tool\\windows_amd64\\compile.exe" -o "$WORK\\b007\\_pkg_.a" -p net/url -pack "C:\\Go\\src\\net\\url\\a.go"`: `net/url`,
		`/go/pkg/tool/linux_amd64/link -o $WORK/b001/exe/a.out -p main`:                                                            "",
		`packagefile fmt=$WORK/compile -o x`: "",
		`mkdir -p $WORK/b007/`:               "",
	} {
		path, files := compiledPackage(line)
		if got := strings.TrimSpace(path + " " + strings.Join(files, " ")); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestNeedCgo compares a package that is a stub without cgo, one that has no files without it, one
// that works without it, and one that imports a package without files.
func TestNeedCgo(t *testing.T) {
	t.Setenv("CGO_ENABLED", "0")
	dir := freshModule(t, map[string]string{
		"go.mod":         "module example.org/c\n\ngo 1.26\n",
		"stub/c.go":      "package stub\n\nimport \"C\"\n\nfunc A() {}\nfunc B() {}\nfunc D() {}\n",
		"stub/none.go":   "//go:build !cgo\n\npackage stub\n\nfunc A() {}\n",
		"nothing/c.go":   "package nothing\n\nimport \"C\"\n\nfunc A() {}\n",
		"either/c.go":    "package either\n\nimport \"C\"\n\nfunc A() {}\n",
		"either/none.go": "//go:build !cgo\n\npackage either\n\nfunc A() {}\n",
		"plain/plain.go": "package plain\n\nimport _ \"example.org/c/nothing\"\n",
	})
	b := programBuild{log: io.Discard, report: func(string) {}}
	for path, want := range map[string]string{"stub": "example.org/c/stub", "nothing": "example.org/c/nothing", "either": "", "plain": "example.org/c/nothing"} {
		need, err := b.needCgo(t.Context(), dir, "example.org/c/"+path)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for p := range need {
			got = p
		}
		if got != want {
			t.Errorf("%s: %q needs cgo, want %q", path, got, want)
		}
	}
	if text := (&cgoError{"github.com/mattn/go-sqlite3", 10}).Error(); !strings.Contains(text, "10 of its files call C code") || !strings.Contains(text, "github.com/ncruces/go-sqlite3/driver") {
		t.Error(text)
	}
}

func TestDownloads(t *testing.T) {
	var reports []string
	d := &downloads{report: func(text string) { reports = append(reports, text) }}
	io.WriteString(d, "go: downloading example.org/a v1.0.0\ngo: downloa")
	io.WriteString(d, "ding example.org/b v1.2.0\ngo: example.org/c: no such module\n")
	if len(reports) != 2 || reports[1] != "downloading example.org/b v1.2.0 (2 modules so far)" {
		t.Errorf("%q", reports)
	}
	if d.said.String() != "go: example.org/c: no such module\n" {
		t.Errorf("%q", d.said.String())
	}
}
