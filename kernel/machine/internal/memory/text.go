// SPDX-License-Identifier: BSD-3-Clause

// The texts of types, as %T and package reflect write them.
//
// A type that is declared in a function has the name that the Go compiler gives it: with the type
// arguments of the function, and in type arguments with a number.

package memory

import (
	"go/types"
	"strconv"
	"strings"
	"sync"
)

// LocalTypes has what the Go compiler adds to the names of types that are declared in functions.
var LocalTypes sync.Map // of *types.TypeName to LocalType

// A LocalType is a type that is declared in a function.
type LocalType struct {
	Number int          // in the order of the text; it is written in type arguments
	Outer  []types.Type // the type arguments of the function
}

// typeText returns a type as package reflect writes it, which is what %T prints.
func typeText(t types.Type) string {
	var b strings.Builder
	writeType(&b, t, false)
	return b.String()
}

// writeType writes t; inArgs says that it is a type argument, where reflect writes whole import
// paths.
func writeType(b *strings.Builder, t types.Type, inArgs bool) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.Uint8:
			b.WriteString("uint8")
		case types.Int32:
			b.WriteString("int32")
		case types.UnsafePointer:
			b.WriteString("unsafe.Pointer")
		default:
			b.WriteString(types.Default(t).String())
		}
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil {
			if inArgs {
				b.WriteString(p.Path() + ".")
			} else {
				b.WriteString(p.Name() + ".")
			}
		}
		b.WriteString(t.Obj().Name())
		v, isLocal := LocalTypes.Load(t.Obj())
		local, _ := v.(LocalType)
		if outer, n := len(local.Outer), t.TypeArgs().Len(); outer+n > 0 {
			b.WriteByte('[')
			for i, a := range local.Outer {
				if i > 0 {
					b.WriteByte(',')
				}
				writeType(b, a, true)
			}
			for i := range n {
				switch {
				case i > 0:
					b.WriteByte(',')
				case outer > 0:
					b.WriteByte(';')
				}
				writeType(b, t.TypeArgs().At(i), true)
			}
			b.WriteByte(']')
		}
		if isLocal && inArgs {
			b.WriteString("·" + strconv.Itoa(local.Number))
		}
	case *types.Pointer:
		b.WriteByte('*')
		writeType(b, t.Elem(), inArgs)
	case *types.Slice:
		b.WriteString("[]")
		writeType(b, t.Elem(), inArgs)
	case *types.Array:
		b.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		writeType(b, t.Elem(), inArgs)
	case *types.Map:
		b.WriteString("map[")
		writeType(b, t.Key(), inArgs)
		b.WriteByte(']')
		writeType(b, t.Elem(), inArgs)
	case *types.Chan:
		b.WriteString([...]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[t.Dir()])
		if c, ok := types.Unalias(t.Elem()).(*types.Chan); ok && t.Dir() == types.SendRecv && c.Dir() == types.RecvOnly {
			b.WriteByte('(')
			writeType(b, c, inArgs)
			b.WriteByte(')')
			return
		}
		writeType(b, t.Elem(), inArgs)
	case *types.Signature:
		b.WriteString("func")
		writeSignature(b, t, inArgs)
	case *types.Struct:
		b.WriteString("struct {")
		for i := range t.NumFields() {
			f := t.Field(i)
			if i > 0 {
				b.WriteByte(';')
			}
			b.WriteByte(' ')
			if !f.Embedded() {
				if inArgs && !f.Exported() && f.Pkg() != nil {
					b.WriteString(f.Pkg().Path() + ".")
				}
				b.WriteString(f.Name() + " ")
			}
			writeType(b, f.Type(), inArgs)
			if tag := t.Tag(i); tag != "" {
				b.WriteString(" " + strconv.Quote(tag))
			}
		}
		if t.NumFields() > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case *types.Interface:
		b.WriteString("interface {")
		for i := range t.NumMethods() {
			if i > 0 {
				b.WriteByte(';')
			}
			m := t.Method(i)
			b.WriteByte(' ')
			if !m.Exported() && m.Pkg() != nil {
				b.WriteString(m.Pkg().Name() + ".")
			}
			b.WriteString(m.Name())
			writeSignature(b, m.Signature(), inArgs)
		}
		if t.NumMethods() > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	default:
		b.WriteString(t.String())
	}
}

func writeSignature(b *strings.Builder, s *types.Signature, inArgs bool) {
	b.WriteByte('(')
	for i := range s.Params().Len() {
		if i > 0 {
			b.WriteString(", ")
		}
		t := s.Params().At(i).Type()
		if s.Variadic() && i == s.Params().Len()-1 {
			b.WriteString("...")
			if l, ok := t.Underlying().(*types.Slice); ok {
				t = l.Elem()
			}
		}
		writeType(b, t, inArgs)
	}
	b.WriteByte(')')
	switch n := s.Results().Len(); {
	case n == 1:
		b.WriteByte(' ')
		writeType(b, s.Results().At(0).Type(), inArgs)
	case n > 1:
		b.WriteString(" (")
		for i := range n {
			if i > 0 {
				b.WriteString(", ")
			}
			writeType(b, s.Results().At(i).Type(), inArgs)
		}
		b.WriteByte(')')
	}
}
