// SPDX-License-Identifier: BSD-3-Clause

// Package facts reads the types and the documentation of packages from archives that package
// extract has made. No Go toolchain is needed for that.
//
//	set := facts.New(archive)
//	strings, err := set.Importer().Import("strings")
package facts

import (
	"archive/zip"
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"polka/stdlib/inside"
	"polka/stdlib/internal/typedata"
)

// A Set is the content of some archives. Its methods may be called by several goroutines at once.
type Set struct {
	files    func() map[string]*zip.File
	names    func() map[string]string
	absent   func() map[string]string
	packages func() map[string]string
	docs     sync.Map // of string to map[string][2]string
}

// New returns the set of archives. Of two files of a name, that of the first archive counts. An
// archive is read when the set is first used, and only its list of contents.
func New(archives ...[]byte) *Set {
	s := new(Set)
	s.files = sync.OnceValue(func() map[string]*zip.File {
		m := make(map[string]*zip.File)
		for _, data := range archives {
			r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				panic("facts: " + err.Error())
			}
			for _, f := range r.File {
				if m[f.Name] == nil {
					m[f.Name] = f
				}
			}
		}
		return m
	})
	s.names = sync.OnceValue(func() map[string]string { return s.lines("names") })
	s.absent = sync.OnceValue(func() map[string]string { return s.lines("absent") })
	s.packages = sync.OnceValue(s.chosen)
	return s
}

// File returns one file of the archives, nil if there is none of that name.
func (s *Set) File(name string) []byte {
	f := s.files()[name]
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		panic("facts: " + err.Error())
	}
	defer r.Close()
	data := make([]byte, f.UncompressedSize64)
	if _, err := io.ReadFull(r, data); err != nil {
		panic("facts: " + name + ": " + err.Error())
	}
	return data
}

// Files returns the names of the files, in alphabetical order.
func (s *Set) Files() []string { return slices.Sorted(maps.Keys(s.files())) }

// lines reads a file of lines "key value".
func (s *Set) lines(name string) map[string]string {
	text := string(s.File(name))
	m := make(map[string]string, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		m[key] = value
	}
	return m
}

// Names returns the packages of the set: import path to name.
func (s *Set) Names() map[string]string { return maps.Clone(s.names()) }

// Absent returns the public packages of Go's library that are left out: import path to reason.
func (s *Set) Absent() map[string]string { return maps.Clone(s.absent()) }

// preferred settles which of several packages of one name a cell means that names it without an
// import. Packages of Polka need no entry: they win.
var preferred = map[string]string{
	"rand":     "math/rand/v2",
	"scanner":  "text/scanner",
	"template": "text/template",
}

// chosen is what Packages copies.
func (s *Set) chosen() map[string]string {
	m := make(map[string]string, len(s.names()))
	for path, name := range s.names() {
		old, taken := m[name]
		switch {
		case !taken, strings.HasPrefix(path, "polka/"):
			m[name] = path
		case strings.HasPrefix(old, "polka/"):
		default:
			m[name] = preferred[name]
		}
	}
	return m
}

// Packages returns the import paths that package names stand for in code without an import. It has
// every package of Names, except for those whose name stands for another.
func (s *Set) Packages() map[string]string { return maps.Clone(s.packages()) }

// Importer returns an importer of the types of the packages that cells can import, generic ones
// included. Types of different importers are different. Import reads a package once, in some tenths
// of a millisecond; for a package that cells cannot import, its error is an *ImportError. Objects
// have no positions. An importer must not be used by several goroutines at once.
func (s *Set) Importer() types.Importer {
	im := &importer{set: s, complete: map[string]*types.Package{"unsafe": types.Unsafe}}
	im.reader = typedata.NewReader(func(path string) string {
		if data := s.File("types/" + path); data != nil {
			return string(data)
		}
		return string(s.File("inside/" + path))
	})
	return im
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
	set      *Set
	reader   *typedata.Reader
	complete map[string]*types.Package // those that have been read themselves
}

func (im *importer) Import(path string) (*types.Package, error) {
	return im.read(path, "types/"+path)
}

// Inside imports a package into the source that Generic returns: it also knows the internal
// packages that such sources mention.
func (im *importer) Inside(path string) (*types.Package, error) {
	p, err := im.Import(path)
	if e, ok := err.(*ImportError); ok && im.set.files()["inside/"+e.Path] != nil {
		return im.read(path, "inside/"+path)
	}
	return p, err
}

// Generic returns the source of the generic functions of a package that was added with Add: for
// each file its name and its text, each ended by a zero byte. It is "" for all other packages.
func (im *importer) Generic(path string) string { return string(im.set.File("generic/" + path)) }

// Unexported returns those symbols of a package that the source of a generic function mentions and
// Table lacks.
func (im *importer) Unexported(path string) map[string]reflect.Value { return inside.Symbols(path) }

// read reads a package that is in a file of the archives.
func (im *importer) read(path, file string) (*types.Package, error) {
	if path != "unsafe" && im.set.files()[file] == nil {
		return nil, &ImportError{Path: path, Reason: im.set.absent()[path]}
	}
	if p := im.complete[path]; p != nil {
		return p, nil
	}
	p, err := im.reader.Read(path)
	if err != nil {
		return nil, err
	}
	if im.set.files()["generic/"+path] != nil {
		unhide(p)
	}
	im.complete[path] = p
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

// Doc returns the documentation of an exported name: "Println", "Builder.WriteString" for a method,
// "Request.Header" for a field, "" for the package itself; in package "builtin", names such as
// "append". The declaration is Go text without bodies and unexported parts, and the comment is text
// that go/doc/comment parses. The documentation of a package is decompressed when it is first
// needed.
func (s *Set) Doc(path, name string) (decl, comment string, ok bool) {
	m, found := s.docs.Load(path)
	if !found {
		m, _ = s.docs.LoadOrStore(path, s.readDoc(path))
	}
	e, ok := m.(map[string][2]string)[name]
	return e[0], e[1], ok
}

// readDoc parses the documentation of a package: name, declaration and comment of each entry, every
// one ended by a zero byte.
func (s *Set) readDoc(path string) map[string][2]string {
	m := make(map[string][2]string)
	rest := string(s.File("doc/" + path))
	for rest != "" {
		var name, decl, comment string
		name, rest, _ = strings.Cut(rest, "\x00")
		decl, rest, _ = strings.Cut(rest, "\x00")
		comment, rest, _ = strings.Cut(rest, "\x00")
		m[name] = [2]string{decl, comment}
	}
	return m
}
