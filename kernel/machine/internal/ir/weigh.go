// SPDX-License-Identifier: BSD-3-Clause

// What a unit would gain by becoming machine code.

package ir

// The gain of a node over a closure, and the cost of leaving for a closure and coming back, in
// units of about half a nanosecond.
const (
	nodeGain  = 4
	callGain  = 20
	entryGain = 10
	leaveCost = 30
	mathCost  = 12 // of leaving for a function of numbers
	turns     = 8  // of a loop, for an estimate
)

// EnterCost is what it costs to enter native code from Go, in the unit of Gain.
const EnterCost = 16

// Gain estimates what is gained each time a statement is run, if native code runs it.
func (s *Stmt) Gain() int { return s.gain(0) }

func (s *Stmt) gain(depth int) int {
	if s == nil || depth > 6 {
		return 0
	}
	n := nodeGain
	switch s.Kind {
	case Nop, Branch:
		return 0
	case Seq, Several:
		n = 0
	case Do:
		if s.Rare {
			return 0
		}
		return -leaveCost
	case InPlace:
		return callGain + s.Body.gain(depth)
	case Loop, Each, Count:
		return turns*(s.X.gain(depth)+s.Body.gain(depth+1)+s.Post.gain(depth+1)+nodeGain) + nodeGain
	}
	for _, x := range s.List {
		n += x.gain(depth)
	}
	for _, c := range s.Cases {
		n += c.Body.gain(depth) / max(len(s.Cases)/2, 1)
		for _, x := range c.Conds {
			n += x.gain(depth) / 2
		}
	}
	n += s.A.gain(depth) + s.B.gain(depth) + s.X.gain(depth)
	if s.Kind == If {
		return n + (s.Body.gain(depth)+s.Else.gain(depth))/2
	}
	return n + s.Body.gain(depth) + s.Else.gain(depth)
}

func (e *Expr) gain(depth int) int {
	if e == nil {
		return 0
	}
	n := nodeGain
	switch e.Op {
	case Const, Local, Fixed, Boxed:
		return 0
	case Load, Offset:
		n = nodeGain / 4
	case Leaf:
		if e.Rare {
			return 0
		}
		return -leaveCost
	case Entry:
		n = entryGain
	case NextEntry:
		n = entryGain + e.S.gain(depth)
	case Math:
		n = nodeGain - mathCost
	case CallOp:
		n = callGain
		if e.Call.Fn != nil && (!e.Call.Fn.Pos.IsValid() || e.Call.Fn.Stays) {
			n = -leaveCost // compiled code, or closures
		}
		n += e.Call.Pre.gain(depth)
		for _, a := range e.Call.Args {
			n += a.X.gain(depth)
		}
	case After:
		n += e.S.gain(depth)
	}
	return n + e.X.gain(depth) + e.Y.gain(depth) + e.Z.gain(depth)
}
