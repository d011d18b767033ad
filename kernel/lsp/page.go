// SPDX-License-Identifier: BSD-3-Clause

// A page is what is checked as a whole: the cells of a notebook in their order, or a script, which
// is one cell.
//
// After a change the cells are not all compiled again. A cell is, if it has changed, if it mentions
// a name that a cell above it defines which was compiled again, or if it had errors. The others are
// only committed, which makes known what they define. This is right because what a cell means
// depends on nothing but the names that it mentions, with three exceptions. A cell that redefines a
// name compiles the functions of earlier cells that mention it again, so it is compiled if one of
// those cells is. A cell that declares a method of a type of an earlier cell changes that type, so
// if it is compiled, or one between the two, the earlier one is compiled too. And if cells come, go
// or move, their numbers change, and everything is compiled.
//
// The work can be interrupted after each cell, when there are messages of the client, and continued
// later.

package lsp

import (
	"strings"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/vet"
)

// A page is a notebook or a script.
type page struct {
	s        *Server
	uri      string
	dir      string // where its packages are
	notebook bool
	cells    []*cellState

	k       *vet.Checker
	states  []*vet.State // before each cell, and after the last; the first is that of the empty page
	next    int          // the first cell that has to be looked at
	again   map[string]bool
	redone  []*cellState // cells that were compiled since all of them were up to date
	compile int          // how often a cell was compiled by k
}

// A cellState is a cell of a page, with what is known of it.
type cellState struct {
	doc     *document
	number  int                 // of the cells that are code, from 1; 0 for other cells
	mayFail bool                // it need not compile
	skipped bool                // it does not run
	fault   *explain.Diagnostic // of a script that has no main

	stale     bool // the text has changed since the cell was compiled
	text      string
	script    bool
	result    vet.Result
	names     []occurrence
	mentions  map[string]bool
	defines   map[string]bool
	adopts    map[string]bool // types of other cells that it declares methods for
	published string          // the diagnostics that the client has, as JSON
}

// mostCompiles is how many times a page compiles cells before it starts again with a new compiler,
// since the positions of all texts are kept.
const mostCompiles = 5000

// newPage returns a page without cells.
func (s *Server) newPage(uri string) *page {
	p := &page{s: s, uri: uri, dir: s.dirOf(uri)}
	p.restart()
	return p
}

// restart forgets everything that has been compiled.
func (p *page) restart() {
	p.k = vet.New(p.s.o.Cell(p.dir))
	p.states = []*vet.State{p.k.Save()}
	p.next, p.again, p.redone, p.compile = 0, make(map[string]bool), nil, 0
	for _, c := range p.cells {
		c.stale = true
	}
}

// number numbers the cells, and has them all compiled again.
func (p *page) number() {
	n := 0
	for _, c := range p.cells {
		if c.number = 0; c.doc != nil && !c.skipped {
			n++
			c.number = n
		}
	}
	p.restart()
}

// changed notes that the text of a document has changed.
func (p *page) changed(d *document) {
	_, i := p.cellOf(d)
	if i < 0 {
		return
	}
	p.cells[i].stale = true
	p.next = min(p.next, p.begin(i))
}

// begin returns the first cell that has to be compiled if cell i is. A method stays with its type,
// so types for which cell i or a later one declares methods are made anew.
func (p *page) begin(i int) int {
	for k := i; k < len(p.cells); k++ {
		for name := range p.cells[k].adopts {
			for j := range k {
				if c := p.cells[j]; c.defines[name] && (!c.stale || j < i) {
					c.stale = true
					if j < i {
						i, k = j, j-1 // once more from there
						break
					}
				}
			}
			if k < i {
				break
			}
		}
	}
	return i
}

// update compiles what has to be compiled before cell number until of the list, or of all cells. It
// stops early when interrupted, which may be nil, and reports whether it is done.
func (p *page) update(until int, interrupted func() bool) bool {
	until = min(until, len(p.cells))
	if p.next >= until {
		return true
	}
	if p.compile > mostCompiles {
		p.restart()
	}
	p.k.Load(p.states[p.next])
	p.states = p.states[:p.next+1]
	for p.next < until {
		c := p.cells[p.next]
		if p.outdated(c) {
			p.check(c)
		} else {
			p.k.Again(c.result)
		}
		p.states = append(p.states, p.k.Save())
		p.next++
		if p.next < until && interrupted != nil && interrupted() {
			return false
		}
	}
	if p.next == len(p.cells) {
		p.again, p.redone = make(map[string]bool), nil
	}
	return true
}

// outdated reports whether a cell has to be compiled.
func (p *page) outdated(c *cellState) bool {
	if c.number == 0 {
		return false
	}
	if c.stale || c.result.Failed || c.resets() {
		return true
	}
	for name := range c.mentions {
		if p.again[name] {
			return true
		}
	}
	for _, other := range p.redone {
		for name := range c.defines {
			if other.mentions[name] {
				return true
			}
		}
	}
	return false
}

// resets reports whether a cell removes all definitions, or names modules for the cells below.
func (c *cellState) resets() bool {
	return strings.Contains(c.text, "%reset") || strings.Contains(c.text, "%require")
}

// check compiles a cell.
func (p *page) check(c *cellState) {
	note := func(names map[string]bool) {
		for name := range names {
			p.again[name] = true
		}
	}
	note(c.defines)
	c.stale, c.names = false, nil
	c.text, c.script, c.fault = c.doc.text, !p.notebook, nil
	c.mentions, c.defines, c.adopts = syntax.Identifiers(c.text), make(map[string]bool), make(map[string]bool)
	parsed := false
	var last explain.Cell
	p.k.Observe(func(seen explain.Cell) {
		parsed, last = true, seen
		c.observe(seen)
	})
	p.compile++
	c.result = p.checked(c)
	for _, s := range syntax.Steps(c.text) {
		switch {
		case s.Magic == nil:
		case s.Magic.Name == "require":
			for _, path := range vet.Required(s.Magic.Arg) {
				path, _, _ = strings.Cut(path, "@")
				c.defines[path[strings.LastIndexByte(path, '/')+1:]] = true
			}
		case s.Magic.Name == "trace" && parsed: // its code is the last step
			c.names = append(c.names, tracedNames(last, s.Magic, c.number)...)
		}
	}
	if !parsed {
		c.defines = c.mentions // anything may have been, and may be, defined
	}
	note(c.defines)
	p.redone = append(p.redone, c)
}

// checked compiles a cell, or a script.
func (p *page) checked(c *cellState) vet.Result {
	if !c.script {
		return p.k.Check(vet.Cell{Number: c.number, Text: c.text})
	}
	in, program, err := vet.Script("", c.text)
	if err != nil && !program {
		return vet.Result{} // a package, which other language servers check
	}
	r := p.k.Check(in)
	if err != nil && r.Errors == nil {
		c.fault = &explain.Diagnostic{Cell: 1, Line: 1, Col: 1, Message: strings.TrimPrefix(err.Error(), ": ")}
	}
	return r
}

// observe notes what a step of the cell defines, and where its names are.
func (c *cellState) observe(seen explain.Cell) {
	t := seen.Tree
	for _, spec := range t.Imports {
		if spec.Name != nil {
			c.defines[spec.Name.Name] = true
		}
		path := strings.Trim(spec.Path.Value, "`\"")
		c.defines[path[strings.LastIndexByte(path, '/')+1:]] = true
	}
	own := t.Declared()
	for name := range own {
		c.defines[name] = true
	}
	for _, id := range t.Defined() {
		c.defines[id.Name] = true
	}
	for _, d := range t.Decls {
		if d.Recv == "" || d.Again {
			continue
		}
		c.defines[d.Recv] = true
		for _, name := range d.Names {
			c.defines[name] = true
		}
		if !own[d.Recv] {
			c.adopts[d.Recv] = true
		}
	}
	c.names = append(c.names, occurrences(seen)...)
}

// cellOf returns the cell with a document, and its place in the list.
func (p *page) cellOf(d *document) (*cellState, int) {
	for i, c := range p.cells {
		if c.doc == d {
			return c, i
		}
	}
	return nil, -1
}

// numbered returns the cell with a number.
func (p *page) numbered(n int) *cellState {
	for _, c := range p.cells {
		if c.number == n && n > 0 {
			return c
		}
	}
	return nil
}

// above makes the compiler know what the cells above cell i define, and no more.
func (p *page) above(i int) {
	p.update(i, nil)
	p.k.Load(p.states[i])
}

// importsSources reports whether a cell imports a package that is loaded from source.
func (p *page) importsSources() bool {
	for _, c := range p.cells {
		if c.result.Sources() {
			return true
		}
	}
	return false
}
