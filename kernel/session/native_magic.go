// SPDX-License-Identifier: BSD-3-Clause

// %native: whether code becomes machine code, and what it looks like.

package session

import (
	"fmt"
	"strings"

	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

// magicNative switches machine code on or off, says whether it is on, or shows that of a function
// beside its lines.
func (s *Session) magicNative(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	switch m.Arg {
	case "", "on", "off":
		if m.Arg != "" {
			if err := s.vm.SetNative(m.Arg == "on"); err != nil {
				return engine.Declared{}, s.magicError(r, m, "cells cannot become machine code: "+err.Error())
			}
		}
		s.show(display.Text(s.nativeText()))
		return engine.Declared{}, nil
	}
	f, err := s.functionOrMethod(m.Arg)
	if err != nil {
		return engine.Declared{}, s.magicError(r, m, err.Error())
	}
	if !s.vm.Native() {
		return engine.Declared{}, s.magicError(r, m, "cells do not become machine code now; %native on switches it on, for the functions of the cells that follow")
	}
	s.show(display.Text(s.nativeListing(m.Arg, s.vm.NativeUnits(f))))
	return engine.Declared{}, nil
}

// functionOrMethod finds a function or a method of the cells: f, T.M, or (*T).M. A method is found
// whether its receiver is a pointer or not.
func (s *Session) functionOrMethod(name string) (*machine.Func, error) {
	typ, method, ok := strings.Cut(name, ".")
	if !ok {
		return s.function(name)
	}
	if in, ok := strings.CutPrefix(typ, "(*"); ok {
		typ = strings.TrimSuffix(in, ")")
	}
	obj := s.c.Method(typ + "." + method)
	if obj == nil {
		return nil, fmt.Errorf("undefined: %s", name)
	}
	if obj.Signature().RecvTypeParams().Len() > 0 {
		return nil, fmt.Errorf("%s is generic; each instance has code of its own", name)
	}
	if f := s.vm.MethodOf(obj); f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("%s is not a method that a cell has declared", name)
}

func (s *Session) nativeText() string {
	if s.vm.Native() {
		return "code that is run often becomes machine code"
	}
	if err := machine.NativeCode(false); err != nil {
		return "code does not become machine code: " + err.Error()
	}
	return "code does not become machine code; %native on switches it on"
}

// nativeListing is the text of %native for a function: what runs as closures, then the code.
func (s *Session) nativeListing(name string, list []machine.NativeUnit) string {
	if len(list) == 0 {
		return name + " runs as closures: it was defined while machine code was switched off, or no statement of it can be translated"
	}
	var b strings.Builder
	for _, u := range list {
		what := name
		if u.Loop {
			what = "a loop in " + name
		}
		if u.Why != "" {
			fmt.Fprintf(&b, "%s runs as closures: %s\n", what, u.Why)
			continue
		}
		fmt.Fprintf(&b, "%s: %d bytes of machine code\n", what, u.Size)
		s.nativeClosures(&b, u)
		if !u.Loop || len(list) == 1 || list[0].Why != "" {
			s.nativeParts(&b, u)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// nativeClosures lists the statements that the code leaves to closures.
func (s *Session) nativeClosures(b *strings.Builder, u machine.NativeUnit) {
	seen := map[string]bool{}
	for _, p := range u.Parts {
		if line := s.nativeLine(p); p.Leaves && !seen[line] {
			seen[line] = true
			fmt.Fprintf(b, "  left to closures, in whole or in part: %s\n", line)
		}
	}
}

// nativeParts lists the code below the lines that it comes from.
func (s *Session) nativeParts(b *strings.Builder, u machine.NativeUnit) {
	last := "none"
	for _, p := range u.Parts {
		if line := s.nativeLine(p); line != last {
			fmt.Fprintf(b, "%s\n", line)
			last = line
		}
		for _, x := range p.Text {
			fmt.Fprintf(b, "    %s\n", x)
		}
	}
}

// nativeLine is the line of a statement with its place.
func (s *Session) nativeLine(p machine.NativePart) string {
	if p.Pos == 0 {
		return "(enter and return)"
	}
	n, line, _ := s.c.Place(p.Pos)
	if file, line, _, src := s.c.File(p.Pos); file != "" {
		return fmt.Sprintf("%s:%d: %s", file, line, sourceLine(src, line))
	}
	return fmt.Sprintf("cell %d, line %d: %s", n, line, strings.TrimSpace(sourceLine(s.c.Source(n), line)))
}
