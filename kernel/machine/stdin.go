// Standard input.
//
// A file of the operating system cannot be made to ask a user, so os.Stdin stays what it is, and
// what reads from it is given Options.Stdin in its place: a compiled function that takes an
// io.Reader, and the method Read. Both compare the pointer, so a program that gives os.Stdin
// another value gets that.

package machine

import (
	"go/types"
	"io"
	"os"
	"unsafe"
)

// A stdinReader is os.Stdin as compiled code has it.
type stdinReader struct {
	io.Reader
	file *os.File
}

// MachineValue is os.Stdin again.
func (r *stdinReader) MachineValue() any { return r.file }

// standsFor reports whether x is os.Stdin.
func (r *stdinReader) standsFor(x iface) bool {
	if r == nil || x.data != unsafe.Pointer(r.file) {
		return false
	}
	_, ok := x.toAny().(*os.File)
	return ok
}

// outwardReader is the crossing of an io.Reader at off.
func (r *stdinReader) outward(off uintptr) crossing {
	own := io.Reader(r)
	words := *(*iface)(unsafe.Pointer(&own))
	return func(q fp) {
		if v := at[iface](q, off); r.standsFor(*v) {
			*v = words
		}
	}
}

// isReader reports whether t is io.Reader, under whatever name.
func isReader(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	if !ok || i.NumMethods() != 1 || i.Method(0).Name() != "Read" {
		return false
	}
	sig := i.Method(0).Signature()
	if sig.Params().Len() != 1 || sig.Results().Len() != 2 {
		return false
	}
	s, ok := sig.Params().At(0).Type().(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte]) && types.Identical(sig.Results().At(0).Type(), types.Typ[types.Int]) &&
		types.Identical(sig.Results().At(1).Type(), types.Universe.Lookup("error").Type())
}

func stdinSpecials() {
	specials["(*os.File).Read"] = func(m *Machine, f *Func, q fp) bool {
		if m.stdin == nil || *at[*os.File](q, f.params.offsets[0]) != m.stdin.file {
			return false
		}
		n, err := m.stdin.Read(*at[[]byte](q, f.params.offsets[1]))
		*at[int](q, f.results.offsets[0]) = n
		*at[error](q, f.results.offsets[1]) = err
		return true
	}
}
