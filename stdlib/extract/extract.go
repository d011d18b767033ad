// SPDX-License-Identifier: BSD-3-Clause

// Package extract makes compiled Go packages importable in cells: it writes the symbol table
// against which cells are linked (Package.Table), the types against which they are checked
// (Package.Export), and the documentation that people read (Package.Doc), the last two as files of
// an archive (Archive).
//
// It runs when a program is built, by "go generate ./stdlib" for Polka itself and by "polka build"
// for programs with other modules, never when a program runs: it asks the go command for export
// data and sources, which a user need not have.
//
//	pkgs, err := extract.Load(".", "strings", "polka/shapes")
//	if err != nil {
//		log.Fatal(err)
//	}
//	for _, p := range pkgs {
//		source, symbols, err := p.Table("tables") // a Go file with types of package table
//		...
//	}
//	facts, err := extract.Archive(pkgs) // for stdlib.Add
package extract

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"polka/stdlib/internal/typedata"
)

// A Package is one compiled package and the place of its sources.
type Package struct {
	Path     string
	Name     string
	Types    *types.Package
	Files    []string // absolute names of the Go files that were compiled
	Dir      string
	Standard bool   // of Go's library
	Module   Module // that the package belongs to; empty for Go's library

	goVersion string
	loaded    *loaded // the packages that were loaded with this one
}

// A Module is a module of a package.
type Module struct {
	Path, Version, Dir string
}

// platform is what packages are compiled for when they are read. It is fixed, so that the same
// library gives the same bytes on every machine.
var platform = []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off"}

// GoList runs "go list" for the fixed platform in directory dir and gives its standard output.
func GoList(dir string, args ...string) ([]byte, error) {
	return goList(context.Background(), platform, dir, args...)
}

func goList(ctx context.Context, env []string, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w\n%s", strings.Join(args, " "), err, &stderr)
	}
	return out, nil
}

// Load compiles the packages that match the patterns, as the go command in directory dir
// understands them, and reads their types. The packages come in the order of their paths and share
// their types, so that the io.Reader of one is the io.Reader of all. They are compiled for a fixed
// platform.
func Load(dir string, patterns ...string) ([]*Package, error) {
	return LoadFor(context.Background(), platform, dir, patterns...)
}

// LoadFor is Load with an environment for the go command, in addition to that of the process. It
// ends when ctx does.
func LoadFor(ctx context.Context, env []string, dir string, patterns ...string) ([]*Package, error) {
	out, err := goList(ctx, env, dir, append([]string{"-deps", "-export", "-json=ImportPath,Name,Dir,GoFiles,Export,DepOnly,Standard,Module"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	l := &loaded{listed: make(map[string]*listed)}
	l.importer = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if l.listed[path] == nil {
			return nil, fmt.Errorf("package %s has not been compiled", path)
		}
		return os.Open(l.listed[path].Export)
	})
	var pkgs []*Package
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		l.listed[p.ImportPath] = p
		if p.DepOnly {
			continue
		}
		pkg, err := l.load(p.ImportPath)
		if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, pkg)
	}
	slices.SortFunc(pkgs, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	return pkgs, nil
}

// listed is what the go command says of a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
	DepOnly, Standard             bool
	Module                        *struct{ Path, Version, Dir, GoVersion string }
}

// loaded are the packages of one call of LoadFor and those that they import.
type loaded struct {
	listed   map[string]*listed
	importer types.Importer
}

// Import imports a package into one of a module.
func (l *loaded) Import(path string) (*types.Package, error) { return l.importer.Import(path) }

// load reads the types of a package.
func (l *loaded) load(path string) (*Package, error) {
	from := l.listed[path]
	if from == nil {
		return nil, fmt.Errorf("package %s has not been compiled", path)
	}
	p := &Package{Path: path, Name: from.Name, Dir: from.Dir, Standard: from.Standard, loaded: l}
	for _, f := range from.GoFiles {
		p.Files = append(p.Files, filepath.Join(from.Dir, f))
	}
	if m := from.Module; m != nil {
		p.Module = Module{m.Path, m.Version, m.Dir}
		if m.GoVersion != "" {
			p.goVersion = "go" + m.GoVersion
		}
	}
	var err error
	if p.Types, err = l.importer.Import(path); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// Export returns the types of the package as package facts reads them. They include declarations of
// other packages that the package mentions, directly or not, except for those of stored packages,
// given by their paths, which are read from the same archive. They have no file positions, which
// would name the machine that made them.
func (p *Package) Export(stored ...string) []byte {
	return typedata.Write(p.Types, func(path string) bool { return slices.Contains(stored, path) })
}

// Mentioned returns the paths of the stored packages that types returned by Export mention, in
// alphabetical order.
func Mentioned(types []byte) []string { return typedata.Mentioned(string(types)) }

// Facts gives the files in which an archive keeps the types and the documentation of packages, by
// name. Each of their declarations is stored once.
func Facts(pkgs []*Package) (map[string][]byte, error) {
	files := make(map[string][]byte)
	paths := paths(pkgs)
	for _, p := range pkgs {
		files["types/"+p.Path] = p.Export(paths...)
		entries, err := p.Doc()
		if err != nil {
			return nil, err
		}
		files["doc/"+p.Path] = Format(entries)
	}
	return files, nil
}

// paths returns the paths of packages.
func paths(pkgs []*Package) []string {
	var list []string
	for _, p := range pkgs {
		list = append(list, p.Path)
	}
	return list
}

// Archive writes the types and the documentation of packages as stdlib.Add takes them.
func Archive(pkgs []*Package) ([]byte, error) { return ArchiveGeneric(pkgs, nil, nil) }

// ArchiveGeneric is Archive for what Generics returns: it also writes the sources of the generic
// parts and the types of the internal packages that they mention.
func ArchiveGeneric(pkgs []*Package, generics []*Generic, internals []*Package) ([]byte, error) {
	files, err := Facts(pkgs)
	if err != nil {
		return nil, err
	}
	for _, g := range generics {
		files["generic/"+g.Path] = g.Source
	}
	for _, p := range internals {
		files["inside/"+p.Path] = p.Export()
	}
	return Zip(files)
}

// Zip writes files into an archive, whose bytes depend on nothing else.
func Zip(files map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
