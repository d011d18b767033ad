// SPDX-License-Identifier: BSD-3-Clause

package frontier

import (
	"math"
	"sync"

	"polka/dlx/internal/engine"
)

// version is the version of the saved states.
const version = 2

// name returns a fingerprint of the plan, for its states.
func (plan *Plan) name() uint64 {
	h := uint64(version)
	add := func(m mask) { h = engine.Fingerprint(h, m.lo, m.hi) }
	for i, options := range plan.begins {
		h = engine.Fingerprint(h, uint64(len(options)), uint64(i))
		add(plan.optional[i])
		for _, o := range options {
			add(o.needs)
			add(o.blocks)
		}
	}
	return h
}

// each visits the states in the tables or lanes.
func (w *counter) each(visit func(place int, key mask, ways []uint64)) {
	if w.lanes != nil {
		w.lanes.each(func(place int, key mask, ways []uint64) bool {
			visit(place, key, ways)
			return true
		})
		return
	}
	for place, t := range w.tables {
		if t == nil {
			continue
		}
		at := 0
		if place == w.place {
			at = w.at
		}
		for ; at < len(t.slots); at += t.stride {
			if t.slots[at] != 0 {
				visit(place, t.at(t.slots, at), t.slots[at+t.key:at+t.stride])
			}
		}
	}
}

// state encodes the count. If that takes more than a quarter of the memory of
// the tables, it returns the last state that was saved.
func (w *counter) state() []byte {
	states, words := w.waiting()
	if !w.small(states, words) {
		return w.saved
	}
	st := engine.NewState(w.plan.name())
	st.Bytes = append(make([]byte, 0, (states+1)*(24+8*words)+64), st.Bytes...)
	number := make([]uint64, words)
	put := func(n []uint64) {
		copy(number, n)
		clear(number[len(n):])
		st.Put(number...)
	}
	st.Put(uint64(w.place), uint64(w.most), uint64(w.spent()), math.Float64bits(w.progress()), math.Float64bits(w.work()), uint64(len(w.marks)))
	for _, toil := range w.marks {
		st.Put(math.Float64bits(toil))
	}
	st.Put(uint64(words), uint64(states))
	put(w.done)
	w.each(func(place int, key mask, ways []uint64) {
		st.Put(uint64(place), key.lo, key.hi)
		put(ways)
	})
	w.saved = st.Close()
	return w.saved
}

// waiting returns the number of states, and the largest number of words of
// their numbers.
func (w *counter) waiting() (states, words int) {
	words = len(w.done)
	w.each(func(_ int, _ mask, ways []uint64) {
		states++
		words = max(words, len(ways))
	})
	return states, words
}

// small reports whether the encoding of the given number of states, with
// numbers of the given number of words, is not too long.
func (w *counter) small(states, words int) bool {
	return (states+1)*(24+8*words) <= 2*w.store.limit
}

// resume continues a count from its state. It reports false if the state is not
// one of this plan.
func (plan *Plan) resume(s *engine.Search, state []byte) (*counter, bool) {
	st := engine.OpenState(state, plan.name())
	w := plan.begin(s, 0)
	w.tables[0] = nil
	w.place = st.Number(0, plan.places)
	w.most = int64(st.Get())
	spent := int64(st.Get())
	w.base -= spent
	w.tried = w.spent()
	w.before = math.Float64frombits(st.Get())
	w.toil = math.Float64frombits(st.Get())
	for range st.Number(0, plan.places+1) {
		w.marks = append(w.marks, math.Float64frombits(st.Get()))
	}
	words := st.Number(1, len(state)/8)
	states := st.Number(0, len(state)/8)
	w.done = append(w.done[:0], st.Words(words)...)
	for range states {
		place := st.Number(w.place, plan.places)
		key := mask{st.Get(), st.Get()}
		ways := trim(st.Words(words))
		if !st.OK() || place == plan.places || key.lo&1 == 0 || key.hi != 0 && !plan.wide || zero(ways) {
			return nil, false
		}
		if w.tables[place] == nil {
			w.tables[place] = newTable(smallest, plan.wide, &w.store)
		}
		w.tables[place].add(key, ways)
	}
	return w, st.OK() && w.most >= 0 && spent >= 0 && len(w.done) > 0 && w.before >= 0 && w.before <= 1 && w.toil >= 0
}

// trim removes high words that are 0, except the first one.
func trim(number []uint64) []uint64 {
	for len(number) > 1 && number[len(number)-1] == 0 {
		number = number[:len(number)-1]
	}
	return number
}

// progress estimates the fraction of the count that is done, assuming that the
// number of states is the square root of those that are possible.
func (w *counter) progress() float64 {
	part, all := 0.0, 0.0
	for i, n := range w.plan.flux {
		weight := math.Exp2(float64(n) / 2)
		all += weight
		if i < w.place {
			part += weight
		}
		if i == w.place && i < w.plan.places {
			part += weight * w.inPlace()
		}
	}
	return max(w.before, part/all)
}

// inPlace returns the fraction of a place that is done.
func (w *counter) inPlace() float64 {
	if l := w.lanes; l != nil {
		return float64(l.number*l.words) / float64(max(1, len(l.ways[l.place-l.from])))
	}
	if t := w.tables[w.place]; t != nil {
		return float64(w.at) / float64(len(t.slots))
	}
	return 0
}

// open returns the rest of the count.
func (w *counter) open() []engine.Part {
	part := engine.Part{Weight: 1 - w.progress(), State: w.state()}
	if part.State == nil {
		part = engine.Root()
	}
	return []engine.Part{part}
}

// left returns the rest of a count that has stopped. Its state is encoded when
// it is needed, if it is not too long; until then it is in the tables.
func (w *counter) left() []engine.Part {
	if !w.small(w.room()) && !w.small(w.waiting()) {
		return w.open()
	}
	return []engine.Part{{Weight: 1 - w.progress(), Later: sync.OnceValue(w.state)}}
}

// room returns the number of states that fit, given the number of words of
// their numbers.
func (w *counter) room() (states, words int) {
	words = len(w.done)
	if l := w.lanes; l != nil {
		for _, ways := range l.ways {
			states += len(ways) / l.words
		}
		return states, max(words, l.words)
	}
	for _, t := range w.tables {
		if t != nil {
			states += t.used
			words = max(words, t.stride-t.key)
		}
	}
	return states, words
}

// rangesVersion is the version of the saved states of counts with ranges.
const rangesVersion = 1 << 32

// name returns a fingerprint of the plan, for its states.
func (r *Ranges) name() uint64 {
	h := engine.Fingerprint(rangesVersion, uint64(len(r.steps)))
	for i := range r.steps {
		for _, fields := range [][]field{r.steps[i].without, r.steps[i].with} {
			h = engine.Fingerprint(h, uint64(len(fields)))
			for _, f := range fields {
				h = engine.Fingerprint(h, uint64(f.shift), f.ones, uint64(len(f.next)))
				for _, v := range f.next {
					h = engine.Fingerprint(h, uint64(v))
				}
			}
		}
	}
	return h
}

// state encodes the count: the states that remain at the option, and those after it. If that takes
// more than half of the memory of the tables, it returns the last state that was saved.
func (c *rangesCounter) state() []byte {
	tables, froms, states, words := []*table{c.table, c.next}, []int{c.at, 0}, []int{0, 0}, 1
	for i, t := range tables {
		if t == nil {
			continue
		}
		for at := froms[i]; at < len(t.slots); at += t.stride {
			if t.slots[at] != 0 {
				states[i]++
			}
		}
		words = max(words, t.stride-t.key)
	}
	each := c.table.key + words
	if (states[0]+states[1])*each > c.store.limit/2 || c.store.full {
		return c.saved
	}
	st := engine.NewState(c.name())
	st.Bytes = append(make([]byte, 0, 8*(states[0]+states[1])*each+128), st.Bytes...)
	st.Put(uint64(c.place), math.Float64bits(c.toil), math.Float64bits(c.limit), uint64(words))
	number := make([]uint64, words)
	for i, t := range tables {
		st.Put(uint64(states[i]))
		if t == nil {
			continue
		}
		for at := froms[i]; at < len(t.slots); at += t.stride {
			if t.slots[at] != 0 {
				clear(number[copy(number, t.slots[at+t.key:at+t.stride]):])
				st.Put(t.slots[at : at+t.key]...)
				st.Put(number...)
			}
		}
	}
	c.saved = st.Close()
	return c.saved
}

// resume continues a count from its state. It reports false if the state is not one of this plan.
func (c *rangesCounter) resume(state []byte) bool {
	st := engine.OpenState(state, c.name())
	c.place = st.Number(0, len(c.steps))
	c.toil = math.Float64frombits(st.Get())
	c.limit = math.Float64frombits(st.Get())
	words := st.Number(1, len(state)/8)
	for i, t := range []**table{&c.table, &c.next} {
		*t = newTable(smallest, c.wide, &c.store)
		salt := c.salt(c.place + i)
		for range st.Number(0, len(state)/8) {
			key := mask{lo: st.Get()}
			if c.wide {
				key.hi = st.Get()
			}
			ways := trim(st.Words(words))
			if !st.OK() || key.xor(salt).lo&1 == 0 || key.xor(salt).hi != 0 && !c.wide || zero(ways) {
				return false
			}
			(*t).add(key, ways)
		}
	}
	c.saved = state
	return st.OK() && c.toil >= 0 && c.limit >= 0
}
