// Replay.
//
// When a child has died, a new one is to know what the old one knew. Values are gone, and running
// old statements again would print, ask and compute again; but imports, types, functions and
// constants can be declared again from their source without the user noticing. Every cell that
// succeeds tells what it declared (engine.Declared), and the ledger keeps that text, cell by cell,
// in the order of execution. The order matters and repetitions do too: a cell that ran again after
// another one redefined its function settles which definition holds. Replay is running these texts,
// silently.
//
// A notebook that is run from top to bottom ten times would leave ten copies. So when the newest
// entries repeat those before them, as a block of any length up to maxBlock, one copy is kept:
// running P P leaves behind what running P leaves, since declarations do nothing but declare.
//
// An entry that does not run any more is dropped. An entry during which the new child dies is run
// once more, since the child may have been killed from outside; if the child dies there again (a
// constant cannot end it, but a bug of the interpreter can), the entry is dropped. An entry that
// does not end is dropped at once.
//
// Cost: a comparison of at most maxBlock pairs of strings for a cell, and for a replay what the
// interpreter needs to compile the declarations, a millisecond or so each.

package worker

import (
	"slices"

	"polka/kernel/engine"
)

const maxBlock = 256

// replayGrace is how long a cell that was stopped by force waits for a replay, which takes a
// millisecond or so for each cell.
const replayGrace = startLimit / 3

// A ledger is what would have to be done again. Its zero value is empty.
type ledger struct {
	entries   []entry
	variables []string // that hold values now, in the order of their definition
}

type entry struct {
	number int // of the cell
	source string
	deaths int // children that died in a row while they replayed it
}

// add takes note of what a cell has declared.
func (l *ledger) add(number int, d engine.Declared) {
	for _, v := range d.Variables {
		if !slices.Contains(l.variables, v) {
			l.variables = append(l.variables, v)
		}
	}
	if d.Source == "" {
		return
	}
	l.entries = append(l.entries, entry{number: number, source: d.Source})
	same := func(a, b entry) bool { return a.source == b.source }
	for n := 1; n <= maxBlock && 2*n <= len(l.entries); n++ {
		at := len(l.entries) - n
		if slices.EqualFunc(l.entries[at-n:at], l.entries[at:], same) {
			// The later copy knows the newer cell numbers.
			l.entries = slices.Delete(l.entries, at-n, at)
			return
		}
	}
}

// lose forgets all variables and gives their names.
func (l *ledger) lose() []string {
	lost := l.variables
	l.variables = nil
	return lost
}

// drop removes an entry.
func (l *ledger) drop(i int) { l.entries = slices.Delete(l.entries, i, i+1) }

// died takes note that a child died while it replayed an entry. It removes the entry, and reports
// that, if it was the second child in a row.
func (l *ledger) died(i int) (dropped bool) {
	e := &l.entries[i]
	if e.deaths++; e.deaths < 2 {
		return false
	}
	l.drop(i)
	return true
}
