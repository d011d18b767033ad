package stdlib

import (
	"archive/zip"
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
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

// Importer gives the types of the packages that cells can import, generic ones included, from
// export data inside the program. Each importer has types of its own: what is read through one does
// not mix with what is read through another. Import reads a package once, in some tenths of a
// millisecond; for a package that cells cannot have its error is an *ImportError. Objects have no
// positions. An Importer is for one goroutine at a time.
func Importer() types.Importer {
	return &importer{pkgs: map[string]*types.Package{"unsafe": types.Unsafe}, complete: map[string]bool{"unsafe": true}}
}

// An ImportError says that cells cannot import a package.
type ImportError struct {
	Path   string
	Reason string // why a package of Go's library is left out; empty if there is no such package
}

func (e *ImportError) Error() string {
	if e.Reason != "" {
		return fmt.Sprintf("package %s is not available here: %s", e.Path, e.Reason)
	}
	return fmt.Sprintf("there is no package %s: cells can import Go's library and Polka's packages", e.Path)
}

// LeftOut reports whether there is such a package, which cells cannot have.
func (e *ImportError) LeftOut() bool { return e.Reason != "" }

type importer struct {
	pkgs     map[string]*types.Package // also those seen only through the exports of others
	complete map[string]bool           // those that have been read themselves
}

func (im *importer) Import(path string) (*types.Package, error) {
	if im.complete[path] {
		return im.pkgs[path], nil
	}
	data := fact("types/" + path)
	if data == nil {
		return nil, &ImportError{Path: path, Reason: absent()[path]}
	}
	p, err := gcexportdata.Read(bytes.NewReader(data), token.NewFileSet(), im.pkgs, path)
	if err != nil {
		return nil, fmt.Errorf("types of package %s: %w", path, err)
	}
	im.complete[path] = true
	return p, nil
}
