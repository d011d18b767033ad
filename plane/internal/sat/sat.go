// SPDX-License-Identifier: BSD-3-Clause

// Package sat decides whether clauses can be satisfied.
//
// The method is conflict-driven clause learning: J. P. Marques-Silva, K. A. Sakallah, "GRASP: A
// search algorithm for propositional satisfiability", IEEE Transactions on Computers 48, 1999,
// doi.org/10.1109/12.769433, with the watched literals and the activities of M. W. Moskewicz and
// others, "Chaff: Engineering an efficient SAT solver", 2001, doi.org/10.1145/378239.379017. Assign
// a value to a variable and draw the consequences. If they contradict each other, learn a clause
// that says why, and undo assignments until it has a consequence itself. Invariants:
//
//   - the trail has the true literals in the order of their assignment, in blocks by level; a level
//     starts with a decision, and the reason of each further literal is a clause all of whose other
//     literals are false and earlier on the trail;
//   - a clause of more than two literals is watched by its first two. If one of them is false and
//     its consequences have been drawn, the other one, or a third literal that is remembered with
//     the watch, is true.
//
// Clauses of two literals are kept as lists of implications. The clause that is learned from a
// conflict is the first with a single literal of the last level (its first unique implication
// point), without the literals that the others imply. Variables that occur in recent conflicts are
// decided first, with their last values. The search restarts after numbers of conflicts that
// follow Luby's sequence, and forgets the learned clauses whose literals are of many levels.
//
// The package is for problems with some hundred thousand clauses that take seconds, in which most
// clauses have two literals. It is small because it has no preprocessing and no proofs; a test
// compares it with all assignments and with exact covers.
package sat

import (
	"context"
	"slices"

	"polka/internal/yield"
)

// A Lit is a literal: variable v or its negation. Variables are numbered from 0.
type Lit int32

// Of returns the literal that says that variable v is true.
func Of(v int) Lit { return Lit(2 * v) }

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// A clause has at least three literals.
type clause struct {
	lits    []Lit
	levels  int // of its literals, when it was learned; 0 for other clauses
	deleted bool
}

// A watch is a clause that watches a literal. If blocker is true, the clause is satisfied.
type watch struct {
	clause  int32
	blocker Lit
}

// A reason is why a literal is true: a clause, the literal that implies it, or none.
type reason int32

const none = reason(-1)

func ofClause(c int32) reason      { return reason(c) }
func ofLit(l Lit) reason           { return reason(-2 - l) }
func (r reason) lit() (Lit, bool)  { return Lit(-2 - r), r <= -2 }
func (r reason) clause() (c int32) { return int32(r) }

// A Solver holds clauses. Create it with [New].
type Solver struct {
	implied [][]Lit   // by literal: those that are true if it is
	watches [][]watch // by literal: clauses that watch its negation
	clauses []clause
	learned int  // number of clauses that may be forgotten
	most    int  // number of these at which half of them are forgotten
	failed  bool // the clauses contradict each other

	value  []int8 // by literal: 1 if it is true, -1 if it is false
	level  []int32
	why    []reason
	phase  []bool // by variable: its last value
	trail  []Lit
	starts []int // of the levels from 1 on
	head   int   // the consequences of earlier literals on the trail have been drawn

	activity []float64
	bump     float64
	queue    queue

	seen   []bool
	learnt []Lit
	stamp  []int32 // by level, to count levels
	stamps int32

	// Conflicts counts the conflicts of all calls of Solve.
	Conflicts int
}

// New returns a solver without variables.
func New() *Solver {
	s := &Solver{bump: 1, most: 4000}
	s.queue.solver = s
	return s
}

// Var adds a variable and returns the literal that says that it is true.
func (s *Solver) Var() Lit {
	v := len(s.level)
	s.implied = append(s.implied, nil, nil)
	s.watches = append(s.watches, nil, nil)
	s.value = append(s.value, 0, 0)
	s.level = append(s.level, 0)
	s.why = append(s.why, none)
	s.phase = append(s.phase, false)
	s.activity = append(s.activity, 0)
	s.seen = append(s.seen, false)
	s.queue.place = append(s.queue.place, -1)
	s.queue.push(int32(v))
	return Of(v)
}

// True reports whether a literal is true in the solution that the last call of Solve found. Clauses
// must not have been added since.
func (s *Solver) True(l Lit) bool {
	if v := s.value[l]; v != 0 {
		return v > 0
	}
	return s.phase[l>>1] == (l&1 == 0)
}

// Add adds the clause that at least one of the literals is true.
func (s *Solver) Add(lits ...Lit) {
	s.undo(0)
	lits = slices.Clone(lits)
	slices.Sort(lits)
	lits = slices.Compact(lits)
	n := 0
	for i, l := range lits {
		if s.value[l] > 0 || i+1 < len(lits) && lits[i+1] == l.Not() {
			return
		}
		if s.value[l] == 0 {
			lits[n] = l
			n++
		}
	}
	switch lits = lits[:n]; n {
	case 0:
		s.failed = true
	case 1:
		s.assign(lits[0], none)
	case 2:
		s.AddPair(lits[0], lits[1])
	default:
		s.attach(clause{lits: lits})
	}
}

// AddPair adds a clause of two literals of different variables. It is faster than Add.
func (s *Solver) AddPair(a, b Lit) {
	s.implied[a.Not()] = append(s.implied[a.Not()], b)
	s.implied[b.Not()] = append(s.implied[b.Not()], a)
}

func (s *Solver) attach(c clause) int32 {
	k := int32(len(s.clauses))
	s.clauses = append(s.clauses, c)
	s.watches[c.lits[0].Not()] = append(s.watches[c.lits[0].Not()], watch{k, c.lits[1]})
	s.watches[c.lits[1].Not()] = append(s.watches[c.lits[1].Not()], watch{k, c.lits[0]})
	return k
}

func (s *Solver) assign(l Lit, why reason) {
	s.value[l], s.value[l.Not()] = 1, -1
	s.level[l>>1], s.why[l>>1] = int32(len(s.starts)), why
	s.trail = append(s.trail, l)
}

// undo removes all levels after the given one.
func (s *Solver) undo(level int) {
	if len(s.starts) <= level {
		return
	}
	start := s.starts[level]
	for _, l := range s.trail[start:] {
		s.value[l], s.value[l.Not()] = 0, 0
		s.phase[l>>1] = l&1 == 0
		s.queue.push(int32(l >> 1))
	}
	s.trail, s.starts, s.head = s.trail[:start], s.starts[:level], start
}

// Solve reports whether some assignment satisfies all clauses. If ctx ends first, or after the
// given number of conflicts unless it is 0, decided is false.
func (s *Solver) Solve(ctx context.Context, conflicts int) (satisfiable, decided bool) {
	s.undo(0)
	s.head = 0 // pairs may have been added after their literals were assigned
	last := s.Conflicts + conflicts
	for round := 1; ; round++ {
		limit := s.Conflicts + 100*luby(round)
		steps := 0
		for {
			why, conflict := s.propagate()
			if steps++; steps%16 == 0 {
				yield.Check()
				if ctx.Err() != nil {
					return false, false
				}
			}
			if conflict != nil || why != none {
				s.Conflicts++
				if s.failed || len(s.starts) == 0 {
					s.failed = true
					return false, true
				}
				s.learn(why, conflict)
				continue
			}
			if s.failed {
				return false, true
			}
			if conflicts > 0 && s.Conflicts > last || ctx.Err() != nil {
				return false, false
			}
			if s.Conflicts >= limit {
				break
			}
			if !s.decide() {
				s.undo(0) // which keeps the solution as the phases
				return true, true
			}
		}
		s.undo(0)
		s.forget()
	}
}

// luby returns element n >= 1 of the sequence 1, 1, 2, 1, 1, 2, 4, ...
func luby(n int) int {
	for k := 1; ; k *= 2 {
		switch {
		case n == 2*k-1:
			return k
		case n < 2*k-1:
			return luby(n - k + 1)
		}
	}
}

// decide starts a level with a free variable, and returns false if there is none.
func (s *Solver) decide() bool {
	for {
		v, ok := s.queue.pop()
		if !ok {
			return false
		}
		l := Of(int(v))
		if s.value[l] == 0 {
			if !s.phase[v] {
				l = l.Not()
			}
			s.starts = append(s.starts, len(s.trail))
			s.assign(l, none)
			return true
		}
	}
}

// propagate draws all consequences. If they contradict each other, it returns a clause whose
// literals are all false: its number, or two literals.
func (s *Solver) propagate() (why reason, pair []Lit) {
	for s.head < len(s.trail) {
		p := s.trail[s.head]
		s.head++
		for _, q := range s.implied[p] {
			switch v := s.value[q]; {
			case v < 0:
				return none, []Lit{p.Not(), q}
			case v == 0:
				s.assign(q, ofLit(p))
			}
		}
		list := s.watches[p]
		kept := list[:0]
		for i := 0; i < len(list); i++ {
			w := list[i]
			if s.value[w.blocker] > 0 {
				kept = append(kept, w)
				continue
			}
			c := &s.clauses[w.clause]
			if c.deleted {
				continue
			}
			if c.lits[0] == p.Not() {
				c.lits[0], c.lits[1] = c.lits[1], c.lits[0]
			}
			first := c.lits[0]
			if s.value[first] > 0 {
				kept = append(kept, watch{w.clause, first})
				continue
			}
			moved := false
			for k := 2; k < len(c.lits); k++ {
				if s.value[c.lits[k]] >= 0 {
					c.lits[1], c.lits[k] = c.lits[k], c.lits[1]
					s.watches[c.lits[1].Not()] = append(s.watches[c.lits[1].Not()], watch{w.clause, first})
					moved = true
					break
				}
			}
			if moved {
				continue
			}
			kept = append(kept, watch{w.clause, first})
			if s.value[first] < 0 {
				kept = append(kept, list[i+1:]...)
				s.watches[p] = kept
				return ofClause(w.clause), nil
			}
			s.assign(first, ofClause(w.clause))
		}
		s.watches[p] = kept
	}
	return none, nil
}

// others calls f for the literals of the reason of l, except for l itself; all are false.
func (s *Solver) others(l Lit, f func(Lit)) {
	why := s.why[l>>1]
	if p, ok := why.lit(); ok {
		f(p.Not())
	} else if why != none {
		for _, q := range s.clauses[why.clause()].lits {
			if q != l {
				f(q)
			}
		}
	}
}

// learn learns a clause from one that is false, and undoes levels so that it has a consequence.
func (s *Solver) learn(why reason, pair []Lit) {
	s.learnt = append(s.learnt[:0], 0)
	now, open := int32(len(s.starts)), 0
	note := func(l Lit) {
		v := l >> 1
		if s.seen[v] || s.level[v] == 0 {
			return
		}
		s.seen[v] = true
		s.raise(int32(v))
		if s.level[v] == now {
			open++
		} else {
			s.learnt = append(s.learnt, l)
		}
	}
	if pair == nil {
		pair = s.clauses[why.clause()].lits
	}
	for _, l := range pair {
		note(l)
	}
	at := len(s.trail) - 1
	for {
		for !s.seen[s.trail[at]>>1] {
			at--
		}
		l := s.trail[at]
		if open--; open == 0 {
			s.learnt[0] = l.Not()
			break
		}
		s.others(l, note)
		s.seen[l>>1] = false
		at--
	}
	all := slices.Clone(s.learnt)
	n := 1
	for _, l := range s.learnt[1:] {
		needed := s.why[l>>1] == none
		s.others(l.Not(), func(q Lit) {
			needed = needed || !s.seen[q>>1] && s.level[q>>1] > 0
		})
		if needed {
			s.learnt[n] = l
			n++
		}
	}
	s.learnt = s.learnt[:n]
	for _, l := range all {
		s.seen[l>>1] = false
	}
	s.bump /= 0.95
	back := 0
	for i, l := range s.learnt[1:] {
		if s.level[l>>1] > s.level[s.learnt[1]>>1] {
			s.learnt[1], s.learnt[i+1] = l, s.learnt[1]
		}
	}
	if n > 1 {
		back = int(s.level[s.learnt[1]>>1])
	}
	levels := s.countLevels()
	s.undo(back)
	switch n {
	case 1:
		s.assign(s.learnt[0], none)
	case 2:
		s.AddPair(s.learnt[0], s.learnt[1])
		s.assign(s.learnt[0], ofLit(s.learnt[1].Not()))
	default:
		k := s.attach(clause{lits: slices.Clone(s.learnt), levels: levels})
		s.learned++
		s.assign(s.learnt[0], ofClause(k))
	}
}

// countLevels returns the number of levels of the literals that were learned.
func (s *Solver) countLevels() int {
	s.stamps++
	n := 0
	for _, l := range s.learnt {
		at := int(s.level[l>>1])
		for len(s.stamp) <= at {
			s.stamp = append(s.stamp, 0)
		}
		if s.stamp[at] != s.stamps {
			s.stamp[at] = s.stamps
			n++
		}
	}
	return n
}

// raise makes a variable more active.
func (s *Solver) raise(v int32) {
	s.activity[v] += s.bump
	if s.activity[v] > 1e100 {
		for i := range s.activity {
			s.activity[i] *= 1e-100
		}
		s.bump *= 1e-100
	}
	s.queue.up(v)
}

// forget deletes the worse half of the learned clauses if there are many. It is called at level 0,
// where no reason is needed any more.
func (s *Solver) forget() {
	if s.learned < s.most {
		return
	}
	s.most += s.most / 10
	var list []int32
	for k := range s.clauses {
		if c := &s.clauses[k]; c.levels > 2 && !c.deleted {
			list = append(list, int32(k))
		}
	}
	slices.SortStableFunc(list, func(i, j int32) int { return s.clauses[j].levels - s.clauses[i].levels })
	for _, k := range list[:len(list)/2] {
		s.clauses[k].deleted = true
		s.clauses[k].lits = nil
		s.learned--
	}
	for i := range s.watches {
		s.watches[i] = slices.DeleteFunc(s.watches[i], func(w watch) bool { return s.clauses[w.clause].deleted })
	}
}
