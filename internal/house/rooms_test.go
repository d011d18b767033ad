// SPDX-License-Identifier: BSD-3-Clause

package house

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"polka/internal/licenses"
)

// rooms are the packages of the machine, from the lowest floor up. A package imports only those on
// lower floors.
var rooms = [][]string{
	{"descriptor", "internal/amd64", "internal/arm64"},
	{"internal/memory", "internal/code", "internal/target"},
	{"internal/run", "internal/code/codetest"},
	{"internal/ir"},
	{"internal/node", "internal/shim", "internal/maps", "internal/translate"},
	{"internal/number"},
	{"."},
}

// aside are packages below the machine that are no part of it.
var aside = []string{"disasm", "internal/gosmith"}

// TestRooms checks that the packages of the machine import downwards.
func TestRooms(t *testing.T) {
	const machine = "kernel/machine"
	floor := map[string]int{}
	for i, names := range rooms {
		for _, n := range names {
			floor[filepath.ToSlash(filepath.Join(module, machine, n))] = i
		}
	}
	packages := list(t, "./"+machine+"/...")
	for path := range floor {
		if packages[path] == nil {
			t.Errorf("there is no package %s", path)
		}
	}
	for _, p := range packages {
		if slices.Contains(aside, strings.TrimPrefix(p.ImportPath, module+"/"+machine+"/")) {
			continue
		}
		from, ok := floor[p.ImportPath]
		if !ok {
			t.Errorf("%s has no floor in this test", p.ImportPath)
			continue
		}
		for _, imp := range p.Imports {
			if to, ok := floor[imp]; ok && to >= from {
				t.Errorf("%s (floor %d) imports %s (floor %d)", p.ImportPath, from, imp, to)
			}
		}
	}
}

// maxLines is how long a file may be.
const maxLines = 600

// TestFiles checks that no file is too long, and that each file of the machine begins with a
// comment that says what it is. Tests and generated files are exempt.
func TestFiles(t *testing.T) {
	out, err := exec.Command("git", "-C", root(t), "ls-files", "*.go", ":!**/testdata/**", ":!*_test.go").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(string(out)) {
		src, err := os.ReadFile(filepath.Join(root(t), name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(src[:min(len(src), 200)], []byte("// Code generated ")) {
			continue
		}
		if n := bytes.Count(src, []byte("\n")); n > maxLines {
			t.Errorf("%s has %d lines, more than %d", name, n, maxLines)
		}
		inMachine := strings.HasPrefix(name, "kernel/machine/") && !strings.Contains(name, "/gosmith/")
		if inMachine && startComment(src) == "" {
			t.Errorf("%s does not begin with a comment that says what it is", name)
		}
	}
}

// startComment is the first line of text in the comment with which a file begins, without its
// license and build constraints; it is empty if there is none.
func startComment(src []byte) string {
	for line := range strings.Lines(string(src)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasPrefix(line, "//go:build "), line == "// "+licenses.Source:
		case strings.HasPrefix(line, "// "):
			return line
		default:
			return ""
		}
	}
	return ""
}
