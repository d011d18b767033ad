// SPDX-License-Identifier: BSD-3-Clause

package tables

import "fmt"

// Package fmt treats a value that has a method String as text for some verbs and as what it is for
// others: a color that prints as "green" with %v prints as 1 with %d. An interpreted value comes to
// it in a wrapper that has the method, so the wrapper must know the difference: for the other verbs
// it hands on the value.

// An Error is an error of an interpreted type, as fmt's functions get it. It stands in for the type
// error in the interpreter's list of interfaces that those functions look for.
type Error interface{ Error() string }

// A stringer makes an interpreted value a fmt.Stringer.
type stringer struct {
	IValue  any
	WString func() string
}

func (w stringer) String() string {
	if w.WString == nil {
		return "" // the interpreter has not filled it in yet
	}
	return w.WString()
}

// Format prints the value, or its text where fmt would.
func (w stringer) Format(s fmt.State, verb rune) { formatText(s, verb, w.String, w.IValue) }

func formatText(s fmt.State, verb rune, text func() string, value any) {
	format := fmt.FormatString(s, verb)
	switch verb {
	case 'v', 's', 'q', 'x', 'X':
		if verb != 'v' || !s.Flag('#') {
			fmt.Fprintf(s, format, text())
			return
		}
	}
	fmt.Fprintf(s, format, value)
}

// Wrappers holds the wrapper of Error, which no package of Go's library has.
var Wrappers = Table{
	Path:  "polka/stdlib/internal/tables",
	Name:  "tables",
	Types: []Symbol{{"Error", (*Error)(nil)}, {"_Error", (*wrappedError)(nil)}},
}
