// SPDX-License-Identifier: BSD-3-Clause

// Replay.
//
// When a child has died, its successor should have the same declarations. Values are lost, and
// running old statements again would repeat output, input and computations; but imports, types,
// functions and constants can be declared again without the user noticing. The reply to a cell
// contains the declarations of each of its steps (engine.Declared). The ledger keeps these
// declarations, step by step, in the order of execution, and replay runs them silently in the same
// order.
//
// A declaration is dropped when later ones have declared all of its names, unless a declaration
// that remains refers to it: a function that no longer compiles after a redefinition keeps calling
// the old function. So each declaration refers to those to which its names referred when it was
// made, and declarations that are not reachable from the newest declaration of some name are
// removed. An interpreter that compiles the callers of a redefined function again reports them as
// declarations of that cell, so they follow it in the ledger too. An import that repeats the last
// one of its name adds nothing. The ledger therefore grows with the number of names, not with the
// number of cells.
//
// A declaration that mentions a variable cannot be compiled without it. When the variables are
// lost, it is removed, together with all that refer to it.
//
// A step that no longer runs is removed. If the new child dies during a step, the step is run once
// more, since the child may have been killed from outside; if the child dies there again (a
// constant cannot end it, but a bug of the interpreter can), the step is removed. A step that does
// not end is removed at once.
//
// Cost: for a cell that replaces a declaration, one pass over the ledger; for a replay, the time to
// compile the declarations, about a millisecond each.

package worker

import (
	"bytes"
	"slices"
	"strings"

	"polka/kernel/engine"
)

// A ledger holds what has to be declared in a new child. Its zero value is empty.
type ledger struct {
	entries   []*entry
	newest    map[string]*declaration // by name
	variables []string                // that hold values now, in the order of their definition
}

// An entry holds the declarations of a step of a cell that are still needed.
type entry struct {
	number int    // of the cell
	text   string // of the cell
	list   []*declaration
	deaths int // children that died in a row while they replayed it
}

type declaration struct {
	engine.Declaration
	refers []*declaration
	mark   bool // while declarations are removed: this one remains
}

// source returns the declarations. If they are parts of the text of the cell, they are at their
// places in it, so that breakpoints are found and errors name the lines; placed is true in this
// case. Imports are in the first line, since their texts are not those of the cell.
func (e *entry) source() (code string, placed bool) {
	var list engine.Declarations
	imports, found := "", 0
	blank := []byte(e.text)
	for i, c := range blank {
		if c != '\n' && c != '\r' {
			blank[i] = ' '
		}
	}
	place := func(text string) bool {
		for at := 0; ; at++ {
			i := strings.Index(e.text[at:], text)
			if i < 0 {
				return false
			}
			at += i
			end := at + len(text)
			if len(bytes.TrimSpace(blank[at:end])) > 0 {
				continue // a part of another declaration
			}
			copy(blank[at:], text)
			if end < len(blank) && blank[end] == ' ' {
				blank[end] = ';' // another may follow on the line
			}
			return true
		}
	}
	for _, d := range e.list {
		list = append(list, d.Declaration)
		if strings.HasPrefix(d.Text, "import ") {
			imports += d.Text + "; "
			continue
		}
		if place(d.Text) {
			found++
		}
	}
	if found == 0 || found+strings.Count(imports, "; ") < len(list) {
		return list.Source(), false
	}
	return imports + string(blank), true
}

// add records what the cell with a number and a text has declared.
func (l *ledger) add(number int, text string, d engine.Declared) {
	if d.Reset {
		*l = ledger{}
	}
	for _, v := range d.Variables {
		if !slices.Contains(l.variables, v) {
			l.variables = append(l.variables, v)
		}
	}
	for _, step := range d.Steps {
		l.addStep(number, text, step)
	}
}

func (l *ledger) addStep(number int, text string, step engine.Declarations) {
	if l.newest == nil {
		l.newest = make(map[string]*declaration)
	}
	e := &entry{number: number, text: text}
	replaced := false
	for _, d := range step {
		if l.knows(d) {
			continue
		}
		n := &declaration{Declaration: d}
		for _, name := range d.Names {
			replaced = replaced || l.newest[name] != nil
			l.newest[name] = n
		}
		e.list = append(e.list, n)
	}
	for _, d := range e.list {
		for _, name := range d.Mentions {
			if other := l.newest[name]; other != nil && other != d {
				d.refers = append(d.refers, other)
			}
		}
	}
	if len(e.list) > 0 {
		l.entries = append(l.entries, e)
	}
	if replaced {
		l.prune()
	}
}

// knows reports whether d is an import that is equal to the newest one of its names.
func (l *ledger) knows(d engine.Declaration) bool {
	return strings.HasPrefix(d.Text, "import ") && !slices.ContainsFunc(d.Names, func(name string) bool {
		return l.newest[name] == nil || l.newest[name].Text != d.Text
	})
}

// prune removes what cannot be reached from the newest declaration of a name.
func (l *ledger) prune() {
	var reach func(d *declaration)
	reach = func(d *declaration) {
		if !d.mark {
			d.mark = true
			for _, other := range d.refers {
				reach(other)
			}
		}
	}
	for _, d := range l.newest {
		reach(d)
	}
	l.remove(func(d *declaration) bool {
		keep := d.mark
		d.mark = false
		return !keep
	})
}

// remove removes the declarations for which gone reports true, and entries without declarations.
func (l *ledger) remove(gone func(d *declaration) bool) {
	for _, e := range l.entries {
		e.list = slices.DeleteFunc(e.list, func(d *declaration) bool {
			if !gone(d) {
				return false
			}
			for _, name := range d.Names {
				if l.newest[name] == d {
					delete(l.newest, name)
				}
			}
			return true
		})
	}
	l.entries = slices.DeleteFunc(l.entries, func(e *entry) bool { return len(e.list) == 0 })
}

// lose removes all variables, and the declarations that cannot be compiled without them. It returns
// the names of both.
func (l *ledger) lose() (variables, declarations []string) {
	variables = l.variables
	l.variables = nil
	bad := make(map[*declaration]bool)
	for more := true; more; {
		more = false
		for _, e := range l.entries {
			for _, d := range e.list {
				if !bad[d] && (len(d.Reads) > 0 || slices.ContainsFunc(d.refers, func(r *declaration) bool { return bad[r] })) {
					bad[d], more = true, true
				}
			}
		}
	}
	l.remove(func(d *declaration) bool {
		if bad[d] {
			declarations = append(declarations, d.Names...)
		}
		return bad[d]
	})
	return variables, declarations
}

// drop removes an entry.
func (l *ledger) drop(i int) {
	lost := l.entries[i].list
	l.remove(func(d *declaration) bool { return slices.Contains(lost, d) })
}

// died records that a child died while it replayed an entry. It removes the entry, and reports
// that, if it was the second child in a row.
func (l *ledger) died(i int) (dropped bool) {
	e := l.entries[i]
	if e.deaths++; e.deaths < 2 {
		return false
	}
	l.drop(i)
	return true
}
