// SPDX-License-Identifier: BSD-3-Clause

// Controls that change what cells have read.
//
// A cell can depend on a control in two ways. It calls its Value: the control knows when it was
// read (package widget), so the cells that have read it are known. Or a function that a control
// calls, such as that of an Interact, sets a variable that the cell reads: package effect knows
// which variables such functions may set, and the values of these before and after a call say which
// it has set.
//
// In both cases the cells become stale between two cells, so there is no reply that could say so.
// The session tells the output of the last cell, if it is an engine.MarkOutput. With %reactive on,
// it asks whoever takes the output to execute engine.Resume, which has no code; the reply to it
// names the first of the cells that run by themselves, and so on, as after any other cell.
//
// A cell that runs by itself is stopped when the user moves a control: it is to run again with the
// newest values, if it depends on the control, and otherwise as well, which is simpler and costs
// little.

package session

import (
	"hash/maphash"
	"math"
	"reflect"
	"slices"
	"time"

	"polka/kernel/engine"
	"polka/kernel/fresh"
	"polka/kernel/widget/host"
)

// Moved implements [host.Env].
func (w widgets) Moved(m host.Move) {
	s := w.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !m.User && (s.run == nil || !s.run.call) {
		return // a cell has set the value, which package effect has seen
	}
	if r := s.run; r != nil && r.supersede != nil {
		r.superseded = true
		r.supersede()
	}
	for _, j := range s.jobs.queue {
		if j.move != nil && j.move.Widget == m.Widget {
			j.move.Read = append(j.move.Read, m.Read...)
			return
		}
	}
	s.jobs.queue = append(s.jobs.queue, &job{move: &m})
	s.serve()
}

// takeMoves removes the moves from the queue and records them.
func (s *Session) takeMoves() {
	s.mu.Lock()
	var moves []*host.Move
	s.jobs.queue = slices.DeleteFunc(s.jobs.queue, func(j *job) bool {
		if j.move != nil {
			moves = append(moves, j.move)
		}
		return j.move != nil
	})
	s.mu.Unlock()
	for _, m := range moves {
		s.noteMove(m)
	}
}

// noteMove records that the user has changed a value.
func (s *Session) noteMove(m *host.Move) {
	f := &s.fresh
	label := m.Label
	for _, c := range f.graph.Cells() {
		if c.Began <= m.Born && m.Born <= c.Ended {
			label = s.nameOf(c, m.Widget, label)
		}
	}
	f.note(f.graph.Moved(label, m.Born, m.Read))
}

// nameOf returns the variable of a cell that holds a widget, or otherwise if there is none.
func (s *Session) nameOf(c *fresh.Cell, widget any, otherwise string) string {
	for _, w := range c.Effects.Writes {
		name := fresh.Name(w.Key)
		if v, ok := s.variable(w.Key); ok && v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct && v.Elem().NumField() > 0 {
			// A widget is a pointer to a struct that begins with its model.
			if core := v.Elem().Field(0); core.Kind() == reflect.Pointer && core.Pointer() == reflect.ValueOf(widget).Pointer() {
				return name
			}
		}
	}
	return otherwise
}

// variable returns the variable with a key of package fresh.
func (s *Session) variable(key string) (v reflect.Value, ok bool) {
	name := fresh.Name(key)
	if s.fresh.effects.Key(name) != key {
		return v, false
	}
	s.compiling.Lock()
	symbol, ok := s.c.SymbolOf(name)
	s.compiling.Unlock()
	if !ok {
		return v, false
	}
	return s.vm.Exported(symbol)
}

// tellMarks sends the marks that have changed between cells, and asks for the cells that run by
// themselves.
func (s *Session) tellMarks() {
	f := &s.fresh
	marks := f.marks
	f.marks = nil
	next := f.reactive > 0 && len(f.automatic()) > 0
	if len(marks) == 0 && !next {
		return
	}
	if o, ok := s.output().(engine.MarkOutput); ok {
		o.Marks(marks, next)
	}
}

// resume begins to run cells by themselves.
func (f *freshness) resume() {
	f.plan = nil
	if f.reactive > 0 {
		f.replan, f.rounds, f.until = f.automatic, maxRounds, time.Now().Add(f.reactive)
	}
}

// A print is what the variables contain that functions of controls may set, as hash values.
type print map[string]uint64

// printLater returns the print of now; nil if no function sets a variable.
func (s *Session) printLater() print {
	keys := s.fresh.effects.Later()
	if len(keys) == 0 {
		return nil
	}
	s.mu.Lock()
	alive := s.alive
	s.mu.Unlock()
	p := make(print, len(keys))
	for _, key := range keys {
		h := hasher{seen: make(map[uintptr]bool)}
		h.SetSeed(printSeed)
		v, ok := s.variable(key)
		if ok && alive == 0 { // otherwise a goroutine may be changing it
			h.add(v)
		} else {
			h.looked = printLimit
		}
		if p[key] = h.Sum64(); h.looked >= printLimit {
			p[key] = 0
		}
	}
	return p
}

// noteLater records the variables that differ from before, and reports whether there are any. Those
// of which not everything was looked at count as changed.
func (s *Session) noteLater(before print) (changed bool) {
	if before == nil {
		return false
	}
	for key, sum := range s.printLater() {
		if old, ok := before[key]; !ok || old == 0 || old != sum {
			s.fresh.note(s.fresh.graph.Touch(key))
			changed = true
		}
	}
	return changed
}

var printSeed = maphash.MakeSeed()

// printLimit is how many values of a variable a print looks at.
const printLimit = 20_000

// A hasher adds values to a hash.
type hasher struct {
	maphash.Hash
	looked int
	seen   map[uintptr]bool
}

func (h *hasher) number(x uint64) {
	var b [8]byte
	for i := range b {
		b[i] = byte(x >> (8 * i))
	}
	h.Write(b[:])
}

// add adds a value and what it refers to.
func (h *hasher) add(v reflect.Value) {
	if h.looked++; h.looked > printLimit {
		return
	}
	switch h.number(uint64(v.Kind())); v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			h.number(1)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		h.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		h.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		h.number(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		h.number(math.Float64bits(real(v.Complex())))
		h.number(math.Float64bits(imag(v.Complex())))
	case reflect.String:
		h.number(uint64(v.Len()))
		h.WriteString(v.String())
	case reflect.Slice, reflect.Array:
		h.number(uint64(v.Len()))
		for i := 0; i < v.Len() && h.looked <= printLimit; i++ {
			h.add(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			h.add(v.Field(i))
		}
	case reflect.Map:
		h.addMap(v)
	case reflect.Interface:
		if !v.IsNil() {
			h.WriteString(v.Elem().Type().String())
			h.add(v.Elem())
		}
	case reflect.Pointer:
		if p := v.Pointer(); p != 0 && !h.seen[p] {
			h.seen[p] = true
			h.add(v.Elem())
		}
	default: // functions and channels
		if !v.IsNil() {
			h.number(uint64(v.Pointer()))
		}
	}
}

// addMap adds the entries of a map, in any order.
func (h *hasher) addMap(v reflect.Value) {
	h.number(uint64(v.Len()))
	var sum uint64
	for i := v.MapRange(); i.Next() && h.looked <= printLimit; {
		one := hasher{looked: h.looked, seen: h.seen}
		one.SetSeed(printSeed)
		one.add(i.Key())
		one.add(i.Value())
		sum += one.Sum64()
		h.looked = one.looked
	}
	h.number(sum)
}
