// SPDX-License-Identifier: BSD-3-Clause

// Package vet checks cells as a session would, without running them.
//
// It compiles the cells of a notebook from the first to the last, and takes for granted that each
// runs to its end. So a name is known below the cell that defines it, with the type that it has
// there. The errors and warnings are those that the cells would get.
//
//	k := vet.New(cell.Options{Facts: facts, Packages: packages})
//	r := k.Check(vet.Cell{Number: 1, Text: "x := 6"})
//	r = k.Check(vet.Cell{Number: 2, Text: "x * y"})
//	fmt.Println(r.Errors[0].Message) // undefined: y
//
// A script is one cell (see [Script]).
//
// Package lint is about the outputs that a notebook has, and uses this package.
package vet

import (
	"errors"
	"go/token"
	"maps"
	"slices"
	"strings"

	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/warn"
)

// A Cell is a cell, or a script.
type Cell struct {
	Number int
	Text   string
	Script bool // the text is a file, in which a package is imported once
}

// A Result is what is known of a cell without running it.
type Result struct {
	// Failed is set if the cell does not compile. There may be no Errors all the same.
	Failed bool
	// Errors keep the cell from running, without those that are the consequence of errors of
	// earlier cells.
	Errors []explain.Diagnostic
	// Warnings are about code that compiles but is probably wrong.
	Warnings []explain.Diagnostic
	// Unread are the assignments of errors that nothing reads. There is a warning when the cell
	// runs and one of them is not nil.
	Unread []warn.Unread
	// Notes are the cell's other remarks.
	Notes []string

	programs []*cell.Program
}

// Sources reports whether the cell imports packages that are loaded from source, or lacks some.
func (r Result) Sources() bool {
	return slices.ContainsFunc(r.programs, func(p *cell.Program) bool { return len(p.Packages) > 0 }) ||
		slices.ContainsFunc(r.Errors, func(d explain.Diagnostic) bool { return Missing(d) || d.File != "" })
}

// A Checker checks the cells of one notebook, in order.
type Checker struct {
	o        cell.Options
	c        *cell.Compiler
	unknown  map[string]bool // names of packages that are not known here, and what cells with them declare
	required map[string]bool // the paths that %require lines name
	compiled func(*cell.Program)
	reset    func()
	observe  func(explain.Cell)
}

// New returns a Checker for which no cell has defined anything.
func New(o cell.Options) *Checker {
	k := &Checker{o: o, unknown: make(map[string]bool), required: make(map[string]bool)}
	k.Reset()
	return k
}

// Reset forgets what cells have defined.
func (k *Checker) Reset() {
	o := k.o
	o.Fset, o.Forget = nil, nil
	k.c = cell.New(o)
	k.c.Observe(k.observe)
	if k.reset != nil {
		k.reset()
	}
}

// Compiler returns what knows the definitions of the cells so far, until the next Reset. The magic
// %reset is one.
func (k *Checker) Compiler() *cell.Compiler { return k.c }

// Watch sets functions that are called with each compiled step of a cell, before the next is
// compiled, and after each Reset. Both may be nil.
func (k *Checker) Watch(compiled func(*cell.Program), reset func()) {
	k.compiled, k.reset = compiled, reset
}

// Observe sets a function that is called with each step of a cell that has been type-checked, with
// mistakes or without. The tree and the facts may be changed when it has returned.
func (k *Checker) Observe(f func(explain.Cell)) {
	k.observe = f
	k.c.Observe(f)
}

// A State is what a Checker knew at one time.
type State struct {
	c                 *cell.Compiler
	known             *cell.Snapshot
	unknown, required map[string]bool
}

// Save returns what is known now.
func (k *Checker) Save() *State {
	return &State{k.c, k.c.Snapshot(), maps.Clone(k.unknown), maps.Clone(k.required)}
}

// Load returns to what was known when s was made.
func (k *Checker) Load(s *State) {
	k.c, k.unknown, k.required = s.c, maps.Clone(s.unknown), maps.Clone(s.required)
	k.c.Restore(s.known)
}

// Again makes known what a cell defines that has been checked before, where nothing that it
// mentions has changed since.
func (k *Checker) Again(r Result) {
	for _, p := range r.programs {
		k.c.Commit(p, p.Definitions)
	}
}

// Check compiles a cell, and makes known what it defines. It takes some 0.1 ms for a line.
func (k *Checker) Check(c Cell) (r Result) {
	if c.Script && syntax.IsProgram(c.Text) {
		k.step(c, c.Text, &r)
		return r
	}
	for _, s := range syntax.Steps(c.Text) {
		code := s.Go
		switch {
		case s.Magic != nil:
			switch s.Magic.Name {
			case "reset":
				k.Reset()
			case "require":
				k.require(s.Magic.Arg)
			}
			code = s.Magic.Code()
		case s.Shell != nil && k.c.Negates(s.Shell):
			code = s.Shell.Go
		}
		if s.Query != nil {
			r.Unread = withoutUnread(r.Unread, func(name string) bool { return name == s.Query.Name })
		}
		if strings.TrimSpace(code) != "" && !k.step(c, code, &r) {
			break
		}
	}
	return r
}

// step compiles a step of a cell, and reports whether that was possible.
func (k *Checker) step(c Cell, code string, r *Result) bool {
	p, err := k.c.CompileStep(c.Number, c.Text, code, c.Script)
	if err != nil {
		r.Failed = true
		r.Errors = append(r.Errors, k.causes(c, code, err)...)
		return false
	}
	k.c.Commit(p, p.Definitions)
	if k.compiled != nil {
		k.compiled(p)
	}
	r.programs = append(r.programs, p)
	r.Warnings = append(r.Warnings, p.Warnings...)
	r.Notes = append(r.Notes, p.Notes...)
	r.Unread = append(withoutUnread(r.Unread, func(name string) bool { return p.Mentioned[name] }), p.Unread...)
	return true
}

// require takes note of modules and packages that a %require line names. Those in the module cache
// are used in the version that it names.
func (k *Checker) require(arg string) {
	for _, p := range Required(arg) {
		path, version, _ := strings.Cut(p, "@")
		k.required[path] = true
		if k.o.Sources != nil && strings.HasPrefix(version, "v") {
			k.o.Sources.Use(path, version)
		}
	}
}

// Required returns the paths in the argument of a %require line, with their versions.
func Required(arg string) (list []string) {
	for _, p := range strings.Fields(strings.ReplaceAll(arg, ",", " ")) {
		if p = strings.Trim(p, "\"`"); p != "" && p[0] != '-' && p[0] != '.' {
			list = append(list, p)
		}
	}
	return list
}

// absent returns the path of the package or module in the error that it is not there.
func absent(d explain.Diagnostic) (path string, ok bool) {
	if Missing(d) {
		_, rest, _ := strings.Cut(d.Message, `"`)
		path, _, _ = strings.Cut(rest, `"`)
		return path, true
	}
	rest, ok := strings.CutPrefix(d.Message, "module ")
	path, rest, _ = strings.Cut(rest, " ")
	return path, ok && strings.Contains(rest, "is not in the module cache")
}

// willCome reports whether a package or module is missing only because the %require line above has
// not been run on this machine.
func (k *Checker) willCome(path string) bool {
	for p := range k.required {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

// withoutUnread removes the variables of the cells that are read later.
func withoutUnread(list []warn.Unread, read func(name string) bool) (left []warn.Unread) {
	for _, u := range list {
		if u.Inside || !read(u.Name) {
			left = append(left, u)
		}
	}
	return left
}

// causes returns the errors of a step that does not compile, without those that come from cells
// which do not compile themselves, and from packages that are not known here.
func (k *Checker) causes(c Cell, code string, err error) (list []explain.Diagnostic) {
	e, ok := errors.AsType[*explain.Error](err)
	if !ok {
		return []explain.Diagnostic{{Cell: c.Number, Line: 1, Col: 1, Message: err.Error()}}
	}
	for _, d := range e.List {
		if path, ok := absent(d); ok {
			k.lose(c, code)
			if k.willCome(path) {
				continue
			}
		} else if name, ok := Undefined(d); ok && (k.unknown[name] || k.c.Failed(name) != 0 && k.c.Failed(name) != c.Number) {
			continue
		}
		list = append(list, d)
	}
	return list
}

// lose notes what a step defines that imports an unknown package, and the packages themselves.
func (k *Checker) lose(c Cell, code string) {
	t, err := syntax.Parse(token.NewFileSet(), c.Number, code)
	if err != nil {
		return
	}
	for name := range t.Declared() {
		k.unknown[name] = true
	}
	for _, id := range t.Defined() {
		k.unknown[id.Name] = true
	}
	for _, spec := range t.Imports {
		path := strings.Trim(spec.Path.Value, "`\"")
		k.unknown[path[strings.LastIndexByte(path, '/')+1:]] = true
	}
}

// Missing reports whether an error is that there is no package.
func Missing(d explain.Diagnostic) bool { return strings.HasPrefix(d.Message, "there is no package ") }

// Undefined returns the name in the error that a name is not defined.
func Undefined(d explain.Diagnostic) (name string, ok bool) {
	line, _, _ := strings.Cut(d.Message, "\n")
	name, ok = strings.CutPrefix(line, "undefined: ")
	name, _, _ = strings.Cut(name, ";")
	return strings.TrimSpace(name), ok
}
