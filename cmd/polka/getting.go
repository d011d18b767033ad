// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"polka/internal/plural"
)

// get downloads modules and adds them to the module in dir. It reports each download.
func (b *programBuild) get(ctx context.Context, dir string, modules ...string) error {
	b.report("looking for " + strings.Join(modules, ", "))
	d := &downloads{report: b.report}
	err := b.goProcess(ctx, nil, dir, nil, d, append([]string{"get"}, modules...)...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("go get: %s", strings.TrimSpace(d.said.String()))
	}
	return nil
}

// downloads reads what go get says.
type downloads struct {
	report  func(text string)
	count   int
	pending string
	said    strings.Builder // all but the downloads
}

// Write reports the lines about downloads and keeps the others.
func (d *downloads) Write(text []byte) (int, error) {
	lines := strings.SplitAfter(d.pending+string(text), "\n")
	d.pending = lines[len(lines)-1]
	for _, line := range lines[:len(lines)-1] {
		if module, ok := strings.CutPrefix(line, "go: downloading "); ok {
			d.count++
			d.report(fmt.Sprintf("downloading %s (%s so far)", strings.TrimSpace(module), plural.Count(d.count, "module")))
			continue
		}
		d.said.WriteString(line)
	}
	return len(text), nil
}

// A cgoError says that a package cannot be compiled without a C compiler.
type cgoError struct {
	path  string
	files int
}

// pure names packages in Go that do what some packages with C code do.
var pure = [...]struct{ path, other string }{
	{"github.com/mattn/go-sqlite3", "github.com/ncruces/go-sqlite3/driver"},
	{"github.com/confluentinc/confluent-kafka-go", "github.com/twmb/franz-go/pkg/kgo"},
	{"gorm.io/driver/sqlite", "github.com/glebarez/sqlite"},
	{"github.com/valyala/gozstd", "github.com/klauspost/compress/zstd"},
	{"github.com/DataDog/zstd", "github.com/klauspost/compress/zstd"},
}

func (e *cgoError) Error() string {
	text := fmt.Sprintf("%s needs cgo: %d of its files %s C code, and %%require compiles without a C compiler", e.path, e.files, plural.Word(e.files, "calls", "call"))
	for _, p := range pure {
		if inModule(e.path, p.path) {
			text += "; " + p.other + " does the same in Go alone"
		}
	}
	return text + "\nwith a C compiler, set CGO_ENABLED=1 before the kernel starts"
}

// needCgo finds the packages that need cgo, if it is switched off, among those of a pattern and
// those that they import: those that have no files without it, and those of the pattern that have
// fewer than half of their exported names without it, such as a driver whose methods only say that
// it was compiled without C. Nothing is compiled for this.
func (b *programBuild) needCgo(ctx context.Context, dir, pattern string) (map[string]error, error) {
	if cgo := os.Getenv("CGO_ENABLED"); cgo != "" && cgo != "0" {
		return nil, nil
	}
	with, err := b.files(ctx, dir, "1", "-deps", pattern)
	if err != nil {
		return nil, err
	}
	var found []string
	for path, files := range with {
		if files.c > 0 {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	without, err := b.files(ctx, dir, "0", found...)
	if err != nil {
		return nil, err
	}
	need := make(map[string]error)
	for _, path := range found {
		if len(without[path].names) == 0 || !with[path].imported && 2*exportedNames(without[path].names) < exportedNames(with[path].names) {
			need[path] = &cgoError{path, with[path].c}
		}
	}
	return need, nil
}

// sourceFiles are the Go files of a package.
type sourceFiles struct {
	names    []string
	c        int  // how many of them import "C"
	imported bool // the package does not match a pattern but is imported by one that does
}

// files lists the files of packages that are compiled with or without cgo, except those of Go's
// library. The arguments are those of go list.
func (b *programBuild) files(ctx context.Context, dir, cgo string, args ...string) (map[string]sourceFiles, error) {
	var out bytes.Buffer
	list := append([]string{"list", "-e", "-json=ImportPath,Dir,GoFiles,CgoFiles,DepOnly,Standard"}, args...)
	if err := b.goWith(ctx, []string{"CGO_ENABLED=" + cgo}, dir, &out, list...); err != nil {
		return nil, err
	}
	found := make(map[string]sourceFiles)
	for d := json.NewDecoder(&out); ; {
		var p struct {
			ImportPath, Dir   string
			GoFiles, CgoFiles []string
			DepOnly, Standard bool
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if p.Standard {
			continue
		}
		files := sourceFiles{c: len(p.CgoFiles), imported: p.DepOnly}
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			files.names = append(files.names, filepath.Join(p.Dir, name))
		}
		found[p.ImportPath] = files
	}
}

// exportedNames counts the functions, methods, types, variables and constants that files export.
// Files that cannot be read count as empty: the compiler will say more about them.
func exportedNames(files []string) (n int) {
	fset := token.NewFileSet()
	for _, name := range files {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() {
					n++
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					n += exportedSpec(s)
				}
			}
		}
	}
	return n
}

func exportedSpec(s ast.Spec) (n int) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			n++
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() {
				n++
			}
		}
	}
	return n
}
