// SPDX-License-Identifier: BSD-3-Clause

// Measuring code.
//
// %timeit runs code in a loop, as package testing runs a benchmark: the number of loops grows until
// one run takes timeitRun, and then timeitRuns runs are measured. The time of compiling the loop
// does not count. Bytes and allocations are those of the whole process.

package session

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"time"

	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
)

const (
	timeitRun  = 100 * time.Millisecond
	timeitRuns = 7
	timeitMost = 10 * time.Second // for all runs except the first
)

// magicTimeit runs %timeit.
func (s *Session) magicTimeit(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	if m.Arg == "" {
		return engine.Declared{}, s.magicError(r, m, "expected code after %timeit, or %%timeit above a cell")
	}
	if s.y != nil {
		return engine.Declared{}, s.magicError(r, m, "%timeit measures code of the machine; see %backend")
	}
	// The first run loads packages. An expression that is not a statement is assigned to the blank
	// identifier.
	block := timeitBlock(m, "{")
	if _, err := s.runCode(r, r.cell.Number, r.cell.Code, block); err != nil {
		if err.Name != engine.CompileError {
			return engine.Declared{}, err
		}
		block = timeitBlock(m, "{ _ =")
		if _, again := s.runCode(r, r.cell.Number, r.cell.Code, block); again != nil && again.Name == engine.CompileError {
			return engine.Declared{}, err
		} else if again != nil {
			return engine.Declared{}, again
		}
	}
	r.values = nil
	loops, err := 1, (*engine.Error)(nil)
	var t timing
	for began := time.Now(); ; {
		if t, err = s.timed(r, block, loops); err != nil {
			return engine.Declared{}, err
		}
		if t.took >= timeitRun || loops >= 1e9 || time.Since(began) > timeitMost {
			break
		}
		// As in package testing: slightly more loops than should be necessary, and at most a
		// hundred times as many as before.
		next := int(1.2*float64(loops)*float64(timeitRun)/float64(max(t.took, 1))) + 1
		loops = min(max(next, loops+1), 100*loops, 1e9)
	}
	list := []timing{t}
	for began := time.Now(); len(list) < timeitRuns && time.Since(began) < timeitMost; {
		if t, err = s.timed(r, block, loops); err != nil {
			return engine.Declared{}, err
		}
		list = append(list, t)
	}
	s.show(display.Text(summary(list, loops)))
	return engine.Declared{}, nil
}

// timeitBlock returns the argument of %timeit as a block, at its position in the cell.
func timeitBlock(m *syntax.Magic, begin string) string {
	at := len(m.Go) - len(strings.TrimLeft(m.Go, " \n\r")) // where the argument begins
	line := strings.LastIndexByte(m.Go[:at], '\n') + 1
	if at-line < len(begin) { // %%timeit: the argument has lines of its own
		line = max(0, line-1-len(begin))
	}
	return m.Go[:line] + begin + m.Go[line+len(begin):] + "\n}"
}

// A timing is one run of a loop.
type timing struct {
	took           time.Duration
	bytes, mallocs uint64
}

// timed runs a block in a loop.
func (s *Session) timed(r *run, block string, loops int) (t timing, failed *engine.Error) {
	loop := fmt.Sprintf("for range %d %s", loops, strings.TrimLeft(block, " \n\r"))
	p, failed := s.compileStep(r.cell.Number, r.cell.Code, loop, r.cell.Script)
	if failed != nil {
		return t, failed
	}
	code, failed := s.compileUnit(r.cell.Number, p.Unit)
	if failed != nil {
		return t, failed
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	failed = s.performCode(r, code)
	t.took = time.Since(began)
	runtime.ReadMemStats(&after)
	t.bytes, t.mallocs = after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs
	s.commit(r, p)
	return t, failed
}

// summary returns what %timeit prints.
func summary(list []timing, loops int) string {
	var sum, squares, least float64
	var bytes, mallocs uint64
	for i, t := range list {
		each := float64(t.took) / float64(loops)
		sum += each
		squares += each * each
		bytes, mallocs = bytes+t.bytes, mallocs+t.mallocs
		if i == 0 || each < least {
			least = each
		}
	}
	n := float64(len(list))
	mean := sum / n
	dev := 0.0
	if n > 1 {
		dev = math.Sqrt(max(0, squares-n*mean*mean) / (n - 1))
	}
	per := func(x uint64) uint64 { return x / uint64(len(list)) / uint64(loops) } // rounded down, as by package testing
	return fmt.Sprintf("%s ± %s per loop (mean ± standard deviation of %d runs, %d loops each), fastest %s, %d B and %d allocations per loop",
		nanoseconds(mean), nanoseconds(dev), len(list), loops, nanoseconds(least), per(bytes), per(mallocs))
}

// nanoseconds formats a duration with three digits.
func nanoseconds(d float64) string {
	units := []string{"ns", "µs", "ms"}
	for _, unit := range units {
		if d < 999.5 {
			return fmt.Sprintf("%.3g %s", d, unit)
		}
		d /= 1000
	}
	return fmt.Sprintf("%.3g s", d)
}
