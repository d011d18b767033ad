// SPDX-License-Identifier: BSD-3-Clause

// The problem. A count of independent parts is stopped when some are done. To resume it, the
// numbers of these must be known, and what is left of the one that was being counted.
//
// The idea. They are the state of the whole problem, as a part of which nothing has been counted.
// In the state, what is left of a part is what a token would have: the engine, the number of
// solutions counted, and the subproblems with their own states.
//
// The invariants. The state is only used for the same problem, which has the same parts every time.
// Whatever else the problem is solved by starts it again.

package choice

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
	"polka/dlx/internal/reduce"
)

// unfinished is a count of independent parts.
type unfinished struct {
	done []*big.Int // the numbers of solutions of the first parts
	part            // what is left of the next one; its rest is nil if it has not begun
}

// A part is a count of an independent part that has been stopped.
type part struct {
	name  string        // of the engine
	found *big.Int      // the solutions outside of rest
	rest  []engine.Part // in the numbers of the part
}

// names are those of engines, as they are numbered in a state.
var names = []string{undecided, "links", "cells", "bits", "memo", "frontier", "pfaffian"}

// product returns the product of the numbers of the parts that are done.
func (u *unfinished) product() *big.Int {
	number := big.NewInt(1)
	for _, n := range u.done {
		number.Mul(number, n)
	}
	return number
}

// nameOf returns the name of the state of a problem.
func nameOf(p *engine.Problem) uint64 {
	name := engine.Fingerprint(uint64(len("independent parts")), uint64(p.Primary), uint64(p.Items), uint64(p.Options()))
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			name = engine.Fingerprint(name, e.Digest())
		}
		name = engine.Fingerprint(name, 1)
	}
	for i := range int32(p.Primary) {
		low, high := p.Bounds(i)
		name = engine.Fingerprint(name, uint64(low), uint64(high))
	}
	return name
}

// left returns the whole problem as a part, with the state. parts is the number of independent
// parts.
func (u *unfinished) left(p *engine.Problem, parts int) []engine.Part {
	done := float64(len(u.done))
	if u.rest != nil {
		done += engine.Done(u.rest)
	}
	return []engine.Part{{Weight: max(1-done/float64(parts), 0), State: u.state(p)}}
}

// state writes the state.
func (u *unfinished) state(p *engine.Problem) []byte {
	st := engine.NewState(nameOf(p))
	st.Put(uint64(len(u.done)))
	for _, n := range u.done {
		putNumber(st, n)
	}
	if u.rest == nil {
		st.Put(0)
		return st.Close()
	}
	st.Put(uint64(1+len(u.rest)), uint64(slices.Index(names, u.name)))
	putNumber(st, u.found)
	for _, part := range u.rest {
		steps, state := part.Path.Steps(), part.Kept()
		st.Put(uint64(len(steps)))
		for _, step := range steps {
			st.Put(uint64(uint32(step.Item))<<32 | uint64(uint32(step.Option)))
		}
		st.Put(math.Float64bits(part.Weight), part.Times, uint64(len(state)))
		if state != nil {
			st.Put(1)
			for at := 0; at < len(state); at += 8 {
				var word [8]byte
				copy(word[:], state[at:])
				st.Put(binary.LittleEndian.Uint64(word[:]))
			}
			continue
		}
		st.Put(0)
	}
	return st.Close()
}

// putNumber writes a number that is not negative.
func putNumber(st *engine.State, n *big.Int) {
	bytes := n.Bytes()
	words := make([]uint64, (len(bytes)+7)/8)
	for i := range bytes {
		words[i/8] |= uint64(bytes[len(bytes)-1-i]) << (8 * (i % 8))
	}
	st.Put(uint64(len(words)))
	st.Put(words...)
}

// number reads what putNumber has written.
func number(st *engine.State) *big.Int {
	n := new(big.Int)
	for i, w := range st.Words(st.Number(0, math.MaxInt32)) {
		n.Or(n, new(big.Int).Lsh(new(big.Int).SetUint64(w), uint(64*i)))
	}
	return n
}

// ours reports whether a state is that of a count of independent parts.
func ours(p *engine.Problem, state []byte) bool {
	return state != nil && engine.OpenState(state, nameOf(p)).OK()
}

// unfinishedOf reads a state. It reports false if it is not one of these parts.
func unfinishedOf(p *engine.Problem, parts []engine.Subproblem, state []byte) (u *unfinished, ok bool) {
	st := engine.OpenState(state, nameOf(p))
	u = &unfinished{}
	for range st.Number(0, len(parts)) {
		u.done = append(u.done, number(st))
	}
	n := st.Number(0, math.MaxInt32)
	if n == 0 || !st.OK() || len(u.done) == len(parts) {
		return u, st.OK() && n == 0
	}
	u.name, u.found = names[st.Number(0, len(names)-1)], number(st)
	fits := links.Fitting(parts[len(u.done)].Problem)
	var trail engine.Trail
	for range n - 1 {
		var path []engine.Step
		for _, w := range st.Words(st.Number(0, math.MaxInt32)) {
			path = append(path, engine.Step{Item: int32(w >> 32), Option: int32(uint32(w))})
		}
		if !st.OK() || !fits(path) {
			return nil, false
		}
		part := engine.Part{Path: trail.Path(path), Weight: math.Float64frombits(st.Get()), Times: st.Get()}
		bytes := st.Number(0, math.MaxInt32)
		if st.Number(0, 1) == 1 {
			part.State = []byte{}
			for _, w := range st.Words((bytes + 7) / 8) {
				part.State = binary.LittleEndian.AppendUint64(part.State, w)
			}
			if !st.OK() {
				return nil, false
			}
			part.State = part.State[:bytes]
		}
		u.rest = append(u.rest, part)
	}
	return u, st.OK() && len(u.rest) > 0
}

// independent returns the independent parts of a problem if its solutions are to be counted, and
// none has been counted so far, and what a stopped count of the parts has left. The state of such a
// count is removed from what is left if it is not used.
func independent(p *engine.Problem, o Options, s *engine.Search) ([]engine.Subproblem, *unfinished) {
	all := &s.Rest[0]
	if len(s.Rest) > 1 || all.Path != nil || all.Skip > 0 {
		return nil, nil
	}
	state := all.Kept()
	if state != nil && !ours(p, state) {
		return nil, nil
	}
	all.State, all.Later = nil, nil
	if o.chosen() != "auto" || !s.Counts() {
		return nil, nil
	}
	parts := reduce.Parts(p)
	if u, ok := unfinishedOf(p, parts, state); ok {
		return parts, u
	}
	return parts, &unfinished{}
}
