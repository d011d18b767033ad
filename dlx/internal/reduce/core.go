package reduce

import "polka/dlx/internal/engine"

// core builds the problem that is left.
func (t *table) core() *Core {
	c := &t.Core
	switch {
	case c.Hopeless != engine.Null:
		return c
	case c.unchanged() && t.optional() == nil:
		c.Problem = t.p
		return c
	}
	q := &engine.Problem{First: []int32{0}}
	place := t.place(q, c)
	if q.Primary == 0 {
		return c
	}
	for k := range int32(len(t.alive)) {
		if !t.alive[k] {
			continue
		}
		for _, e := range t.p.Option(k) {
			if !t.gone[e.Item] {
				q.Entries = append(q.Entries, engine.Entry{Item: place[e.Item], Color: e.Color})
			}
		}
		q.First = append(q.First, int32(len(q.Entries)))
		c.Option = append(c.Option, k)
	}
	c.Problem = q
	return c
}

// unchanged reports whether no rule has found anything.
func (c *Core) unchanged() bool {
	return len(c.Forced) == 0 && c.Impossible == 0 && c.Spared == 0 && c.Idle == 0
}

// place numbers the items that are left, those first that stay primary.
func (t *table) place(q *engine.Problem, c *Core) []int32 {
	optional := t.optional()
	place := make([]int32, t.p.Items)
	ones := true
	put := func(secondary bool) {
		for i := range int32(t.p.Items) {
			is := !t.primary(i) || optional != nil && optional[i]
			if t.gone[i] || is != secondary {
				continue
			}
			place[i] = int32(q.Items)
			q.Items++
			c.Item = append(c.Item, i)
			if !secondary {
				q.Primary++
				low, high := t.bounds(i)
				q.Low, q.High = append(q.Low, low), append(q.High, high)
				ones = ones && low == 1 && high == 1
			}
		}
	}
	put(false)
	put(true)
	if ones {
		q.Low, q.High = nil, nil
	}
	return place
}
