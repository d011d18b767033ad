// SPDX-License-Identifier: BSD-3-Clause

// Packages that are loaded from source.
//
// An import path that is not among the compiled packages may name a package that is available as
// source code: a directory beside the notebook, or a package of a module. Package source finds the
// files. They are checked as the Go compiler would check them, by stricter rules than a cell, and
// become a unit of the machine: functions, methods, and steps that initialize the variables in the
// order of their dependencies and call the init functions. The unit is run before the first cell
// that mentions the package.
//
// When a cell imports a package from source, all such packages are compared with their files. Those
// that have changed are loaded again, with those that import them. A package that was loaded again
// is a new package, with its own types and variables. Declarations of earlier cells that use it are
// compiled again, as after a redefinition. Variables keep their values, which have the old types.
//
// Cost: some 0.3 ms and 1 ms for each 100 lines of source, and 0.1 ms to see that a package has not
// changed.

package cell

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/source"
	"polka/kernel/cell/syntax"
	"polka/kernel/machine"
)

// A Package is a package that has been loaded from source.
type Package struct {
	Path string
	// Unit is what the machine runs once.
	Unit *machine.Unit
	// Ready must be set when the unit has run.
	Ready bool

	files   *source.Package
	pkg     *types.Package
	imports []*Package
	symbols map[types.Object]string // the names under which the machine keeps functions and variables
	docs    map[string]source.Entry // made when they are first asked for
}

// packages holds the packages from source.
type packages struct {
	byPath  map[string]*Package // the current ones
	loading []*Package          // from the outside in
	count   int                 // how many were loaded
	texts   sync.Map            // of file names, as positions have them, to texts

	checked func(*Package, []*ast.File, *types.Info) // is called with each that has been checked; nil for nothing
}

// text returns the text of a file, by the name that positions have.
func (k *packages) text(name string) string {
	v, _ := k.texts.Load(name)
	s, _ := v.(string)
	return s
}

// sourceRoot begins the names under which the positions of files are kept. Loads of a file differ
// by a number.
const sourceRoot = "/source/"

// sourceFile returns the name of a file for the user, by the name that its positions have.
func sourceFile(name string) (file string, ok bool) {
	rest, ok := strings.CutPrefix(name, sourceRoot)
	if !ok {
		return "", false
	}
	_, file, ok = strings.Cut(rest, "/")
	return file, ok
}

// A packageImporter resolves the imports of a package.
type packageImporter struct {
	c    *Compiler
	from *Package
}

func (i packageImporter) Import(path string) (*types.Package, error) {
	return i.c.loadFrom(path, i.from)
}

// loadFrom imports a package into a package from source, or into a cell if from is nil. It never
// panics.
func (c *Compiler) loadFrom(path string, from *Package) (p *types.Package, err error) {
	defer func() {
		if e := recover(); e != nil {
			p, err = nil, fmt.Errorf("package %s: %v", path, e)
		}
	}()
	if !source.IsLocal(path) {
		if c.o.Facts == nil {
			return nil, errors.New("no packages are known")
		}
		if p, err = c.o.Facts.Import(path); err == nil {
			return p, nil
		}
		if isLeftOut(err) || c.o.Sources == nil {
			return nil, err
		}
	}
	if c.o.Sources == nil {
		return nil, &source.Error{Path: path, Msg: "directories cannot be imported here"}
	}
	var files *source.Package
	if from != nil {
		files = from.files
	}
	found, e := c.o.Sources.Find(path, files)
	if e != nil {
		return nil, e
	}
	if !c.o.Sources.Allowed(found, files) {
		return nil, &source.Error{Path: path, Msg: fmt.Sprintf("package %s is internal to another part of its module", found.Path)}
	}
	s, e := c.loadSource(found)
	if e != nil {
		return nil, e
	}
	if from != nil && !slices.Contains(from.imports, s) {
		from.imports = append(from.imports, s)
	}
	return s.pkg, nil
}

// isLeftOut reports whether an error says that the package exists but cells cannot import it.
func isLeftOut(err error) bool {
	e, ok := errors.AsType[interface {
		error
		LeftOut() bool
	}](err)
	return ok && e.LeftOut()
}

// loadSource parses and checks a package. The error is an *explain.Error if the package has
// mistakes.
func (c *Compiler) loadSource(found *source.Package) (*Package, error) {
	k := &c.packages
	if s := k.byPath[found.Path]; s != nil {
		return s, nil
	}
	for i, s := range k.loading {
		if s.Path == found.Path {
			var cycle strings.Builder
			for _, s := range k.loading[i:] {
				cycle.WriteString(s.Path + " imports ")
			}
			return nil, &source.Error{Path: found.Path, Msg: fmt.Sprintf("import cycle: %s%s", &cycle, found.Path)}
		}
	}
	s := &Package{Path: found.Path, files: found, symbols: make(map[types.Object]string)}
	k.loading = append(k.loading, s)
	defer func() { k.loading = k.loading[:len(k.loading)-1] }()
	k.count++

	var errs []explain.Diagnostic
	var files []*ast.File
	for _, f := range found.Files {
		name := fmt.Sprintf("%s%d/%s", sourceRoot, k.count, f.Name)
		text := syntax.WithoutLines(string(f.Text))
		k.texts.Store(name, text)
		file, err := parser.ParseFile(c.o.Fset, name, text, parser.SkipObjectResolution)
		if list, ok := errors.AsType[scanner.ErrorList](err); ok {
			for _, e := range list {
				errs = append(errs, c.session.AtPlace(e.Pos, e.Msg))
			}
		}
		files = append(files, file)
	}
	if len(errs) > 0 {
		return nil, packageError(explain.SyntaxError, errs)
	}

	info := newInfo()
	var nested *explain.Error // of a package that this one imports
	conf := types.Config{
		Importer:  packageImporter{c, s},
		Sizes:     c.sizes,
		GoVersion: found.GoVersion(),
		Error: func(err error) {
			if e, ok := err.(types.Error); ok {
				errs = append(errs, c.session.At(e.Pos, e.Msg))
			}
		},
	}
	// Imports are resolved first, so that what is wrong with one of them is said by itself.
	for _, file := range files {
		for _, spec := range file.Imports {
			path := strings.Trim(spec.Path.Value, "\"`")
			if path == "unsafe" {
				continue
			}
			_, err := c.loadFrom(path, s)
			if e, ok := errors.AsType[*explain.Error](err); ok {
				if nested == nil {
					nested = e
				}
			} else if err != nil {
				errs = append(errs, c.session.At(spec.Path.Pos(), importMessage(path, err)))
			}
		}
	}
	switch {
	case nested != nil:
		return nil, nested
	case len(errs) > 0:
		return nil, packageError(explain.CompileError, errs)
	}
	s.pkg = types.NewPackage(found.Path, found.Name)
	if found.Name == "main" {
		s.pkg = types.NewPackage("main", "main") // the path by which programs know themselves
	}
	types.NewChecker(&conf, c.o.Fset, s.pkg, info).Files(files)
	for _, file := range files {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body == nil {
				msg := "function " + fn.Name.Name + " has no body"
				if found.Assembly {
					msg = "function " + fn.Name.Name + " is written in assembly code"
					if path, version := found.Module(); version != "" {
						msg += "; %require " + path + " compiles the module"
					}
				}
				errs = append(errs, c.session.At(fn.Pos(), msg))
			}
		}
	}
	if _, ok := s.pkg.Scope().Lookup("main").(*types.Func); found.Name == "main" && !ok && len(errs) == 0 {
		errs = append(errs, c.session.At(files[0].Package, "package main has no func main"))
	}
	if len(errs) > 0 {
		return nil, packageError(explain.CompileError, errs)
	}
	if k.checked != nil {
		k.checked(s, files, info)
	}
	s.Unit = c.packageUnit(s, files, info)
	k.byPath[s.Path] = s
	c.own.Store(s.pkg, s)
	return s, nil
}

// importMessage returns the message about an import that fails in a package.
func importMessage(path string, err error) string {
	switch {
	case path == "embed":
		return "go:embed is not supported in packages that are loaded from source"
	case path == "C":
		return "cgo is not possible in packages that are loaded from source"
	}
	return err.Error()
}

// packageError returns an error of a package. Errors follow each other as the files do.
func packageError(kind explain.Kind, list []explain.Diagnostic) *explain.Error {
	var whole []explain.Diagnostic
	for _, d := range list {
		if strings.HasPrefix(d.Message, "\t") && len(whole) > 0 { // continues the error before
			whole[len(whole)-1].Message += fmt.Sprintf("\n%s: %s:%d:%d", strings.TrimSpace(d.Message), d.File, d.Line, d.Col)
			continue
		}
		whole = append(whole, d)
	}
	slices.SortStableFunc(whole, func(a, b explain.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.File, b.File), explain.ByPlace(a, b))
	})
	return &explain.Error{Kind: kind, List: slices.Compact(whole)}
}

// packageUnit makes the machine's unit of a package without mistakes.
func (c *Compiler) packageUnit(s *Package, files []*ast.File, info *types.Info) *machine.Unit {
	symbol := func(obj types.Object) (string, bool) {
		sym, ok := s.symbols[obj]
		if !ok {
			sym, ok = c.packageSymbol(obj)
		}
		return sym, ok
	}
	name := func(obj types.Object) string {
		sym := fmt.Sprintf("%s.%s#%d.%d", s.Path, obj.Name(), c.packages.count, len(s.symbols))
		s.symbols[obj] = sym
		return sym
	}
	u := &machine.Unit{Info: info, Symbol: symbol, Package: s.pkg.Path()}
	var specs []*ast.ValueSpec
	var inits []ast.Stmt
	for _, file := range files {
		u.End = file.FileEnd
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR {
						specs = append(specs, v)
						for _, id := range v.Names {
							if obj := info.Defs[id]; obj != nil && id.Name != "_" {
								name(obj)
							}
						}
					}
				}
			case *ast.FuncDecl:
				obj, ok := info.Defs[d.Name].(*types.Func)
				if !ok || d.Name.Name == "_" {
					continue
				}
				decl := &machine.Decl{Obj: obj, Type: d.Type, Body: d.Body, Info: info, Title: d.Name.Name}
				if d.Recv != nil {
					decl.Title = syntax.ReceiverName(d.Recv.List[0].Type) + "." + d.Name.Name
				} else {
					decl.Symbol = name(obj)
				}
				wholeMethod(decl, d, obj)
				u.Decls = append(u.Decls, decl)
				if d.Recv == nil && d.Name.Name == "init" {
					inits = append(inits, callOf(info, obj))
				}
			}
		}
	}
	if main, ok := s.pkg.Scope().Lookup("main").(*types.Func); ok && s.pkg.Name() == "main" {
		inits = append(inits, callOf(info, main))
	}
	for _, stmt := range append(initialized(specs, info), inits...) {
		u.Steps = append(u.Steps, machine.Step{Stmt: stmt})
	}
	return u
}

// CompileProgram compiles a program that is a package. The result lists what has to be run, the
// program itself last. Cells do not know its names. The error is an *explain.Error if the program
// or a package that it imports has mistakes.
func (c *Compiler) CompileProgram(found *source.Package) (list []*Package, err error) {
	defer func() {
		if e := recover(); e != nil {
			list, err = nil, errors.New(panicText(e))
		}
	}()
	s, err := c.loadSource(found)
	if err != nil {
		return nil, err
	}
	return appendUnready(nil, s), nil
}

// appendUnready adds to list what has to be run before the code of s can be, and s itself, unless
// they are ready or in the list: those that others import first.
func appendUnready(list []*Package, s *Package) []*Package {
	if s == nil || s.Ready || slices.Contains(list, s) {
		return list
	}
	for _, i := range s.imports {
		list = appendUnready(list, i)
	}
	return append(list, s)
}

// packageSymbol returns the name under which the machine keeps a function or variable of a package
// from source.
func (c *Compiler) packageSymbol(obj types.Object) (string, bool) {
	if obj.Pkg() == nil {
		return "", false
	}
	s := c.sourceOf(obj.Pkg())
	if s == nil {
		return "", false
	}
	sym, ok := s.symbols[obj]
	return sym, ok
}

// sourceOf returns the package from source that p is, nil if it is another.
func (c *Compiler) sourceOf(p *types.Package) *Package {
	s, _ := c.own.Load(p)
	found, _ := s.(*Package)
	return found
}

// When t imports a package from source, refresh loads the packages whose files have changed again.
// It enters the imports of earlier cells that mean such a package into p, and adds a note.
func (c *Compiler) refresh(t *syntax.Tree, p *Program) error {
	k := &c.packages
	if c.o.Sources == nil || len(k.byPath) == 0 || !slices.ContainsFunc(t.Imports, c.importsSource) {
		return nil
	}
	c.o.Sources.Refresh()
	stale := make(map[*Package]bool)
	for _, s := range k.byPath {
		if c.o.Sources.Changed(s.files) {
			stale[s] = true
		}
	}
	if len(stale) == 0 {
		return nil
	}
	for more := true; more; {
		more = false
		for _, s := range k.byPath {
			if !stale[s] && slices.ContainsFunc(s.imports, func(i *Package) bool { return stale[i] }) {
				stale[s], more = true, true
			}
		}
	}
	before := maps.Clone(k.byPath)
	for s := range stale {
		delete(k.byPath, s.Path)
	}
	var again []string
	for _, name := range slices.Sorted(maps.Keys(c.names)) {
		e := c.names[name]
		if e.Path == "" {
			continue
		}
		imported := e.Obj.Pkg()
		if n, ok := e.Obj.(*types.PkgName); ok {
			imported = n.Imported()
		}
		s := c.sourceOf(imported)
		if s == nil || !stale[s] {
			continue
		}
		pkg, err := c.load(e.Path)
		if err != nil {
			// The packages are unchanged.
			k.byPath = before
			return err
		}
		if _, ok := e.Obj.(*types.PkgName); ok {
			p.imports[name] = c.packageEntity(name, e.Path, pkg, e.Cell)
			again = append(again, name)
		} else if obj := pkg.Scope().Lookup(name); obj != nil && obj.Exported() {
			p.imports[name] = &Entity{Name: name, Path: e.Path, Cell: e.Cell, Obj: obj}
		}
	}
	if again != nil {
		note := strings.Join(again, ", ") + " loaded again"
		if old := c.oldVariables(stale); old != nil {
			note += "; of the old types: " + strings.Join(old, ", ")
		}
		p.Notes = append(p.Notes, note)
	}
	return nil
}

// loadError makes an error of t of what keeps a package from being loaded.
func (c *Compiler) loadError(t *syntax.Tree, err error) error {
	if e, ok := errors.AsType[*explain.Error](err); ok {
		return e
	}
	i := slices.IndexFunc(t.Imports, c.importsSource)
	return c.session.Diagnose([]types.Error{{Fset: c.o.Fset, Pos: t.Imports[i].Pos(), Msg: err.Error()}})
}

// importsSource reports whether an import means a package from source.
func (c *Compiler) importsSource(spec *ast.ImportSpec) bool {
	path := strings.Trim(spec.Path.Value, "\"`")
	if source.IsLocal(path) {
		return true
	}
	_, err := c.o.Facts.Import(path)
	return err != nil
}

// oldVariables returns the variables of cells whose types mention one of the packages.
func (c *Compiler) oldVariables(stale map[*Package]bool) (names []string) {
	for _, name := range c.Names() {
		v, ok := c.names[name].Obj.(*types.Var)
		if !ok {
			continue
		}
		found := false
		types.TypeString(v.Type(), func(p *types.Package) string {
			found = found || stale[c.sourceOf(p)] && c.sourceOf(p) != nil
			return ""
		})
		if found {
			names = append(names, name)
		}
	}
	return names
}

// unready lists the packages from source that have to be run before t, those that others import
// first.
func (c *Compiler) unready(t *syntax.Tree, p *Program) []*Package {
	if len(c.packages.byPath) == 0 {
		return nil
	}
	var list []*Package
	add := func(s *Package) { list = appendUnready(list, s) }
	for _, spec := range t.Imports {
		if pkg, err := c.load(strings.Trim(spec.Path.Value, "\"`")); err == nil {
			add(c.sourceOf(pkg))
		}
	}
	entity := func(e *Entity) {
		if e == nil || e.Path == "" {
			return
		}
		if n, ok := e.Obj.(*types.PkgName); ok {
			add(c.sourceOf(n.Imported()))
		} else if e.Obj.Pkg() != nil {
			add(c.sourceOf(e.Obj.Pkg()))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.imports)) {
		entity(p.imports[name])
	}
	for _, name := range slices.Sorted(maps.Keys(t.Mentioned())) {
		entity(c.names[name])
	}
	return list
}

// changedImports adds to changed the names of imports that now mean a package which has been loaded
// again.
func (c *Compiler) changedImports(p *Program, changed map[string]bool) {
	for name, e := range p.imports {
		if old := c.names[name]; old != nil && old.Path != "" && old.Obj != e.Obj {
			changed[name] = true
		}
	}
}

// FromSource reports whether a package has been loaded from source.
func (c *Compiler) FromSource(path string) bool { return c.packages.byPath[path] != nil }

// PackageDoc returns the declaration and the documentation of a name of a package from source, as
// stdlib.Doc does for others.
func (c *Compiler) PackageDoc(path, name string) (decl, comment string, ok bool) {
	s := c.packages.byPath[path]
	if s == nil {
		return "", "", false
	}
	if s.docs == nil {
		s.docs = make(map[string]source.Entry)
		fset := token.NewFileSet()
		var files []*ast.File
		for _, f := range s.files.Files {
			if file, err := parser.ParseFile(fset, f.Name, f.Text, parser.ParseComments); err == nil {
				files = append(files, file)
			}
		}
		if list, err := source.Doc(s.Path, s.pkg.Name(), fset, files); err == nil {
			for _, e := range list {
				s.docs[e.Name] = e
			}
		}
	}
	e, ok := s.docs[name]
	return e.Decl, e.Doc, ok
}

// File returns the file, the line and the column of a position in a package from source, with the
// text of the line; the file is empty if the position is elsewhere.
func (c *Compiler) File(pos token.Pos) (file string, line, col int, text string) {
	if !pos.IsValid() {
		return "", 0, 0, ""
	}
	p := c.o.Fset.Position(pos)
	name, ok := sourceFile(p.Filename)
	if !ok {
		return "", 0, 0, ""
	}
	return name, p.Line, p.Column, syntax.Line(c.packages.text(p.Filename), p.Line)
}

// ImportPaths returns the import paths that completion offers: those of compiled packages and the
// directories beside the notebook.
func (c *Compiler) ImportPaths() []string {
	paths := c.PackagePaths()
	if c.o.Sources != nil {
		paths = append(c.o.Sources.Beside(), paths...)
	}
	return paths
}
