// SPDX-License-Identifier: BSD-3-Clause

package fresh

import (
	"fmt"
	"slices"
)

// A Graph is the cells of a notebook and the names by which they depend on each other. Its zero
// value has no cells. It is not safe for concurrent use.
type Graph struct {
	cells []*Cell // by slot
	byID  map[string]*Cell
	names map[string]*name
	live  map[string]*name // the present meaning of each plain name
	clock int
	diff  []*Cell // whose reason has changed
}

// A Cell is a cell that has run. Its fields are those of its last run.
type Cell struct {
	Run
	Reason  Reason // why it is stale; the zero Reason if it is not
	Deleted bool   // it is no longer on the page
	// Anonymous cells have no ID of a frontend. Each of their runs is a cell of its own, unless it
	// repeats one by the ID that the graph has given it.
	Anonymous bool

	slot    int
	seq     int // of the last run
	first   int // of the first
	reads   []read
	writes  []*name // as Effects.Writes
	wrote   []int   // their versions after the run
	depends bits    // the slots of the cells that the last run depends on
	changed bool    // it is in Graph.diff
}

// Stale reports whether the cell is out of date.
func (c *Cell) Stale() bool { return c.Reason.Cause != 0 }

// A read is a name that a run has read, and its version then.
type read struct {
	n       *name
	before  int // the version that the run has found
	version int // and that after the run, if the run itself has written the name
	by      *Cell
}

// A name is a key with its present version.
type name struct {
	key     string
	text    string
	version int     // the sequence number of the run that has written it
	orphan  bool    // the value is, or comes from, one that no cell makes any more
	by      *Cell   // the cell of this run, nil if no cell is known to have written it
	chain   []*Cell // the cells that have made the present value: the base, and those that modified it
	readers []*Cell // whose last run has read it
}

// maxCells is the number of cells that a graph keeps. Cells without an ID of the frontend, as in a
// terminal, are dropped when there are more.
const maxCells = 4096

// Ran records a run, and returns the cells for which Reason has changed.
func (g *Graph) Ran(r Run) []*Cell {
	g.init()
	g.clock++
	unnamed := r.ID == ""
	if unnamed {
		r.ID = fmt.Sprintf("run %d", g.clock) // no frontend has such an ID
	}
	c := g.cell(r.ID)
	c.Anonymous = c.Anonymous || unnamed
	before := c.writes
	for _, rd := range c.reads {
		rd.n.readers = remove(rd.n.readers, c)
	}
	c.Run, c.seq, c.Deleted = r, g.clock, false
	reason := g.read(c)
	g.set(c, reason)
	changed := g.write(c)
	for _, n := range before {
		if slices.Contains(n.chain, c) && !slices.Contains(c.writes, n) {
			n.version, n.orphan = g.clock, true // of which no cell is the maker
			changed = append(changed, n)
		}
	}
	for _, n := range changed {
		g.spread(c, n)
	}
	return g.take()
}

func (g *Graph) init() {
	if g.byID == nil {
		g.byID, g.names, g.live = make(map[string]*Cell), make(map[string]*name), make(map[string]*name)
	}
}

// cell returns the cell with an ID.
func (g *Graph) cell(id string) *Cell {
	if c := g.byID[id]; c != nil {
		return c
	}
	c := &Cell{slot: len(g.cells), first: g.clock}
	if len(g.cells) >= maxCells {
		c.slot = g.evict()
		g.cells[c.slot] = c
	} else {
		g.cells = append(g.cells, c)
	}
	g.byID[id] = c
	return c
}

// evict drops the cell that ran first, and returns its slot.
func (g *Graph) evict() int {
	oldest := slices.MinFunc(g.cells, func(a, b *Cell) int { return a.seq - b.seq })
	delete(g.byID, oldest.ID)
	for _, n := range g.names {
		n.chain, n.readers = remove(n.chain, oldest), remove(n.readers, oldest)
		if n.by == oldest {
			n.by = nil
		}
	}
	for _, c := range g.cells {
		c.depends.clear(oldest.slot)
	}
	return oldest.slot
}

func (g *Graph) name(key string) *name {
	n := g.names[key]
	if n == nil {
		n = &name{key: key}
		g.names[key] = n
	}
	return n
}

// read records what the run of c has read, and finds out whether that was in order.
func (g *Graph) read(c *Cell) (reason Reason) {
	c.reads, c.depends = c.reads[:0:0], c.depends[:0]
	worse := func(cause Cause, n *name) {
		if cause > reason.Cause {
			number := 0
			if n.by != nil {
				number = n.by.Number
			}
			reason = Reason{cause, Name(n.key), number}
		}
	}
	for _, key := range c.Effects.Reads {
		n := g.name(key)
		c.reads = append(c.reads, read{n, n.version, n.version, n.by})
		n.readers = append(n.readers, c)
		p := n.by
		if p == nil {
			continue
		}
		if p != c {
			c.depends.join(p.depends)
		}
		c.depends.set(p.slot)
		switch {
		case p == c || p.depends.has(c.slot):
			worse(Repeated, n)
		case p.Deleted || n.orphan:
			worse(Orphaned, n)
		case p.Stale():
			worse(Upstream, n)
		}
	}
	return reason
}

// write records what the run of c has written, and returns the names that have a new version.
func (g *Graph) write(c *Cell) (changed []*name) {
	c.writes, c.wrote = nil, nil
	for _, w := range c.Effects.Writes {
		n := g.name(w.Key)
		c.writes = append(c.writes, n)
		if !isAddress(w.Key) {
			g.live[Name(w.Key)] = n
		}
		same := w.Text != "" && n.text == w.Text && n.by != nil && !n.by.Deleted
		n.by, n.text = c, w.Text
		n.orphan = n.orphan && w.Kind == Modify
		if same {
			n.chain = []*Cell{c}
			c.wrote = append(c.wrote, n.version)
			continue
		}
		n.version = c.seq
		c.wrote = append(c.wrote, n.version)
		if w.Kind == Modify || slices.Contains(c.Effects.Reads, w.Key) { // as in x := x + 1
			if !slices.Contains(n.chain, c) {
				n.chain = append(n.chain, c)
			}
		} else {
			n.chain = []*Cell{c}
		}
		changed = append(changed, n)
	}
	for i, rd := range c.reads {
		if rd.n.by == c && slices.Contains(c.writes, rd.n) {
			c.reads[i].version = rd.n.version // its own change does not count
		}
	}
	return changed
}

// spread marks the cells that have read a name before c has given it a new version.
func (g *Graph) spread(c *Cell, n *name) {
	for _, r := range n.readers {
		if r == c || g.versionRead(r, n) == n.version {
			continue
		}
		if !r.depends.has(c.slot) && !n.orphan {
			// Nothing that r has read comes from an earlier run of c.
			switch {
			case c.Rerun:
				continue // the plan has chosen the order
			case r.writesTo(n) && len(n.chain) > 0 && n.chain[0] == c:
				continue // c has replaced what r had modified
			}
		}
		if !c.Stale() && c.depends.has(r.slot) {
			continue // c builds on r
		}
		cause := Changed
		if n.orphan {
			cause = Orphaned
		}
		g.mark(r, Reason{cause, Name(n.key), c.Number})
	}
}

func (g *Graph) versionRead(c *Cell, n *name) int {
	for _, rd := range c.reads {
		if rd.n == n {
			return rd.version
		}
	}
	return -1
}

// mark gives a cell a reason to be stale, and marks the cells that have read what it made.
func (g *Graph) mark(c *Cell, reason Reason) {
	had := c.Stale()
	g.set(c, reason)
	if had {
		return
	}
	todo := []*Cell{c}
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, variable := range []bool{true, false} { // which say more than functions and types
			for _, n := range c.writes {
				if n.by == nil || (n.text == "") != variable || !slices.Contains(n.chain, c) {
					continue
				}
				for _, r := range n.readers {
					if r != c && !r.Stale() && r.depends.has(c.slot) {
						g.set(r, Reason{Upstream, Name(n.key), c.Number})
						todo = append(todo, r)
					}
				}
			}
		}
	}
}

// set gives a cell a reason, the zero Reason too.
func (g *Graph) set(c *Cell, r Reason) {
	if c.Reason == r {
		return
	}
	c.Reason = r
	if !c.changed {
		c.changed = true
		g.diff = append(g.diff, c)
	}
}

func (g *Graph) take() []*Cell {
	diff := g.diff
	g.diff = nil
	for _, c := range diff {
		c.changed = false
	}
	return diff
}

// Delete records that cells are no longer on the page, and returns the cells for which Reason has
// changed.
func (g *Graph) Delete(ids ...string) []*Cell {
	for _, id := range ids {
		c := g.byID[id]
		if c == nil || c.Deleted {
			continue
		}
		c.Deleted = true
		g.set(c, Reason{})
		for _, n := range c.writes {
			if slices.Contains(n.chain, c) {
				for _, r := range n.readers {
					if r != c && r.depends.has(c.slot) {
						g.mark(r, Reason{Orphaned, Name(n.key), c.Number})
					}
				}
			}
		}
	}
	return g.take()
}

// Touch records that a name has been given a value from outside, as by a slider. It belongs to the
// cell that has made it. The cells that have read it become stale; those for which Reason has
// changed are returned.
func (g *Graph) Touch(key string) []*Cell {
	n := g.names[key]
	if n == nil || n.by == nil {
		return nil
	}
	g.clock++
	n.version = g.clock
	for i, w := range n.by.writes {
		if w == n {
			n.by.wrote[i] = n.version
		}
	}
	for _, r := range n.readers {
		if r != n.by {
			g.mark(r, Reason{Changed, Name(key), n.by.Number})
		}
	}
	return g.take()
}

// Moved records that a control, which was made at the time born, has another value than at the
// times read, in order. The cells whose last run has read it become stale, but not the one that has
// made it: it would make it anew. Those for which Reason has changed are returned.
func (g *Graph) Moved(label string, born int64, read []int64) []*Cell {
	for _, c := range g.cells {
		i, _ := slices.BinarySearch(read, c.Began)
		if i < len(read) && read[i] <= c.Ended && (born < c.Began || born > c.Ended) {
			g.mark(c, Reason{Cause: Moved, Name: label})
		}
	}
	return g.take()
}

// Stopped records that the last run of a cell was stopped because it is to run again.
func (g *Graph) Stopped(c *Cell) []*Cell {
	g.mark(c, Reason{Cause: Stopped})
	return g.take()
}

// Cell returns the cell with an ID, nil if it has not run.
func (g *Graph) Cell(id string) *Cell { return g.byID[id] }

// Cells returns the cells in the order of their first runs.
func (g *Graph) Cells() []*Cell {
	list := slices.Clone(g.cells)
	slices.SortFunc(list, func(a, b *Cell) int { return a.first - b.first })
	return list
}

// Shadowed returns the names that a cell declares and that a later cell has declared or set anew,
// and the number of that cell. Names is empty if there are none.
func (g *Graph) Shadowed(c *Cell) (names []string, by int) {
	for _, w := range c.Effects.Writes {
		if w.Kind != Declare || isAddress(w.Key) {
			continue
		}
		n := g.live[Name(w.Key)]
		if n == nil {
			continue
		}
		for _, later := range slices.Backward(n.chain) {
			if later.declares(n) {
				if later != c {
					names, by = append(names, Name(w.Key)), later.Number
				}
				break
			}
		}
	}
	return names, by
}

func (c *Cell) declares(n *name) bool {
	return slices.ContainsFunc(c.Effects.Writes, func(w Write) bool { return w.Key == n.key && w.Kind == Declare })
}

// Sources returns the cells from which the last run of c has read, and by which names.
func (g *Graph) Sources(c *Cell) map[*Cell][]string {
	m := make(map[*Cell][]string)
	for _, rd := range c.reads {
		if rd.by != nil && rd.by != c {
			m[rd.by] = append(m[rd.by], Name(rd.n.key))
		}
	}
	return m
}

// Direct returns the cells from which the last run of c has read, and those that now make the names
// which its definitions mention.
func (g *Graph) Direct(c *Cell) (list []*Cell) {
	for _, rd := range c.reads {
		if rd.by != nil && rd.by != c {
			list = append(list, rd.by)
		}
	}
	for _, key := range c.Effects.Needs {
		if n := g.names[key]; n != nil {
			list = append(list, n.chain...)
		}
	}
	return list
}

func remove(list []*Cell, c *Cell) []*Cell {
	return slices.DeleteFunc(list, func(o *Cell) bool { return o == c })
}

// Bits are a set of small numbers.
type bits []uint64

func (b bits) has(i int) bool { return i/64 < len(b) && b[i/64]>>(i%64)&1 == 1 }

func (b *bits) set(i int) {
	for i/64 >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[i/64] |= 1 << (i % 64)
}

func (b bits) clear(i int) {
	if i/64 < len(b) {
		b[i/64] &^= 1 << (i % 64)
	}
}

func (b *bits) join(o bits) {
	for len(*b) < len(o) {
		*b = append(*b, 0)
	}
	for i, w := range o {
		(*b)[i] |= w
	}
}
