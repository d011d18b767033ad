// SPDX-License-Identifier: BSD-3-Clause

// The states of the goroutines of the process, determined from their stacks.

package run

import (
	"bytes"
	"iter"
	"runtime"
	"strings"
)

// A State describes what goroutines that run code of cells are doing.
type State struct {
	// InCell: some are in code of the machine itself, or in the kernel's, for output. They end soon
	// after they have been stopped.
	InCell bool
	// Waiting: the others are in compiled code that a cell has called, and each waits for
	// something.
	Waiting bool
}

// Look lists the goroutines of the process and says what they are doing. It stops them for that
// time.
func Look() (s State) {
	computing := false
	for head, stack := range goroutines() {
		switch doing(stack) {
		case inCell:
			s.InCell = true
		case inCompiled:
			s.Waiting = true
			computing = computing || runnable(head) || bytes.Contains(head, []byte("[syscall")) || bytes.Contains(stack, []byte(yielding))
		}
	}
	s.Waiting = s.Waiting && !s.InCell && !computing
	return s
}

// goroutines lists all goroutines but the caller's, by the lines of which runtime.Stack makes the
// head and the calls of each.
func goroutines() iter.Seq2[[]byte, []byte] {
	buf := make([]byte, 64<<10)
	n := runtime.Stack(buf, true)
	for n == len(buf) && n < 256<<20 {
		buf = make([]byte, 4*n)
		n = runtime.Stack(buf, true)
	}
	return func(yield func(head, stack []byte) bool) {
		_, others, _ := bytes.Cut(buf[:n], []byte("\n\n"))
		for g := range bytes.SplitSeq(others, []byte("\n\n")) {
			if head, stack, _ := bytes.Cut(g, []byte("\n")); !yield(head, stack) {
				return
			}
		}
	}
}

// runnable reports whether a goroutine, by its head, runs or could run.
func runnable(head []byte) bool {
	return bytes.Contains(head, []byte("[runnable")) || bytes.Contains(head, []byte("[running"))
}

// How the names of functions begin: of the machine's, and of this package's.
const (
	machine = "polka/kernel/machine"
	ours    = "polka/kernel/machine/internal/run."
)

// yielding is how the calls begin in which a goroutine that computes gives way.
const yielding = "polka/internal/yield."

const (
	notOurs = iota
	inCell
	inCompiled
)

// doing returns where a goroutine is, from its stack, the innermost call first.
func doing(stack []byte) int {
	compiled, kernel := false, false
	for len(stack) > 0 {
		var line []byte
		line, stack, _ = bytes.Cut(stack, []byte("\n"))
		_, stack, _ = bytes.Cut(stack, []byte("\n")) // the file
		if bytes.HasPrefix(line, []byte("created by ")) {
			break
		}
		switch {
		case bytes.HasPrefix(line, []byte(ours+"(*Thread).Await.")):
			return notOurs
		case bytes.HasPrefix(line, []byte(machine)):
			if compiled && !kernel {
				return inCompiled
			}
			return inCell
		case bytes.HasPrefix(line, []byte("polka/kernel/")):
			kernel = true // output on its way to the kernel, which takes it
		case bytes.HasPrefix(line, []byte(yielding)): // in a browser
		case bytes.HasPrefix(line, []byte("runtime.")), bytes.HasPrefix(line, []byte("reflect.")), bytes.HasPrefix(line, []byte("internal/")), bytes.HasPrefix(line, []byte("panic(")):
		default:
			compiled = true
		}
	}
	return notOurs
}

// ownGoroutine reports whether the calling goroutine is one that the machine has started, and
// whether it runs a deferred call. It takes a time proportional to the depth of the stack.
func ownGoroutine() (own, deferred bool) {
	pcs := make([]uintptr, 256)
	n := runtime.Callers(2, pcs)
	for n == len(pcs) && n < 1<<24 {
		pcs = make([]uintptr, 4*n)
		n = runtime.Callers(2, pcs)
	}
	frames := runtime.CallersFrames(pcs[:n])
	for {
		f, more := frames.Next()
		if name, ok := strings.CutPrefix(f.Function, ours); ok {
			deferred = deferred || name == "(*Thread).runDeferred"
			own = own || strings.HasPrefix(name, "(*Run).Do") || name == "(*Run).goroutine"
		} else if f.Function == "runtime.runFinalizers" || f.Function == "runtime.runCleanups" {
			own = true // Goexit would end the goroutine on which they all run
		}
		if !more {
			return own, deferred
		}
	}
}

// someRunnable reports whether a goroutine that runs code of cells or the function of a timer,
// other than the caller's, could continue. It stops all goroutines while it lists them.
func someRunnable() bool {
	for head, stack := range goroutines() {
		if runnable(head) && (bytes.Contains(stack, []byte(machine)) || bytes.Contains(stack, []byte("created by time.goFunc"))) {
			return true
		}
	}
	return false
}

// onMain reports whether Run.Do has been called on this goroutine.
func onMain() bool {
	pcs := make([]uintptr, 256)
	for {
		n := runtime.Callers(2, pcs)
		if n < len(pcs) {
			pcs = pcs[:n]
			break
		}
		pcs = make([]uintptr, 4*n)
	}
	frames := runtime.CallersFrames(pcs)
	for {
		x, more := frames.Next()
		if strings.HasPrefix(x.Function, ours+"(*Run).Do") {
			return true
		}
		if !more {
			return false
		}
	}
}
