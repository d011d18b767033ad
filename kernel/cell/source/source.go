// SPDX-License-Identifier: BSD-3-Clause

// Package source finds the packages that cells import as source code, and reads their files.
//
// Three kinds of packages have sources that cells can import: directories beside the notebook, the
// packages of the module that the notebook belongs to, and the packages of other modules, which are
// in the vendor directory or in the module cache. The rules are those of the go command, except
// that no module is downloaded and no requirement is computed.
//
// The package reads files only through fs.FS, and parses only their headers. Package cell checks
// types.
//
//	f := source.New(source.Options{Files: os.DirFS("/"), Root: "/", Dir: "home/ada/course"})
//	p, err := f.Find("./geometry", nil)
//	for _, file := range p.Files { ... } // those that build constraints select, without tests
package source

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"

	"polka/internal/limit"
)

// Options say where packages are looked for.
type Options struct {
	// Files holds the directories of the user. It contains at least Dir, and all directories above
	// it in which a go.mod file should be found.
	Files fs.FS
	// Root is the name of the root of Files for the user, such as "/". It is only used in messages.
	Root string
	// Dir is the directory of the notebook or script, a path in Files.
	Dir string
	// Cache is the module cache, nil for none.
	Cache fs.FS
	// Tags are build tags that are set in addition to the usual ones.
	Tags []string
}

// A Finder finds packages. It is for one goroutine at a time.
type Finder struct {
	o      Options
	tags   map[string]bool
	main   *module // that Dir belongs to; nil if there is none
	looked bool    // for main
	err    error   // the error in its go.mod
	chosen map[string]*module
	used   map[string]string // versions by module; see Use
}

// New returns a Finder for o.
func New(o Options) *Finder {
	f := &Finder{o: o, chosen: make(map[string]*module)}
	if f.o.Dir == "" {
		f.o.Dir = "."
	}
	// The last three select files without assembly code in packages that have both.
	list := append([]string{runtime.GOOS, runtime.GOARCH, "gc", "purego", "noasm", "appengine"}, o.Tags...)
	f.tags = make(map[string]bool)
	for _, t := range list {
		f.tags[t] = true
	}
	return f
}

// A Package is a package whose files have been read.
type Package struct {
	Path  string // the import path; "./geometry" if the package belongs to no module
	Name  string
	Files []File // in the order of their names; at least one
	// Assembly is set if there are assembly files, so that functions may lack bodies.
	Assembly bool

	dir    string // in the file system
	module *module
	fixed  bool // in the module cache, where nothing changes
}

// A File is a Go file.
type File struct {
	Name string // for the user: relative to the notebook, or with the module's version
	Text []byte
}

// GoVersion returns the version of the language that the package is written in, such as "go1.24",
// or "".
func (p *Package) GoVersion() string {
	if p.module == nil || p.module.goVersion == "" {
		return ""
	}
	return "go" + p.module.goVersion
}

// Module returns the path and the version of the package's module; empty if it belongs to none. The
// version of the main module is empty.
func (p *Package) Module() (path, version string) {
	if p.module == nil {
		return "", ""
	}
	return p.module.path, p.module.version
}

// An Error is the reason why a package cannot be imported.
type Error struct {
	Path string // of the package
	Msg  string // for the user
	// Unknown is set if nothing exists under the path.
	Unknown bool
}

func (e *Error) Error() string { return e.Msg }

func fail(importPath, format string, args ...any) error {
	return &Error{Path: importPath, Msg: fmt.Sprintf(format, args...)}
}

// IsLocal reports whether an import path begins with ./ or ../ and so names a directory.
func IsLocal(importPath string) bool {
	return importPath == "." || importPath == ".." || strings.HasPrefix(importPath, "./") || strings.HasPrefix(importPath, "../")
}

// Find finds the package that an import path stands for in a file of the package from; nil stands
// for a cell. The error is an *Error if the package cannot be imported. Reading takes some 0.1 ms.
func (f *Finder) Find(importPath string, from *Package) (*Package, error) {
	var err error
	p := &Package{Path: importPath}
	if IsLocal(importPath) {
		err = f.local(p, from)
	} else {
		err = f.byPath(p, from)
	}
	if err != nil {
		return nil, err
	}
	if err := f.read(p, nil); err != nil {
		return nil, err
	}
	if p.Name == "main" {
		return nil, fail(p.Path, "%s is a program, which cannot be imported", p.Path)
	}
	return p, nil
}

// Program returns the program in the directory Dir. If files are given, the program has these files
// of the directory, in this order and whatever their build constraints say.
func (f *Finder) Program(files ...string) (*Package, error) {
	main, err := f.mainModule()
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			return nil, fail(name, "%s is a file of tests, which no program contains", name)
		}
	}
	p := &Package{Path: strings.TrimSuffix(f.o.Root, "/") + "/" + f.o.Dir, dir: f.o.Dir, module: main}
	if main != nil && main.path != "" {
		p.Path = path.Join(main.path, relative(main.dir, f.o.Dir))
	}
	if err := f.read(p, files); err != nil {
		return nil, err
	}
	switch p.Name {
	case "main":
	case "":
		return nil, fail(p.Path, "%s has no package clause; expected package main in the files of a program", p.Files[0].Name)
	default:
		return nil, fail(p.Path, "package %s is not a program; expected package main", p.Name)
	}
	return p, nil
}

// local finds a directory by its place.
func (f *Finder) local(p *Package, from *Package) error {
	base, m := f.o.Dir, (*module)(nil)
	if from != nil {
		if from.fixed {
			return fail(p.Path, "package %s is outside its module", p.Path)
		}
		base, m = from.dir, from.module
	}
	p.dir = path.Join(base, p.Path)
	if !fs.ValidPath(p.dir) {
		return fail(p.Path, "there is no directory %s", p.Path)
	}
	if m == nil || !within(p.dir, m.dir) {
		var err error
		if m, err = f.moduleAround(p.dir); err != nil {
			return err
		}
	}
	if info, err := fs.Stat(f.o.Files, p.dir); err != nil || !info.IsDir() {
		e := &Error{Path: p.Path, Msg: fmt.Sprintf("there is no directory %s", f.display(p.dir)), Unknown: true}
		if near := f.sibling(p.dir); near != "" {
			e.Msg += "; did you mean " + near + "?"
		}
		return e
	}
	p.module = m
	if m != nil {
		p.Path = path.Join(m.path, relative(m.dir, p.dir))
	} else {
		p.Path = f.display(p.dir)
	}
	return nil
}

// sibling returns the directory beside dir that has nearly the same name, "" for none.
func (f *Finder) sibling(dir string) string {
	list, err := fs.ReadDir(f.o.Files, path.Dir(dir))
	if err != nil {
		return ""
	}
	for _, e := range list {
		if e.IsDir() && strings.EqualFold(e.Name(), path.Base(dir)) {
			return f.display(path.Join(path.Dir(dir), e.Name()))
		}
	}
	return ""
}

// Allowed reports whether the package from, or a cell if it is nil, may import p: an internal
// package is for the packages around it.
func (f *Finder) Allowed(p, from *Package) bool {
	i := strings.LastIndex("/"+p.Path+"/", "/internal/")
	if i < 0 {
		return true
	}
	around := strings.TrimSuffix(p.Path[:i], "/")
	if from != nil {
		return around == "" || within(from.Path, around)
	}
	// A cell belongs to the directory of the notebook.
	return p.module == nil || f.main != nil && p.module == f.main &&
		within(path.Join(f.main.path, relative(f.main.dir, f.o.Dir)), around)
}

// within reports whether a path is dir or below it.
func within(p, dir string) bool { return dir == "." || p == dir || strings.HasPrefix(p, dir+"/") }

// relative returns the path of p, which is within dir, from there.
func relative(dir, p string) string {
	if dir == "." {
		return p
	}
	return strings.TrimPrefix(strings.TrimPrefix(p, dir), "/")
}

// display returns the name of a path in Files for the user: from the directory of the notebook if
// it is not far away, and else from the root.
func (f *Finder) display(p string) string {
	up := ""
	for dir := f.o.Dir; len(up) <= 6; dir = path.Dir(dir) {
		if within(p, dir) && (dir != "." || f.o.Dir == ".") {
			rest := relative(dir, p)
			switch {
			case up == "" && rest == "":
				return "."
			case up == "":
				return "./" + rest
			}
			return strings.TrimSuffix(up+rest, "/")
		}
		if dir == "." {
			break
		}
		up += "../"
	}
	return strings.TrimSuffix(f.o.Root, "/") + "/" + p
}

// read reads the files of p, or only those in the list named, which it does not select.
func (f *Finder) read(p *Package, named []string) error {
	where := f.o.Files
	if p.fixed {
		where = f.o.Cache
	}
	list, err := fs.ReadDir(where, p.dir)
	if err != nil {
		return fail(p.Path, "package %s cannot be read: %v", p.Path, pathless(err))
	}
	if named != nil {
		list = pick(list, named)
	}
	p.Files, p.Name, p.Assembly = nil, "", false
	var tests, excluded, cgo []string
	first := ""
	for _, e := range list {
		name := e.Name()
		if strings.HasSuffix(name, ".s") && !e.IsDir() {
			p.Assembly = true
		}
		if !strings.HasSuffix(name, ".go") || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") || e.IsDir() {
			continue
		}
		if strings.HasSuffix(name, "_test.go") {
			tests = append(tests, name)
			continue
		}
		text, err := limit.ReadFileFS(where, path.Join(p.dir, name), limit.Text)
		if err != nil {
			return fail(p.Path, "package %s cannot be read: %v", p.Path, pathless(err))
		}
		file := File{Name: f.fileName(p, name), Text: text}
		// A file with a syntax error in its header is kept: the parser reports the error later.
		h, _ := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly|parser.ParseComments)
		if h == nil || named == nil && !f.matches(name, h) {
			excluded = append(excluded, name)
			continue
		}
		if h.Name == nil || h.Name.Name == "documentation" {
			continue
		}
		if slices.ContainsFunc(h.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` }) {
			cgo = append(cgo, name)
			continue
		}
		switch {
		case p.Name == "":
			p.Name, first = h.Name.Name, name
		case p.Name != h.Name.Name:
			return fail(p.Path, "package %s has files of two packages: %s (%s) and %s (%s)", p.Path, p.Name, first, h.Name.Name, name)
		}
		p.Files = append(p.Files, file)
	}
	switch {
	case len(p.Files) > 0:
		return nil
	case len(cgo) > 0:
		return fail(p.Path, "package %s needs cgo (%s), which packages that are loaded from source cannot use", p.Path, cgo[0])
	case len(excluded) > 0:
		return fail(p.Path, "build constraints exclude all Go files of package %s", p.Path)
	case len(tests) > 0:
		return fail(p.Path, "package %s has no Go files except tests", p.Path)
	}
	return &Error{Path: p.Path, Msg: fmt.Sprintf("there are no Go files in %s", p.Path), Unknown: true}
}

// pick returns the entries of list with the given names, in the order of the names.
func pick(list []fs.DirEntry, names []string) (picked []fs.DirEntry) {
	for _, name := range names {
		if i := slices.IndexFunc(list, func(e fs.DirEntry) bool { return e.Name() == name }); i >= 0 {
			picked = append(picked, list[i])
		}
	}
	return picked
}

// fileName returns the name of a file of p for the user.
func (f *Finder) fileName(p *Package, name string) string {
	if p.fixed {
		return path.Join(p.module.path+"@"+p.module.version, relative(p.module.dir, p.dir), name)
	}
	return strings.TrimPrefix(f.display(path.Join(p.dir, name)), "./")
}

// pathless returns err without the path of the file, which the user knows by another name.
func pathless(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// Changed reports whether reading p again would give other files, or would fail.
func (f *Finder) Changed(p *Package) bool {
	if p.fixed {
		return false
	}
	now := *p
	if f.read(&now, nil) != nil || len(now.Files) != len(p.Files) {
		return true
	}
	for i, file := range now.Files {
		if file.Name != p.Files[i].Name || !bytes.Equal(file.Text, p.Files[i].Text) {
			return true
		}
	}
	return false
}

// Refresh makes the Finder read go.mod again, if it has changed.
func (f *Finder) Refresh() {
	if f.looked && f.main != nil {
		if text, err := limit.ReadFileFS(f.o.Files, path.Join(f.main.dir, "go.mod"), limit.Text); err == nil && bytes.Equal(text, f.main.text) {
			return
		}
	}
	f.looked, f.main, f.err = false, nil, nil
	clear(f.chosen)
}

// Beside lists the directories below the notebook's own that hold Go files, as import paths such as
// "./geometry", at most two levels down.
func (f *Finder) Beside() []string {
	var list []string
	var visit func(dir, name string, depth int)
	visit = func(dir, name string, depth int) {
		entries, err := fs.ReadDir(f.o.Files, dir)
		if err != nil || len(list) > 100 {
			return
		}
		for _, e := range entries {
			if !e.IsDir() && depth > 0 && strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go") {
				list = append(list, name)
				break
			}
		}
		for _, e := range entries {
			n := e.Name()
			if e.IsDir() && depth < 2 && !strings.HasPrefix(n, ".") && !strings.HasPrefix(n, "_") && n != "testdata" && n != "vendor" {
				visit(path.Join(dir, n), name+"/"+n, depth+1)
			}
		}
	}
	visit(f.o.Dir, ".", 0)
	return list
}
