// SPDX-License-Identifier: BSD-3-Clause

// Open calls and their variables, as hooks see them.

package run

import (
	"go/token"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A Frame is an open call. It is valid until the call ends.
type Frame struct {
	t      *Thread
	f      FP
	fn     *Func // of a frame of a trace
	site   int32
	panics bool
}

// Pos returns the place of the statement, or of the function.
func (f *Frame) Pos() token.Pos { return f.t.M.SiteAt(f.site).Pos }

// Func returns the function of the frame.
func (f *Frame) Func() *Func {
	if f.fn != nil {
		return f.fn
	}
	return f.t.M.SiteAt(f.site).F
}

// Depth returns how many calls are open below this one.
func (f *Frame) Depth() int { return int(f.t.Depth) }

// Goroutine returns a value that is different for frames of different goroutines.
func (f *Frame) Goroutine() any { return f.t }

// Panics reports, for Return, whether the function ends by a panic or has been stopped.
func (f *Frame) Panics() bool { return f.panics }

// Locals calls show with each variable of the frame that the statement sees.
func (f *Frame) Locals(show func(name string, v memory.Value)) { f.t.M.locals(f.site, f.f, show) }

// Arguments calls show with each parameter, the receiver first, as it is when the function begins.
// A parameter without a name has the name "_".
func (f *Frame) Arguments(show func(name string, v memory.Value)) {
	fn := f.Func()
	f.vars(&fn.Params, func(i int) string { return fn.Sig.Params().At(i).Name() }, show)
}

// Results calls show with each result of a function that has ended.
func (f *Frame) Results(show func(name string, v memory.Value)) {
	fn := f.Func()
	f.vars(&fn.Results, func(i int) string { return fn.Sig.Results().At(i).Name() }, show)
}

func (f *Frame) vars(l *memory.Layout, name func(i int) string, show func(name string, v memory.Value)) {
	for i, t := range l.Types {
		n := name(i)
		if n == "" {
			n = "_"
		}
		show(n, t.ValueAt(unsafe.Add(f.f, l.Offsets[i])))
	}
}

// locals calls show with each variable of a frame that is seen at a site.
func (m *World) locals(n int32, f FP, show func(name string, v memory.Value)) {
	s := m.SiteAt(n)
	if s.F == nil || s.F.Hidden {
		return
	}
	at := s.Pos
	for _, l := range s.F.Locals {
		if l.Pos >= at || at < l.From || at >= l.End {
			continue
		}
		p := unsafe.Add(f, l.V.Off)
		if l.V.Boxed {
			if p = *(*unsafe.Pointer)(p); p == nil {
				continue
			}
		}
		show(l.Name, l.V.T.ValueAt(p))
	}
}

// A Variable is a variable of an open call.
type Variable struct {
	Name string
	Type *memory.Type
	P    unsafe.Pointer
}

// Value returns what the variable holds.
func (v Variable) Value() memory.Value { return v.Type.ValueAt(v.P) }

// Variables returns the variables that the statement of the frame sees, in the order of their
// declarations, without those that others hide.
func (f *Frame) Variables() (list []Variable) {
	s := f.t.M.SiteAt(f.site)
	if s.F == nil || s.F.Hidden {
		return nil
	}
	at := make(map[string]int)
	for _, l := range s.F.Locals {
		if l.Pos >= s.Pos || s.Pos < l.From || s.Pos >= l.End || l.Name == "" || l.Name == "_" {
			continue
		}
		p := unsafe.Add(f.f, l.V.Off)
		if l.V.Boxed {
			if p = *(*unsafe.Pointer)(p); p == nil {
				continue
			}
		}
		v := Variable{l.Name, l.V.T, p}
		if i, hidden := at[l.Name]; hidden {
			list[i] = v
			continue
		}
		at[l.Name] = len(list)
		list = append(list, v)
	}
	return list
}

// Same reports whether two frames are of the same call.
func (f *Frame) Same(g *Frame) bool { return f.t == g.t && f.f == g.f && f.t.Depth == g.t.Depth }

// Site returns a number of the statement, the same for each call of the function.
func (f *Frame) Site() int { return int(f.site) }

// Stopped is closed when the goroutine has to end.
func (f *Frame) Stopped() <-chan struct{} { return f.t.Stops() }

// Move moves f, the frame with which a traced call began, to the statement of g. It reports whether
// g is a frame of the same call.
func (f *Frame) Move(g *Frame) bool {
	if f.f != g.f {
		return false
	}
	f.site = g.site
	return true
}

// Alone reports whether no other goroutine of cells can change what this one reads: all others of
// the run wait for each other or for this one, and no goroutines of other runs are alive.
func (f *Frame) Alone() bool {
	r := f.t.Run
	return r.alive.Load()-r.waiting.Load() <= 1 && r.untilTimers() <= 0 && (r.Alone == nil || r.Alone())
}

// RunStopped reports whether the run has been stopped.
func (f *Frame) RunStopped() bool { return f.t.Run.Stopped.Load() > 0 }

// CallPos returns the place of the call in the function that calls, 0 if it is not known.
func (f *Frame) CallPos() token.Pos {
	if d := int(f.t.Depth) - 1; d >= 0 && d < len(f.t.Sites) {
		return f.t.M.SiteAt(f.t.Sites[d]).Pos
	}
	return 0
}

// Main reports whether the call is made on the goroutine of Run.Do.
func (f *Frame) Main() bool {
	t := f.t
	if !t.borrowed {
		return t.Main
	}
	if t.home == 0 {
		t.home = 2
		if onMain() {
			t.home = 1
		}
	}
	return t.home == 1
}

// Parameters calls show with each parameter, the receiver first, as it is now.
func (f *Frame) Parameters(show func(name string, v memory.Value)) {
	fn := f.Func()
	for i, t := range fn.Params.Types {
		x := fn.Sig.Params().At(i)
		if x.Name() == "" || x.Name() == "_" {
			continue
		}
		p := unsafe.Add(f.f, fn.Params.Offsets[i])
		for _, l := range fn.Locals {
			if l.Name == x.Name() && l.Pos == x.Pos() && l.V.Boxed {
				if box := *(*unsafe.Pointer)(unsafe.Add(f.f, l.V.Off)); box != nil {
					p = box
				}
			}
		}
		show(x.Name(), t.ValueAt(p))
	}
}

// Captured calls show with each variable of a function literal that belongs to the functions around
// it.
func (f *Frame) Captured(show func(name string, v memory.Value)) {
	for _, l := range f.fn.Locals {
		if l.Pos >= f.fn.Pos {
			continue
		}
		p := unsafe.Add(f.f, l.V.Off)
		if l.V.Boxed {
			if p = *(*unsafe.Pointer)(p); p == nil {
				continue
			}
		}
		show(l.Name, l.V.T.ValueAt(p))
	}
}
