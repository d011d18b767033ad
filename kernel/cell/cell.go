// SPDX-License-Identifier: BSD-3-Clause

// Package cell compiles the cells of a notebook: the text of a cell becomes type-checked syntax
// trees for package machine, or a list of errors.
//
// It keeps what cells have defined: names with their types, but no values. It runs nothing, and
// depends neither on processes nor on Jupyter.
//
// Package syntax parses the text, package explain words the errors, and package warn finds code
// that compiles but is probably wrong. Package assist, which is above, uses the compiler to
// complete unfinished text.
//
//	c := cell.New(cell.Options{Fset: fset, Facts: importer})
//	p, err := c.Compile(1, "x := 6\nx * 7")
//	if err != nil { ... }           // *explain.Error, with lines and columns
//	code, err := vm.Compile(p.Unit)  // package machine runs it
//	c.Commit(p, p.Definitions)      // now later cells know x
//
// # How a cell is compiled
//
// A cell is parsed (package syntax), checked in steps (check.go), and completed with the imports
// and contexts that it leaves out (repair.go). Declarations of earlier cells that mention what it
// redefines become part of it (redefine.go). The result is a machine.Unit: functions with their
// bodies, and statements as steps (unit.go). Each definition has its own symbol (x, then xꓸ2), so a
// redefinition never affects what it replaces. When the steps have run, Commit makes the new names
// known. Packages that are imported from source are in packages.go, and the generic part of Go's
// library is in library.go and generic.go.
package cell

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"polka/internal/pattern"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/source"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
	"polka/kernel/cell/warn"
	"polka/kernel/machine"
)

// Options control a Compiler.
type Options struct {
	// Fset has the positions of all cells. The machine must use the same. Nil makes a new one.
	Fset *token.FileSet
	// Facts returns the types of packages.
	Facts types.Importer
	// Packages are the packages that a cell may mention without importing them: name to import
	// path.
	Packages map[string]string
	// Prelude are the names of Packages that are imported without a note.
	Prelude []string
	// Paths are the import paths that completion offers, beside those of Packages.
	Paths []string
	// Immutable are the import paths of packages whose values do not change: if a cell drops what
	// their methods return, it is warned.
	Immutable []string
	// Generics has the sources of the generic functions of compiled packages; nil for none.
	Generics Generics
	// Sources finds packages that are loaded from source; nil for none.
	Sources *source.Finder
	// Forget is called with each function and variable that was replaced and that no later cell can
	// mention, with the name under which the machine keeps it, if any. It may be nil.
	Forget func(obj types.Object, symbol string)
}

// A Compiler compiles the cells of one session. It is not safe for concurrent use.
type Compiler struct {
	o       Options
	sizes   types.Sizes
	pkg     *types.Package
	context types.Object // the name that stands for a cell's context, nil if package context is unknown

	born      map[types.Object]int      // the cell in which each type came into being
	lost      map[string]int            // names that cells would have defined if they had not failed
	names     map[string]*Entity        // what a cell can mention; methods as "Type.Method"
	symbols   map[types.Object]string   // the machine's name of each object
	versions  map[string]int            // how many symbols have been made from a name
	dead      map[*types.Func]bool      // methods of cells that failed
	adopted   []*types.Func             // the methods that were declared for types of earlier cells
	observe   func(explain.Cell)        // see Observe; nil for none
	replaced  []types.Object            // objects that a name stood for earlier and that may still be mentioned
	sources   sync.Map                  // of string: the text of each cell, by its number
	libraries map[string]*twinSource    // library.go: by import path
	generics  map[string]*genericSource // generic.go: by import path
	packages  packages                  // packages.go
	own       sync.Map                  // of *types.Package to *Package, those from source; the machine asks at any time
	watch     warn.Watch                // what functions mention
	session   *explain.Session          // the same, for the packages below and above
	export    func(*builder)            // gofile.go: is called with each cell that was compiled; nil in most compilers
}

// An Entity is the meaning of a name in cells.
type Entity struct {
	Name string
	Obj  types.Object
	Path string // the import path, if it is a package
	Cell int
	Decl *syntax.Declaration     // nil for variables and packages
	uses map[string]types.Object // the names of cells that decl mentions, and what they stood for
	pkgs []string                // the names of packages that decl mentions, sorted
}

// New returns a Compiler for which no cell has defined anything.
func New(o Options) *Compiler {
	if o.Fset == nil {
		o.Fset = token.NewFileSet()
	}
	c := &Compiler{
		o:         o,
		pkg:       types.NewPackage(typeview.World, "main"),
		sizes:     types.SizesFor("gc", runtime.GOARCH),
		born:      make(map[types.Object]int),
		lost:      make(map[string]int),
		names:     make(map[string]*Entity),
		symbols:   make(map[types.Object]string),
		versions:  make(map[string]int),
		dead:      make(map[*types.Func]bool),
		libraries: make(map[string]*twinSource),
		generics:  make(map[string]*genericSource),
	}
	c.packages.byPath = make(map[string]*Package)
	c.session = &explain.Session{
		Fset: o.Fset, Sizes: c.sizes, Package: c.pkg, Packages: o.Packages, Load: c.load, Source: c.Source, Names: c.Names,
		Lookup: func(name string) types.Object {
			if e := c.names[name]; e != nil {
				return e.Obj
			}
			return nil
		},
		Born: func(t *types.TypeName) int { return c.born[t] },
		Lost: func(name string) int { return c.lost[name] },
		File: func(name string) (file, text string, ok bool) {
			file, ok = sourceFile(name)
			return file, c.packages.text(name), ok
		},
	}
	if p, err := c.load("context"); err == nil {
		if t := p.Scope().Lookup("Context"); t != nil {
			c.context = types.NewVar(token.NoPos, nil, syntax.ContextName, t.Type())
		}
	}
	return c
}

// load imports a package into a cell. It never panics.
func (c *Compiler) load(path string) (p *types.Package, err error) { return c.loadFrom(path, nil) }

// A Program is a compiled cell.
type Program struct {
	Number int
	// Packages are the packages from source that the machine has to run before Unit, in this order.
	Packages []*Package
	// Unit is the code of the cell.
	Unit *machine.Unit
	// Definitions is the number of statements that define variables. While the cell runs, the
	// machine calls Run.Reached with 1, 2, ... after each.
	Definitions int
	// Notes are remarks for the user, one line each: functions that could not follow a
	// redefinition, and packages that were imported automatically for the first time.
	Notes []string
	// Warnings are about code that compiles but is probably wrong.
	Warnings []explain.Diagnostic
	// Unread are the assignments of errors that nothing reads. The unit watches their variables.
	Unread []warn.Unread
	// Mentioned are all identifiers of the cell.
	Mentioned map[string]bool

	defs    []pending
	decls   []pending
	imports map[string]*Entity
	added   []string // the names of imports that the cell left out
	kept    []string // the types that it declares as they are known already

	entities map[types.Object]*Entity // of all that it declares
	alive    []*types.Func
}

// Variable returns the variable of that name which the program defines, the last one if there are
// several, and nil if there is none.
func (p *Program) Variable(name string) *types.Var {
	for _, d := range slices.Backward(p.defs) {
		if v, ok := d.e.Obj.(*types.Var); ok && d.e.Name == name {
			return v
		}
	}
	return nil
}

// pending is a name that becomes known when the program is committed.
type pending struct {
	e     *Entity
	sym   string
	after int // the number of defining statements after which it holds
}

// Compile compiles a cell of Go. The error is an *explain.Error. Nothing that the cell defines is
// known to later cells until Commit is called. It takes about 0.1 ms for a line, and a few
// milliseconds for a page.
func (c *Compiler) Compile(number int, src string) (*Program, error) {
	return c.CompileStep(number, src, src, false)
}

// CompileStep compiles src, the Go code of one of the steps of the cell whole. In a file, unlike in
// a cell of a notebook, a package can be imported only once.
func (c *Compiler) CompileStep(number int, whole, src string, file bool) (p *Program, err error) {
	c.sources.Store(number, whole)
	defer func() {
		if e := recover(); e != nil {
			p, err = nil, &explain.Error{Kind: explain.CompileError, List: []explain.Diagnostic{{Cell: number, Message: panicText(e)}}}
		}
	}()
	return c.compile(number, src, nil, nil, file)
}

// compile is Compile, with the names of types that must be defined again even if their text is the
// same, and the names of what has changed although src does not declare it.
func (c *Compiler) compile(number int, src string, anew, more map[string]bool, file bool) (*Program, error) {
	t, err := syntax.Parse(c.o.Fset, number, src)
	if err != nil {
		c.loseText(number, src)
		return nil, explain.Syntax(number, src, err.(syntax.Errors))
	}
	p := &Program{Number: number, imports: make(map[string]*Entity)}
	if e := c.refresh(t, p); e != nil {
		return nil, c.loadError(t, e)
	}
	if e := c.importAll(t, p, file || t.Program); e != nil {
		return nil, e
	}
	c.keepTypes(t, p, anew)
	remade := make(map[string]bool) // names of declarations of earlier cells that are part of this one
	left := make(map[string]bool)   // and of those that could not be
	changed := c.redefined(t, anew)
	maps.Copy(changed, more)
	c.changedImports(p, changed)
	var r *checked
	for range 32 {
		c.follow(t, changed, remade, left)
		r = c.check(t, p.imports)
		if c.leaveBehind(t, r, remade, left, p) {
			continue
		}
		if name := changedReceiver(t, r, c.o.Fset); name != "" && !anew[name] {
			again := map[string]bool{name: true}
			for n := range anew {
				again[n] = true
			}
			return c.compile(number, src, again, more, file)
		}
		if c.addImports(t, r, p) || c.addContexts(t, r) {
			continue
		}
		break
	}
	c.findDead(t, r)
	if c.observe != nil {
		c.observe(c.checkedCell(t, r))
	}
	if len(r.errs) > 0 {
		r.errs = explain.Explain(c.checkedCell(t, r), r.errs)
		c.lose(t)
		return nil, c.session.Diagnose(r.errs)
	}
	c.sayImports(p)
	c.warn(t, r, p)
	return c.unit(t, r, p)
}

// defining matches a line that begins a definition outside of all braces, if the text is indented
// as usual.
var defining = pattern.New(`(?m)^(?:(?:var|const|type|func)\s+(\w+)|(\w+(?:\s*,\s*\w+)*)\s*:=)`)

// loseText records the names that a cell that cannot be parsed would define. A step that is not a
// cell has no number.
func (c *Compiler) loseText(number int, src string) {
	if number == 0 {
		return
	}
	for _, m := range defining.Regexp().FindAllStringSubmatch(src, -1) {
		for name := range strings.SplitSeq(m[1]+m[2], ",") {
			c.lost[strings.TrimSpace(name)] = number
		}
	}
}

// Failed returns the number of the cell that would have defined a name if it had not failed, or 0.
func (c *Compiler) Failed(name string) int { return c.lost[name] }

// checkedCell is t as it has been checked.
func (c *Compiler) checkedCell(t *syntax.Tree, r *checked) explain.Cell {
	return explain.Cell{Session: c.session, Tree: t, Info: r.info, Objects: r.objects}
}

// lose records the names that t would define.
func (c *Compiler) lose(t *syntax.Tree) {
	for _, d := range t.Decls {
		if !d.Again && d.Recv == "" {
			for _, n := range d.Names {
				c.lost[n] = t.Number
			}
		}
	}
	for _, id := range t.Defined() {
		c.lost[id.Name] = t.Number
	}
}

// importAll enters the imports of t into p. In a file, no name is imported twice; in a cell, it
// always means the same.
func (c *Compiler) importAll(t *syntax.Tree, p *Program, file bool) error {
	var errs []types.Error
	fail := func(pos token.Pos, msg string) {
		errs = append(errs, types.Error{Fset: c.o.Fset, Pos: pos, Msg: msg})
	}
	seen := make(map[string]*ast.ImportSpec) // by name, or by path if it is imported with a dot
	again := func(name string, spec *ast.ImportSpec) {
		if before := seen[name]; before != nil && (file || before.Path.Value != spec.Path.Value) {
			fail(spec.Pos(), fmt.Sprintf("%s is imported twice\nthe first time in line %d", name, c.o.Fset.Position(before.Pos()).Line))
		}
		seen[name] = spec
	}
	for _, spec := range t.Imports {
		ipath := strings.Trim(spec.Path.Value, "\"`")
		if ipath == "C" {
			fail(spec.Path.Pos(), "cgo is not possible in a cell")
			continue
		}
		if ipath == "embed" && spec.Name != nil && spec.Name.Name == "_" && !t.Embeds() {
			continue // without a directive it has no effect
		}
		pkg, err := c.load(ipath)
		if e, ok := errors.AsType[*explain.Error](err); ok {
			return e // of the package's own files
		}
		if err != nil {
			fail(spec.Path.Pos(), c.unknownPackage(ipath, err))
			continue
		}
		name := pkg.Name()
		if spec.Name != nil {
			name = spec.Name.Name
		}
		switch name {
		case "_":
		case ".":
			again(spec.Path.Value, spec)
			for _, n := range pkg.Scope().Names() {
				if obj := pkg.Scope().Lookup(n); obj.Exported() {
					p.imports[n] = &Entity{Name: n, Obj: obj, Path: ipath, Cell: t.Number}
				}
			}
		default:
			again(name, spec)
			p.imports[name] = c.packageEntity(name, ipath, pkg, t.Number)
		}
	}
	// A file cannot declare a name that it imports. In a cell it can, since the variables of a cell
	// are in a block of their own.
	declares := func(name string, pos token.Pos) {
		if e := p.imports[name]; e != nil {
			fail(pos, fmt.Sprintf("%s is declared, and imported from %q", name, e.Path))
		}
	}
	for _, d := range t.Decls {
		for _, name := range d.Names {
			if d.Recv == "" {
				declares(name, d.Node.Pos())
			}
		}
	}
	if t.Program {
		for _, id := range t.Defined() {
			declares(id.Name, id.Pos())
		}
	}
	if e := c.session.Diagnose(errs); e != nil {
		return e
	}
	return nil
}

func (c *Compiler) packageEntity(name, ipath string, pkg *types.Package, cell int) *Entity {
	if old := c.names[name]; old != nil {
		if n, ok := old.Obj.(*types.PkgName); ok && n.Imported() == pkg {
			return &Entity{Name: name, Path: ipath, Cell: cell, Obj: n}
		}
	}
	return &Entity{Name: name, Path: ipath, Cell: cell, Obj: types.NewPkgName(token.NoPos, nil, name, pkg)}
}

// unknownPackage returns the message that there is no such package, with a suggestion or the
// reason.
func (c *Compiler) unknownPackage(ipath string, err error) string {
	if isLeftOut(err) {
		return err.Error()
	}
	if e, ok := errors.AsType[*source.Error](err); ok && !e.Unknown || source.IsLocal(ipath) {
		return err.Error()
	}
	s := fmt.Sprintf("there is no package %q here", ipath)
	if isInternal(ipath) {
		return s + ": it is internal to another project"
	}
	if instead := explain.Instead(path.Base(ipath)); instead != "" {
		return s + "\n" + instead
	}
	if known := c.o.Packages[path.Base(ipath)]; known != "" && known != ipath {
		return s + fmt.Sprintf("; did you mean %q?", known)
	}
	if near := explain.Nearest(ipath, c.PackagePaths()); near != "" {
		return s + fmt.Sprintf("; did you mean %q?", near)
	}
	if first, _, _ := strings.Cut(ipath, "/"); strings.Contains(first, ".") {
		s += "\n%require " + ipath + " builds a program that has it, and continues there" + source.NoToolchain()
	}
	return s
}

// PackagePaths returns the import paths of the packages that a cell can import, in alphabetical
// order.
func (c *Compiler) PackagePaths() []string {
	paths := slices.Clone(c.o.Paths)
	for _, p := range c.o.Packages {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return slices.DeleteFunc(slices.Compact(paths), isInternal)
}

// AddPath adds an import path to those of Options.
func (c *Compiler) AddPath(path string) { c.o.Paths = append(c.o.Paths, path) }

// isInternal reports whether only its own project can import a package.
func isInternal(ipath string) bool { return strings.Contains("/"+ipath+"/", "/internal/") }

// Commit makes known what p defines: its imports and declarations, and those variables whose
// definitions are among the first reached. It is called when the unit has run, or has failed.
func (c *Compiler) Commit(p *Program, reached int) {
	maps.Copy(c.names, p.imports)
	for _, m := range p.alive {
		delete(c.dead, m)
	}
	for _, d := range slices.Concat(p.decls, p.defs) {
		if d.after > reached {
			c.lost[d.e.Name] = p.Number
			continue
		}
		delete(c.lost, d.e.Name)
		if old := c.names[d.e.Name]; old != nil && old.Obj != d.e.Obj {
			c.replaced = append(c.replaced, old.Obj)
		}
		if t, ok := d.e.Obj.(*types.TypeName); ok {
			c.born[t] = p.Number
		}
		c.names[d.e.Name] = d.e
		if d.sym != "" {
			c.symbols[d.e.Obj] = d.sym
		}
	}
	c.forget()
}

// forget drops the functions and variables that were replaced and that no declaration mentions any
// more. (A declaration that could not follow a redefinition mentions the old ones.) The code of a
// function and the value of a variable are kept as long as they are in use.
func (c *Compiler) forget() {
	if len(c.replaced) == 0 {
		return
	}
	unused := make(map[types.Object]bool, len(c.replaced)) // few, where there are many names
	for _, obj := range c.replaced {
		unused[obj] = true
	}
	for _, e := range c.names {
		delete(unused, e.Obj)
		for _, obj := range e.uses {
			delete(unused, obj)
		}
	}
	c.replaced = slices.DeleteFunc(c.replaced, func(obj types.Object) bool {
		if !unused[obj] {
			return false
		}
		switch obj.(type) {
		case *types.Func, *types.Var:
			if e := c.names[obj.Name()]; e != nil && c.symbols[e.Obj] == c.symbols[obj] {
				break // a function that has taken the place of another
			}
			if c.o.Forget != nil {
				c.o.Forget(obj, c.symbols[obj])
			}
		}
		delete(c.symbols, obj)
		return true
	})
}

// Source returns the text of a cell that was compiled. It may be called while the Compiler is used.
func (c *Compiler) Source(cell int) string {
	text, _ := c.sources.Load(cell)
	s, _ := text.(string)
	return s
}

// Names returns the names that cells have defined, in alphabetical order.
func (c *Compiler) Names() []string {
	var names []string
	for n, e := range c.names {
		if e.Path == "" && !strings.Contains(n, ".") {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}

// Fset has the positions of all cells.
func (c *Compiler) Fset() *token.FileSet { return c.o.Fset }

// ContextObject returns the object that stands for the context of the running cell, nil if there is
// none.
func (c *Compiler) ContextObject() types.Object { return c.context }

// Place returns the cell, the line and the column of a position; the cell is 0 if it lies in none.
func (c *Compiler) Place(p token.Pos) (number, line, col int) {
	if !p.IsValid() {
		return 0, 0, 0
	}
	pos := c.o.Fset.Position(p)
	return syntax.CellOf(pos.Filename), pos.Line, pos.Column
}

// Symbols returns the names under which the machine keeps the functions and variables of cells, by
// their own names.
func (c *Compiler) Symbols() map[string]string {
	symbols := make(map[string]string)
	for name := range c.names {
		if s, ok := c.SymbolOf(name); ok {
			symbols[name] = s
		}
	}
	return symbols
}

// SymbolOf returns the name under which the machine keeps the function or variable of a name.
func (c *Compiler) SymbolOf(name string) (string, bool) {
	e := c.names[name]
	if e == nil || e.Path != "" {
		return "", false
	}
	s, ok := c.symbols[e.Obj]
	return s, ok
}

// Method returns the method of a type of a cell, by a name such as T.M; nil for none.
func (c *Compiler) Method(name string) *types.Func {
	e := c.names[name]
	if e == nil || !strings.Contains(name, ".") {
		return nil
	}
	f, _ := e.Obj.(*types.Func)
	return f
}

// EndsWithValue reports whether a cell ends with an expression whose value is shown. Ok is false if
// the cell does not parse.
func (c *Compiler) EndsWithValue(number int, src string) (value, ok bool) {
	t, err := syntax.Parse(token.NewFileSet(), number, src)
	if err != nil {
		return false, false
	}
	return len(t.Values) > 0 && !t.Silent, true
}
