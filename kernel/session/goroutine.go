// Goroutines that outlive their cell.
//
// A go statement of a cell becomes a call of spawn, so the session knows of every goroutine which cell
// began it and where: the goroutines that a goroutine begins belong to the same cell. When a cell ends
// and some of its goroutines have not, it says so; `%goroutines` lists them all, and `%stop` ends them.
//
// Ending them is stopping, without a cell that runs (stop.go). The interpreter's number is changed, so
// that each goroutine ends with its next step. Those that wait for a channel take no step: they also wait
// for a channel that the interpreter made when their cell began. It closes that when a cell is stopped
// while it runs; of the cells that have ended, the session keeps these doors and closes them itself, once.
// Sleepers wake by the channel of their run. What cannot be woken is what waits for a lock, or in compiled
// code; it is counted, and ends if ever it takes a step before the number is set back.
//
// Stop of a running cell ends the goroutines of earlier cells too, since they share the number.

package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"polka/kernel/machine"
)

// A task is a goroutine of a go statement.
type task struct {
	run        *run
	cell, line int // of the go statement
	vm         *machine.Run
}

// settle gives the goroutines of a cell that has ended a moment to end too: those that have done their
// work are not to meet the next cell, for which the interpreter moves the variables of all cells. It
// returns how many remain.
func (s *Session) settle(r *run) int {
	return waitForNone(20*time.Millisecond, func() int { return s.leftOf(r) })
}

// waitForNone counts again and again until there is none left, or the time is over, and returns how many are.
func waitForNone(most time.Duration, count func() int) int {
	for end := time.Now().Add(most); ; time.Sleep(50 * time.Microsecond) {
		if n := count(); n == 0 || time.Now().After(end) {
			return n
		}
	}
}

// stopTasks ends the goroutines that cells have left, and returns how many there were and how many still
// are after the grace time.
func (s *Session) stopTasks() (had, left int) {
	if had = s.left(); had == 0 {
		return 0, 0
	}
	s.stopRuns(nil)
	return had, waitForNone(min(s.o.Grace, maxGrace), s.left)
}

// stopRuns stops the runs of all goroutines, but that of r.
func (s *Session) stopRuns(r *run) {
	s.mu.Lock()
	runs := make(map[*machine.Run]bool)
	for _, t := range s.tasks {
		if t.vm != nil && (r == nil || t.vm != r.vm) {
			runs[t.vm] = true
		}
	}
	s.mu.Unlock()
	for vr := range runs {
		vr.Stop()
	}
}

// maxGrace is how long %stop waits at most: nobody ends the process for goroutines.
const maxGrace = 2 * time.Second

// left is the number of goroutines of go statements that have not ended.
func (s *Session) left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.alive
}

// leftOf is left for the goroutines of r.
func (s *Session) leftOf(r *run) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return r.left
}

// remain says that goroutines of the cell go on.
func (s *Session) remain(r *run) {
	if n := s.leftOf(r); n > 0 {
		s.remark(r, fmt.Sprintf("note: %d %s of this cell %s still running; %%stop ends %s", n, plural(n, "goroutine", "goroutines"), plural(n, "is", "are"), plural(n, "it", "them")))
	}
}

// listTasks lists the goroutines that have not ended, by cell and line.
func (s *Session) listTasks() string {
	type group struct{ cell, line int }
	count := make(map[group]int)
	s.mu.Lock()
	for _, t := range s.tasks {
		g := group{}
		g.cell, g.line = t.cell, t.line
		count[g]++
	}
	s.mu.Unlock()
	if len(count) == 0 {
		return "no goroutines of cells are running"
	}
	var groups []group
	for g := range count {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.line, b.line)) })
	var b strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&b, "%4d from cell %d, line %d", count[g], g.cell, g.line)
		if src := strings.TrimSpace(sourceLine(s.c.Source(g.cell), g.line)); src != "" {
			b.WriteString(": " + src)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
