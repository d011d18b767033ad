// SPDX-License-Identifier: BSD-3-Clause

// Standard input, and the standard output of a program that embeds the machine.
//
// A file of the operating system cannot ask a user, so os.Stdin is unchanged, and code that reads
// from it gets Options.Stdin instead: compiled functions that take an io.Reader, and the method
// Read. Both compare the pointer, so if a program assigns another value to os.Stdin, that is used.
//
// The kernel reads what is written to its file descriptors 1 and 2, so os.Stdout and os.Stderr need
// none of this there. With Options.Redirect they are treated like os.Stdin. A field of a compiled
// struct that is set to one of them has the file.

package machine

import (
	"go/types"
	"io"
	"os"
	"slices"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// A stdinReader is os.Stdin as compiled code sees it.
type stdinReader struct {
	io.Reader
	file *os.File
}

// MachineValue returns os.Stdin.
func (r *stdinReader) MachineValue() any { return r.file }

// standsFor reports whether x is os.Stdin.
func (r *stdinReader) standsFor(x memory.Iface) bool {
	if r == nil || x.Data != unsafe.Pointer(r.file) {
		return false
	}
	_, ok := x.ToAny().(*os.File)
	return ok
}

// outwardReader is the crossing of an io.Reader at off.
func (r *stdinReader) outward(off uintptr) crossing {
	own := io.Reader(r)
	words := *(*memory.Iface)(unsafe.Pointer(&own))
	return func(q run.FP) {
		if v := run.At[memory.Iface](q, off); r.standsFor(*v) {
			*v = words
		}
	}
}

// A standardWriter is os.Stdout or os.Stderr as compiled code sees it.
type standardWriter struct {
	io.Writer
	file *os.File
}

// MachineValue returns the file.
func (w *standardWriter) MachineValue() any { return w.file }

// writerFor returns the writer that stands for a file, nil for none.
func (m *Machine) writerFor(f *os.File) *standardWriter {
	for _, w := range m.writers {
		if w.file == f {
			return w
		}
	}
	return nil
}

// redirect replaces an io.Writer that is os.Stdout or os.Stderr.
func (m *Machine) redirect(v *memory.Iface) {
	for _, w := range m.writers {
		if v.Data == unsafe.Pointer(w.file) {
			if _, ok := v.ToAny().(*os.File); ok {
				own := io.Writer(w)
				*v = *(*memory.Iface)(unsafe.Pointer(&own))
			}
		}
	}
}

// outwardWriter returns the crossing of an io.Writer at off, outwardWriters that of a list of them.
func (m *Machine) outwardWriter(off uintptr) crossing {
	return func(q run.FP) { m.redirect(run.At[memory.Iface](q, off)) }
}

func (m *Machine) outwardWriters(off uintptr) crossing {
	return func(q run.FP) {
		list := run.At[[]memory.Iface](q, off)
		*list = slices.Clone(*list)
		for i := range *list {
			m.redirect(&(*list)[i])
		}
	}
}

// isReader reports whether t is io.Reader, under whatever name, and isWriter whether it is
// io.Writer.
func isReader(t types.Type) bool { return isStream(t, "Read") }
func isWriter(t types.Type) bool { return isStream(t, "Write") }

func isStream(t types.Type, method string) bool {
	i, ok := t.Underlying().(*types.Interface)
	if !ok || i.NumMethods() != 1 || i.Method(0).Name() != method {
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
	specials["(*os.File).Read"] = func(m *Machine, f *run.Func, q run.FP) bool {
		if m.stdin == nil || *run.At[*os.File](q, f.Params.Offsets[0]) != m.stdin.file {
			return false
		}
		n, err := m.stdin.Read(*run.At[[]byte](q, f.Params.Offsets[1]))
		*run.At[int](q, f.Results.Offsets[0]) = n
		*run.At[error](q, f.Results.Offsets[1]) = err
		return true
	}
	write := func(text func(q run.FP, off uintptr) []byte) func(m *Machine, f *run.Func, q run.FP) bool {
		return func(m *Machine, f *run.Func, q run.FP) bool {
			if m.writers == nil {
				return false
			}
			w := m.writerFor(*run.At[*os.File](q, f.Params.Offsets[0]))
			if w == nil {
				return false
			}
			n, err := w.Write(text(q, f.Params.Offsets[1]))
			*run.At[int](q, f.Results.Offsets[0]) = n
			*run.At[error](q, f.Results.Offsets[1]) = err
			return true
		}
	}
	specials["(*os.File).Write"] = write(func(q run.FP, off uintptr) []byte { return *run.At[[]byte](q, off) })
	specials["(*os.File).WriteString"] = write(func(q run.FP, off uintptr) []byte { return []byte(*run.At[string](q, off)) })
}
