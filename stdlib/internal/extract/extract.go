// Package extract reads compiled Go packages and writes what stdlib keeps of them: the symbol table
// that the interpreter links cells against (Table), the types that cells are checked against
// (Export), and the documentation that people read (Doc).
//
// It runs when the tables are made and in the tests that guard them, never in the program: it asks
// the go command for export data and sources, which a user need not have.
//
//	pkgs, err := extract.Load(".", "strings", "polka/shapes")
//	if err != nil {
//		log.Fatal(err)
//	}
//	for _, p := range pkgs {
//		source, err := p.Table("tables")
//		...
//	}
package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
)

// A Package is one compiled package and the place of its sources.
type Package struct {
	Path  string
	Name  string
	Types *types.Package
	Files []string // absolute names of the Go files that were compiled
}

// platform is what packages are compiled for when they are read. It is fixed, so that the same
// library gives the same bytes on every machine.
var platform = []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off"}

// GoList runs `go list` for the fixed platform in directory dir and gives its standard output.
func GoList(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), platform...)
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
// their types, so that the io.Reader of one is the io.Reader of all.
func Load(dir string, patterns ...string) ([]*Package, error) {
	out, err := GoList(dir, append([]string{"-export", "-json=ImportPath,Name,Dir,GoFiles,Export"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	var pkgs []*Package
	exports := make(map[string]string) // import path -> file that the compiler wrote
	im := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l struct {
			ImportPath, Name, Dir, Export string
			GoFiles                       []string
		}
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			slices.SortFunc(pkgs, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		p := &Package{Path: l.ImportPath, Name: l.Name}
		for _, f := range l.GoFiles {
			p.Files = append(p.Files, filepath.Join(l.Dir, f))
		}
		exports[l.ImportPath] = l.Export
		if p.Types, err = im.Import(l.ImportPath); err != nil {
			return nil, fmt.Errorf("%s: %w", l.ImportPath, err)
		}
		pkgs = append(pkgs, p)
	}
}

// Export writes the types of the package in the indexed form that gcexportdata reads. It holds the
// declarations of other packages that it needs, so that it can be read alone, and no file
// positions: they would name the machine that made it.
func (p *Package) Export() ([]byte, error) {
	var b bytes.Buffer
	if err := gcexportdata.Write(&b, nil, p.Types); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Path, err)
	}
	return b.Bytes(), nil
}
