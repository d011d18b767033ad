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
	"sync"
	"sync/atomic"
	"time"

	"polka/kernel/cell"
	"polka/kernel/engine"
)

// A task is a goroutine of a go statement.
type task struct {
	run   *run
	place int // of the go statement, as package cell counts places
}

// spawn is the go statement. A panic of the goroutine ends the cell that started it, or, after its end,
// is written to standard error.
func (s *Session) spawn(place int, f func()) {
	parent := goroutineID()
	s.mu.Lock()
	t := &task{run: s.run, place: place}
	if p := s.tasks[parent]; p != nil {
		t.run = p.run
	}
	if t.run != nil {
		t.run.left++
	}
	s.alive++
	s.mu.Unlock()
	go func() {
		id := goroutineID()
		s.mu.Lock()
		s.tasks[id] = t
		s.mu.Unlock()
		defer func() {
			p := recover()
			s.ended(id, t, p)
		}()
		f()
	}()
}

// ended takes note of the end of a goroutine, which panicked with p unless that is nil.
func (s *Session) ended(id uint64, t *task, p any) {
	r := t.run
	var e *engine.Error
	if p != nil {
		e = s.panicError(p, " (in a goroutine)")
	}
	s.mu.Lock()
	delete(s.tasks, id)
	s.alive--
	if r != nil {
		r.left--
	}
	running := r != nil && s.run == r
	s.mu.Unlock()
	if e == nil {
		return
	}
	if running {
		select {
		case r.failed <- e:
			return
		default:
		}
	}
	for _, l := range e.Trace {
		s.write(engine.Stderr, fmt.Appendln(nil, l))
	}
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

// keepDoor keeps the channel that ends the goroutines of r that wait for channels.
func (s *Session) keepDoor(r *run) {
	door := s.hidden("done").Interface().(chan struct{})
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(r.doors); n == 0 || r.doors[n-1] != door {
		r.doors = append(r.doors, door)
	}
}

// wake opens the doors of the runs whose goroutines are left, and wakes their sleepers. The number has been
// changed.
func (s *Session) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tasks {
		if r := t.run; r != nil {
			for _, d := range r.doors {
				close(d)
			}
			r.doors = nil
			r.wake()
		}
	}
}

// wake wakes what sleeps in r.
func (r *run) wake() { r.waking.Do(func() { close(r.woken) }) }

// stopTasks ends the goroutines that cells have left, and returns how many there were and how many still
// are after the grace time.
func (s *Session) stopTasks() (had, left int) {
	if had = s.left(); had == 0 {
		return 0, 0
	}
	number := atomic.AddUint64(s.number(), 1)
	s.wake()
	left = waitForNone(min(s.o.Grace, maxGrace), s.left)
	atomic.StoreUint64(s.number(), number-1)
	s.mu.Lock()
	if r := s.run; r != nil { // later steps of this cell can sleep
		r.woken, r.waking = make(chan struct{}), sync.Once{}
	}
	s.mu.Unlock()
	return had, left
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
		g.cell, g.line = cell.SplitPlace(t.place)
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
