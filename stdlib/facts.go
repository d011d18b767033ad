package stdlib

import (
	"archive/zip"
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"

	"polka/stdlib/inside"
)

// archive opens the archives, which reads their lists of contents only. Of two files of a name,
// that of the first archive counts.
var archive = sync.OnceValue(func() map[string]*zip.File {
	m := make(map[string]*zip.File)
	for _, data := range slices.Concat(builtin, added.facts) {
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			panic("stdlib: facts.zip: " + err.Error())
		}
		for _, f := range r.File {
			if m[f.Name] == nil {
				m[f.Name] = f
			}
		}
	}
	return m
})

// fact reads one file of the archive, nil if there is none of that name.
func fact(name string) []byte {
	f := archive()[name]
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		panic("stdlib: facts.zip: " + err.Error())
	}
	data, err := io.ReadAll(r)
	if err != nil {
		panic("stdlib: facts.zip: " + err.Error())
	}
	return data
}

// lines reads a file of lines "key value".
func lines(name string) map[string]string {
	m := make(map[string]string)
	for line := range strings.Lines(string(fact(name))) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		m[key] = value
	}
	return m
}

var (
	names  = sync.OnceValue(func() map[string]string { return lines("names") })
	absent = sync.OnceValue(func() map[string]string { return lines("absent") })
)

// Importer returns an importer of the types of the packages that cells can import, generic ones
// included, from export data inside the program. Types of different importers are different. Import
// reads a package once, in some tenths of a millisecond; for a package that cells cannot import,
// its error is an *ImportError. Objects have no positions. An importer must not be used by several
// goroutines at once.
func Importer() types.Importer {
	return &importer{pkgs: map[string]*types.Package{"unsafe": types.Unsafe}, complete: map[string]bool{"unsafe": true}}
}

// An ImportError says that cells cannot import a package.
type ImportError struct {
	Path   string
	Reason string // why a package of Go's library is left out; empty if there is no such package
}

// Error returns a message with the path and the reason.
func (e *ImportError) Error() string {
	if e.Reason != "" {
		return fmt.Sprintf("package %s is not available here: %s", e.Path, e.Reason)
	}
	return fmt.Sprintf("there is no package %s: cells can import Go's library and Polka's packages", e.Path)
}

// LeftOut reports whether the package exists, but cells cannot import it.
func (e *ImportError) LeftOut() bool { return e.Reason != "" }

type importer struct {
	pkgs     map[string]*types.Package // also those seen only through the exports of others
	complete map[string]bool           // those that have been read themselves
}

func (im *importer) Import(path string) (*types.Package, error) {
	return im.read(path, "types/"+path)
}

// Inside imports a package into the source that Generic returns: it also knows the internal
// packages that such sources mention.
func (im *importer) Inside(path string) (*types.Package, error) {
	p, err := im.Import(path)
	if e, ok := err.(*ImportError); ok && fact("inside/"+e.Path) != nil {
		return im.read(path, "inside/"+path)
	}
	return p, err
}

// Generic returns the source of the generic functions of a package that was added with Add: for
// each file its name and its text, each ended by a zero byte. It is "" for all other packages.
func (im *importer) Generic(path string) string { return string(fact("generic/" + path)) }

// Unexported returns those symbols of a package that the source of a generic function mentions and
// Table lacks.
func (im *importer) Unexported(path string) map[string]reflect.Value { return inside.Symbols(path) }

// read reads a package from a file of the archive.
func (im *importer) read(path, file string) (*types.Package, error) {
	if im.complete[path] {
		return im.pkgs[path], nil
	}
	data := fact(file)
	if data == nil {
		return nil, &ImportError{Path: path, Reason: absent()[path]}
	}
	p, err := gcexportdata.Read(bytes.NewReader(data), token.NewFileSet(), im.pkgs, path)
	if err != nil {
		return nil, fmt.Errorf("types of package %s: %w", path, err)
	}
	if fact("generic/"+path) != nil {
		unhide(p)
	}
	im.complete[path] = true
	return p, nil
}

// hiddenName begins the names of declarations that stand for unexported ones; see package extract.
const hiddenName = "Polkaꓸ"

// unhide replaces the declarations that stand for unexported ones by these.
func unhide(p *types.Package) {
	old := p.Scope()
	var list []types.Object
	for _, name := range old.Names() {
		list = append(list, old.Lookup(name))
	}
	// A scope forgets no name. Objects know the address of theirs, so that has to stay.
	*old = *types.NewPackage(p.Path(), p.Name()).Scope()
	for _, obj := range list {
		name, hidden := strings.CutPrefix(obj.Name(), hiddenName)
		if !hidden {
			old.Insert(obj)
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			old.Insert(types.NewConst(token.NoPos, p, name, obj.Type(), obj.Val()))
		case *types.Func:
			old.Insert(types.NewFunc(token.NoPos, p, name, obj.Signature()))
		case *types.Var:
			if !strings.HasSuffix(name, "ꓸtype") { // that is only there so that a type is
				old.Insert(types.NewVar(token.NoPos, p, name, obj.Type()))
			}
		}
	}
}
