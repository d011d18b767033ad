// Package flag makes the zero value of a flag's type by reflection, and says nothing of a default
// that has the same text. Values of cells' types come in wrappers, whose zero values have an empty
// text. So while package flag writes about flags, defaults that are zero values have an empty text
// too.

package machine

import (
	"flag"
	"go/types"
	"unsafe"
)

func flagSpecials() {
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

// HideZeroDefaults takes away the defaults of flags of cells' types that are the zero values of
// these types. Restore gives them back.
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

// zeroText is the text of the zero value of the type of v, a value of a cell, or of what v points
// to.
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
