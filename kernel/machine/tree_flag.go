// Package flag creates the zero value of a flag's type by reflection, and does not print a default
// that has the same text. Values of cells' types are in wrappers, whose zero values have an empty
// text. So while package flag prints defaults, those that are zero values get an empty text too.

package machine

import (
	"encoding"
	"flag"
	"go/types"
	"unsafe"
)

func flagSpecials() {
	specials["flag.TextVar"] = func(m *Machine, f *Func, q fp) bool { return m.textVar(flag.CommandLine, f, q, 0) }
	specials["(*flag.FlagSet).TextVar"] = func(m *Machine, f *Func, q fp) bool {
		return m.textVar(*treeArg[*flag.FlagSet](f, q, 0), f, q, 1)
	}
	specials["(*flag.FlagSet).PrintDefaults"] = func(m *Machine, f *Func, q fp) bool {
		flags := *treeArg[*flag.FlagSet](f, q, 0)
		if flags != nil {
			defer m.HideZeroDefaults(flags)()
		}
		flags.PrintDefaults()
		return true
	}
	specials["(*flag.FlagSet).Parse"] = func(m *Machine, f *Func, q fp) bool {
		flags := *treeArg[*flag.FlagSet](f, q, 0)
		if flags != nil {
			defer m.HideZeroDefaults(flags)()
		}
		*treeResult[error](f, q, 0) = flags.Parse(*treeArg[[]string](f, q, 1))
		return true
	}
}

// HideZeroDefaults removes the defaults of flags of cells' types that are the zero values of these
// types. restore sets them again.
func (m *Machine) HideZeroDefaults(flags *flag.FlagSet) (restore func()) {
	hidden := make(map[*flag.Flag]string)
	flags.VisitAll(func(f *flag.Flag) {
		if zero, ok := m.zeroText(unwrap(f.Value)); ok && zero == f.DefValue {
			hidden[f] = zero
			f.DefValue = ""
		}
	})
	return func() {
		for f, text := range hidden {
			f.DefValue = text
		}
	}
}

// zeroText returns the text of the zero value of the type of v, a value of a cell, or of the type
// that v points to.
func (m *Machine) zeroText(v any) (text string, ok bool) {
	defer func() {
		if recover() != nil { // in String
			text, ok = "", false
		}
	}()
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil || !t.own {
		return "", false
	}
	zero := t.alloc()
	if p, ok := types.Unalias(t.Go).(*types.Pointer); ok {
		m.mu.Lock()
		elem := m.typ(p.Elem())
		m.mu.Unlock()
		*(*unsafe.Pointer)(zero) = elem.alloc()
	}
	call, ok := m.Method(t.box(zero), "String", "string")
	if !ok {
		return "", false
	}
	text, ok = call()[0].(string)
	return text, ok
}

// A textFlag is the value of a flag that flag.TextVar defines with a variable of a cell's type.
// Package flag cannot see that the variable and its default have the same type.
type textFlag struct {
	p    encoding.TextUnmarshaler
	text *hook // the method MarshalText, nil if there is none
}

func (f textFlag) Set(s string) error { return f.p.UnmarshalText([]byte(s)) }
func (f textFlag) Get() any           { return f.p }

func (f textFlag) String() string {
	if f.text == nil {
		return ""
	}
	b, err := f.text.bytes()
	if err != nil {
		return ""
	}
	return string(b)
}

// textVar is flag.TextVar for a variable of a cell's type. Its first argument is argument i.
func (m *Machine) textVar(set *flag.FlagSet, f *Func, q fp, i int) bool {
	p := *treeArg[encoding.TextUnmarshaler](f, q, i)
	v, value := unwrap(p), unwrap(*treeArg[encoding.TextMarshaler](f, q, i+2))
	t, vt := m.typeOfValue(v), m.typeOfValue(value)
	if t == nil || vt == nil {
		return false
	}
	ptr, ok := t.Go.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	m.mu.Lock()
	elem := m.typ(ptr.Elem())
	m.mu.Unlock()
	from := vt.unbox(value)
	if _, ok := vt.Go.Underlying().(*types.Pointer); ok {
		m.mu.Lock()
		vt = m.elemType(vt)
		m.mu.Unlock()
		from = *(*unsafe.Pointer)(from)
	}
	if vt != elem {
		panic("default type does not match variable type: " + vt.String() + " != " + elem.String())
	}
	elem.copy(*(*unsafe.Pointer)(t.unbox(v)), from)
	flagged := textFlag{p: p}
	if method, ok := m.hasMethod(v, "MarshalText"); ok {
		flagged.text = &hook{m: m, v: v, f: method}
	}
	set.Var(flagged, *treeArg[string](f, q, i+1), *treeArg[string](f, q, i+3))
	return true
}
