// SPDX-License-Identifier: BSD-3-Clause

// What is machine code, for those who want to see it.

package machine

import (
	"go/token"

	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// NativeCode returns an error that says why this program cannot run machine code, nil if it can. It
// is not necessarily switched on. Thorough checks that the collector and native code notice each
// other, too, which takes some milliseconds.
func NativeCode(thorough bool) error {
	if err := translatable(); err != nil {
		return err
	}
	if thorough {
		return code.Live()
	}
	return nil
}

// NativeByDefault reports whether code that is run often becomes machine code in a Machine whose
// options leave that to the environment.
func NativeByDefault() bool { return threshold(0) > 0 && NativeCode(false) == nil }

// Native reports whether code that is run often becomes machine code.
func (m *Machine) Native() bool { return m.Threshold.Load() > 0 && NativeCode(false) == nil }

// SetNative switches machine code on or off, for functions that are called and loops that begin
// from now on. Functions that have been compiled while it was off stay closures.
func (m *Machine) SetNative(on bool) error {
	if !on {
		m.Threshold.Store(0)
		return nil
	}
	if err := NativeCode(false); err != nil {
		return err
	}
	node.WithTrees()
	m.Threshold.CompareAndSwap(0, often)
	return nil
}

// A NativeUnit is the body of a function, or a loop, with its machine code.
type NativeUnit struct {
	Loop bool
	Why  string // why it is not machine code; empty if it is
	Size int    // in bytes
	// Parts are the code in the order of its addresses.
	Parts []NativePart
}

// A NativePart is the code of a statement, or of a part of one.
type NativePart struct {
	Pos    token.Pos // of the statement, 0 for code that belongs to none
	Leaves bool      // it begins with a closure that the code runs
	Text   []string  // the instructions, in the syntax of Go's assembler
}

// NativeUnits translates the units of a function and returns them. There are none if the function
// was compiled while machine code was switched off, or has nothing to translate.
func (m *Machine) NativeUnits(f *run.Func) (list []NativeUnit) {
	f.Ready()
	for _, u := range f.Units {
		n := NativeUnit{Loop: u.Loop}
		if u.Hot(1 << 20) {
			n.Size = len(u.Text)
			n.Parts = parts(u)
		} else if n.Why = "it has not been translated"; u.Why != nil {
			n.Why = u.Why.Error()
		}
		list = append(list, n)
	}
	return list
}

// Disassemble returns the instructions of code from one offset to another, one a line. Package
// disasm can do this; without it there is no text.
var Disassemble = func(code []byte, from, to int) []string { return nil }

// parts disassembles the code of a unit, statement by statement.
func parts(u *run.Unit) (list []NativePart) {
	for i, m := range u.Marks {
		end := len(u.Text)
		if i+1 < len(u.Marks) {
			end = u.Marks[i+1].Off
		}
		p := NativePart{Pos: m.Pos, Leaves: m.Leaves, Text: Disassemble(u.Text, m.Off, end)}
		if len(p.Text) > 0 {
			list = append(list, p)
		}
	}
	return list
}
