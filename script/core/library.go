// SPDX-License-Identifier: BSD-3-Clause

package core

import (
	"reflect"
	"sync"

	"polka/kernel/session"
	stdfacts "polka/stdlib/facts"
	"polka/stdlib/table"
)

// A Library is a set of packages that code can import. Package basic has one with the packages that
// most code needs, and the program maketables writes others. Its fields must not change once a
// session uses it; any number of sessions can.
type Library struct {
	// Tables are the symbols of the packages: their functions, variables, types and constants.
	Tables []*table.Table
	// Facts are archives of the types of the packages, and of their documentation, as package
	// extract makes them.
	Facts [][]byte
	// Prelude names packages that code uses without an import and without a note: "fmt".
	Prelude []string
	// Picture returns what is shown in place of a value, a value with methods such as SVG; see
	// package display. It may be nil.
	Picture func(v any) any
	// Symbols returns more symbols, in yaegi's format: the keys are an import path, a slash and the
	// package's name. It may be nil.
	Symbols func() map[string]map[string]reflect.Value

	read  sync.Once
	all   session.Symbols
	facts *stdfacts.Set
}

// load reads a library when a session first uses it.
func (l *Library) load() {
	l.read.Do(func() {
		l.all = make(session.Symbols)
		if l.Symbols != nil {
			l.all = l.Symbols()
		}
		for _, t := range l.Tables {
			l.all[t.Path+"/"+t.Name] = t.Map()
		}
		l.facts = stdfacts.New(l.Facts...)
	})
}

// A joined is what sessions use of several libraries.
type joined struct {
	symbols []session.Symbols
	facts   *stdfacts.Set
	prelude []string
	picture func(v any) any
}

// join puts libraries together.
func join(list []*Library) joined {
	var j joined
	var archives [][]byte
	for _, l := range list {
		l.load()
		j.symbols = append([]session.Symbols{l.all}, j.symbols...) // of two tables, the later one counts
		j.prelude = append(j.prelude, l.Prelude...)
		if j.picture == nil {
			j.picture = l.Picture
		}
		archives = append(archives, l.Facts...)
	}
	if len(list) == 1 {
		j.facts = list[0].facts
	} else {
		j.facts = stdfacts.New(archives...)
	}
	return j
}
