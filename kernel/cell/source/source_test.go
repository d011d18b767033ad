// SPDX-License-Identifier: BSD-3-Clause

package source_test

import (
	"fmt"
	"go/build"
	"io"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"polka/kernel/cell/source"
)

func Example() {
	files := fstest.MapFS{
		"home/course/geometry/point.go":      {Data: []byte("package geometry\n\ntype Point struct{ X, Y int }\n")},
		"home/course/geometry/point_test.go": {Data: []byte("package geometry\n")},
	}
	f := source.New(source.Options{Files: files, Root: "/", Dir: "home/course"})
	p, err := f.Find("./geometry", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Path, p.Name, p.Files[0].Name)
	_, err = f.Find("./geometri", nil)
	fmt.Println(err)
	// Output:
	// ./geometry geometry geometry/point.go
	// there is no directory ./geometri
}

// TestMatch compares the choice of files with that of package go/build.
func TestMatch(t *testing.T) {
	var names []string
	for _, n := range []string{"a", "a_linux", "a_windows", "a_amd64", "a_arm64", "a_linux_amd64", "a_plan9_amd64", "a_linux_wasm", "linux", "amd64",
		"linux_amd64", "_a", ".a", "a_unix", "a_android", "a_b_darwin", "a_test", "a_linux_test", "x.y_windows", "a_js_wasm", "a_wasip1", "windows_a"} {
		names = append(names, n+".go")
	}
	lines := []string{"", "//go:build linux", "//go:build !linux", "//go:build ignore", "//go:build linux && amd64 || windows", "//go:build unix", "//go:build go1.18",
		"//go:build go1.99", "//go:build !go1.20", "//go:build cgo", "//go:build gc", "//go:build gccgo", "//go:build amd64.v1", "// a comment\n\n//go:build ignore",
		"/* a comment */\n//go:build ignore", "// +build ignore"}
	context := build.Default
	context.CgoEnabled = false
	context.BuildTags = []string{"purego", "noasm", "appengine"}
	context.ToolTags = nil
	context.JoinPath = path.Join
	for _, name := range names {
		for _, line := range lines {
			text := line + "\n\npackage p\n"
			context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
			want, err := context.MatchFile("dir", name)
			if err != nil {
				t.Fatal(err)
			}
			want = want && !strings.HasSuffix(name, "_test.go")
			f := source.New(source.Options{Files: fstest.MapFS{"dir/" + name: {Data: []byte(text)}}})
			p, err := f.Find("./dir", nil)
			if got := err == nil && len(p.Files) == 1; got != want {
				t.Errorf("%s with %q on %s: %v, and go/build says %v (%v)", name, line, runtime.GOOS, got, want, err)
			}
		}
	}
}

// TestDisplay checks how files are named for the user.
func TestDisplay(t *testing.T) {
	files := fstest.MapFS{}
	for _, dir := range []string{"home/a/b/c", "home/a/b", "home/a", "home/x", "away"} {
		files[dir+"/f.go"] = &fstest.MapFile{Data: []byte("package f\n")}
	}
	f := source.New(source.Options{Files: files, Root: "/", Dir: "home/a/b"})
	for importPath, want := range map[string][2]string{
		"./c":           {"./c", "c/f.go"},
		".":             {".", "f.go"},
		"..":            {"..", "../f.go"},
		"../../x":       {"../../x", "../../x/f.go"},
		"../../../away": {"/away", "/away/f.go"},
	} {
		p, err := f.Find(importPath, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := [2]string{p.Path, p.Files[0].Name}; got != want {
			t.Errorf("%s is %q, not %q", importPath, got, want)
		}
	}
	if _, err := f.Find("../../../../etc", nil); err == nil {
		t.Error("a directory above the root")
	}
	if list := f.Beside(); !slices.Equal(list, []string{"./c"}) {
		t.Error(list)
	}
}

func TestChanged(t *testing.T) {
	files := fstest.MapFS{"p/a.go": {Data: []byte("package p\n")}}
	f := source.New(source.Options{Files: files})
	p, err := f.Find("./p", nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(want bool, what string) {
		t.Helper()
		if f.Changed(p) != want {
			t.Errorf("%s: Changed is %v", what, !want)
		}
	}
	check(false, "nothing has happened")
	files["p/a_test.go"] = &fstest.MapFile{Data: []byte("package p\n")}
	check(false, "a new test")
	files["p/b.go"] = &fstest.MapFile{Data: []byte("package p\n")}
	check(true, "a new file")
	delete(files, "p/b.go")
	files["p/a.go"] = &fstest.MapFile{Data: []byte("package p // text\n")}
	check(true, "another text")
	delete(files, "p/a.go")
	check(true, "no file is left")
}

// TestGenericOnly tells packages of which nothing would be compiled from others, in the version
// that was asked for.
func TestGenericOnly(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	cache := fstest.MapFS{
		"example.org/g@v1.0.0/go.mod":  file("module example.org/g\n\ngo 1.26\n"),
		"example.org/g@v1.0.0/g.go":    file("package g\n\ntype Number interface{ ~int | ~float64 }\n\ntype Box[T any] struct{ v T }\n\nfunc (b *Box[T]) Get() T { return b.v }\n\nfunc Max[T Number](a, b T) T { return max(a, b) }\n"),
		"example.org/g@v1.0.0/c/c.go":  file("package c\n\ntype T struct{}\n\nfunc (T) M() {}\n"),
		"example.org/g@v1.1.0/go.mod":  file("module example.org/g\n\ngo 1.26\n"),
		"example.org/g@v1.1.0/g.go":    file("package g\n\nfunc F() {}\n"),
		"example.org/g@v1.1.0/c/c.go":  file("package c\n"),
		"example.org/g@v1.1.0/c/asm.s": file(""),
	}
	f := source.New(source.Options{Files: fstest.MapFS{"home": {Mode: fs.ModeDir}}, Root: "/", Dir: "home", Cache: cache})
	want := func(path string, only bool) {
		t.Helper()
		if f.GenericOnly(path) != only {
			t.Errorf("GenericOnly(%q) is not %v", path, only)
		}
	}
	want("example.org/g", false) // the newest version
	f.Use("example.org/g", "v1.0.0")
	want("example.org/g", true)
	want("example.org/g/c", false)
	want("example.org/none", false)
	f.Use("example.org/g", "v1.1.0")
	want("example.org/g/c", false) // assembly
}
