// SPDX-License-Identifier: BSD-3-Clause

// Advice for frequent panics.

package session

import (
	"fmt"
	"go/types"
	"runtime"
	"strconv"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/cell/typeview"
	"polka/kernel/machine"
)

// outOfRange matches the message about an index that is too large.
var outOfRange = pattern.New(`^index out of range \[(\d+)\] with length (\d+)$`)

// waitsForLock matches a call that locks, and what it locks.
var waitsForLock = pattern.New(`([\pL_][\pL\pN_.]*)\.R?Lock\(\)`)

// assignedMap matches the map at the beginning of an assignment to one of its entries.
var assignedMap = pattern.New(`^([\pL_][\pL\pN_]*)\s*\[`)

// panicHint returns advice for a frequent panic with its message, "" for others.
func (s *Session) panicHint(p *machine.Panic, message string) string {
	if p.Value == machine.ErrDeadlock {
		return s.lockHint(p)
	}
	if _, ok := p.Value.(runtime.Error); !ok {
		return ""
	}
	if strings.HasSuffix(message, "assignment to entry in nil map") {
		return s.nilMapHint(p)
	}
	m := outOfRange.FindStringSubmatch(message)
	if m == nil {
		return ""
	}
	n, _ := strconv.Atoi(m[2])
	if n == 0 {
		return "there are no elements"
	}
	return fmt.Sprintf("the last index is %d", n-1)
}

// lockHint says how to go on if a cell that was stopped has kept a lock: the session keeps its
// variables, so what waits for the lock would wait forever.
func (s *Session) lockHint(p *machine.Panic) string {
	calls, _ := p.Trace()
	if len(calls) == 0 {
		return ""
	}
	n, line, _ := s.c.Place(calls[0].Pos)
	if n <= 0 {
		return ""
	}
	m := waitsForLock.FindStringSubmatch(sourceLine(s.c.Source(n), line))
	if m == nil {
		return ""
	}
	return fmt.Sprintf("nothing unlocks %s; if a cell that was stopped has kept it, %[1]s.Unlock() in a cell of its own helps", m[1])
}

// nilMapHint says how to make the map to which the failing statement assigns.
func (s *Session) nilMapHint(p *machine.Panic) string {
	name, t := "m", types.Type(nil)
	if calls, _ := p.Trace(); len(calls) > 0 {
		n, line, col := s.c.Place(calls[0].Pos)
		if src := sourceLine(s.c.Source(n), line); n > 0 && 0 < col && col <= len(src) {
			if m := assignedMap.FindStringSubmatch(src[col-1:]); m != nil {
				name = m[1]
				t = s.mapType(p, name)
			}
		}
	}
	if t == nil {
		return "make the map before you store something in it, as in m = make(map[string]int)"
	}
	return fmt.Sprintf("make the map before you store something in it: %s = make(%s)", name, types.TypeString(t, typeview.Qualify))
}

// mapType returns the type of the map name at the place of a panic, nil if it is not known.
func (s *Session) mapType(p *machine.Panic, name string) (t types.Type) {
	p.Locals(func(n string, v machine.Value) {
		if n == name && v.Type != nil {
			t = v.Type.GoType()
		}
	})
	if t == nil {
		if v := s.debug.variable(name); v != nil {
			t = v.Type()
		}
	}
	if t == nil {
		if v, ok := s.c.Session().Lookup(name).(*types.Var); ok {
			t = v.Type()
		}
	}
	if t == nil {
		return nil
	}
	if _, ok := t.Underlying().(*types.Map); !ok {
		return nil
	}
	return t
}
