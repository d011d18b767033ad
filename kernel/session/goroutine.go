// SPDX-License-Identifier: BSD-3-Clause

// Goroutines that outlive their cell.
//
// The machine reports each go statement, so the session knows which cell and which line began a
// goroutine. The goroutines that a goroutine begins belong to the same cell. If some of its
// goroutines are still running when a cell ends, the session says so; `%goroutines` lists them all,
// and `%stop` ends them.
//
// They are stopped in the same way as a cell (stop.go). Stopping a running cell also ends the
// goroutines of earlier cells.

package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"polka/internal/plural"
)

// A task is a goroutine of a go statement, or the goroutine of an abandoned cell.
type task struct {
	cell, line int // of the go statement; the line is 0 for the cell itself
}

// addTask records the start of a goroutine of the run, and returns the function that records its
// end.
func (s *Session) addTask(r *run, cell, line int) (end func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.serial++
	id := s.serial
	s.tasks[id] = &task{cell, line}
	r.left++
	s.alive++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.tasks, id)
		r.left--
		s.alive--
	}
}

// settle gives the goroutines of a cell that has ended a moment to end too, so that those that are
// nearly done are not reported. It returns how many remain.
func (s *Session) settle(r *run) int {
	return waitForNone(20*time.Millisecond, func() int { return s.leftOf(r) })
}

// waitForNone counts repeatedly until none are left or the time is over, and returns the last
// count. On a busy machine a goroutine may get no processor for as long as that; the counting gets
// none then either, so the time is not over before there have been leastCounts.
func waitForNone(most time.Duration, count func() int) int {
	end := time.Now().Add(most)
	for i := 1; ; i++ {
		if n := count(); n == 0 || i >= leastCounts && time.Now().After(end) {
			return n
		}
		time.Sleep(50 * time.Microsecond)
	}
}

const leastCounts = 100

// stopTasks ends the goroutines that cells have left running, and returns how many there were and
// how many remain after the grace time.
func (s *Session) stopTasks() (had, left int) {
	if had = s.left(); had == 0 {
		return 0, 0
	}
	s.vm.StopOthers(nil)
	return had, waitForNone(min(s.o.Grace, maxGrace), s.left)
}

// maxGrace is the maximum time that %stop waits; the process is not ended because of goroutines.
const maxGrace = 2 * time.Second

// left returns the number of goroutines of go statements that have not ended.
func (s *Session) left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.alive
}

// leftOf is like left, for the goroutines of r.
func (s *Session) leftOf(r *run) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return r.left
}

// remain shows a note if goroutines of the cell are still running.
func (s *Session) remain(r *run) {
	defer s.remainEarlier(r)
	if n := s.leftOf(r); n > 0 {
		s.remark(r, fmt.Sprintf("note: %d %s of this cell %s still running; %%stop ends %s", n, plural.Word(n, "goroutine", "goroutines"), plural.Word(n, "is", "are"), plural.Word(n, "it", "them")))
	}
}

// remainEarlier shows a note if goroutines that an earlier run of the same cell started are still
// running: one may hold the address at which the new one wants to listen.
func (s *Session) remainEarlier(r *run) {
	earlier, n := 0, 0
	s.mu.Lock()
	for _, t := range s.tasks {
		if t.cell != r.cell.Number && s.c.Source(t.cell) == r.cell.Code {
			earlier = max(earlier, t.cell)
			n++
		}
	}
	s.mu.Unlock()
	if n > 0 {
		s.remark(r, fmt.Sprintf("note: %d %s that this cell started before, as cell %d, %s still running; %%stop ends %s",
			n, plural.Word(n, "goroutine", "goroutines"), earlier, plural.Word(n, "is", "are"), plural.Word(n, "it", "them")))
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
		fmt.Fprintf(&b, "%4d from cell %d", count[g], g.cell)
		if g.line == 0 {
			b.WriteString(", which was stopped in compiled code\n")
			continue
		}
		fmt.Fprintf(&b, ", line %d", g.line)
		if src := strings.TrimSpace(sourceLine(s.c.Source(g.cell), g.line)); src != "" {
			b.WriteString(": " + src)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
