// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"fmt"
	"slices"
	"strings"

	"polka/kernel/engine"
)

// ANSI colors of traces.
const (
	red   = "\x1b[1;31m"
	dim   = "\x1b[2m"
	plain = "\x1b[0m"
)

func headline(e *engine.Error) string { return red + e.Name + plain + ": " + e.Message }

// An obituary is what has to be reported about a child that ended by itself.
type obituary struct {
	death   death
	lost    []string // variables
	gone    []string // functions and others that cannot be declared without these variables
	kept    int      // cells whose declarations were replayed
	dropped []int    // numbers of the cells whose declarations could not be replayed

	ready bool // the replay has ended; until then kept and dropped belong to it
	told  bool // everything except for the results of the replay has been reported
}

// failed returns the reply of a cell that ended with an error.
func failed(e *engine.Error) engine.Reply {
	if e.Trace == nil {
		e.Trace = []string{headline(e)}
	}
	return engine.Reply{Err: e}
}

// crash returns the error of a cell whose child has ended.
func crash(cause string, frames, rest []string) *engine.Error {
	e := &engine.Error{Name: engine.Crash, Message: cause}
	e.Trace = []string{headline(e)}
	for _, f := range frames {
		e.Trace = append(e.Trace, dim+"    "+f+plain)
	}
	e.Trace = append(e.Trace, rest...)
	return e
}

// stopped returns the error of a cell that was stopped.
func stopped(message string) *engine.Error {
	e := &engine.Error{Name: engine.Interrupted, Message: message}
	e.Trace = []string{headline(e)}
	return e
}

// crash returns the error of a cell whose own child is the subject of the obituary. failure is the
// reason why there is no successor.
func (o *obituary) crash(failure error) *engine.Error {
	rest := o.inventory()
	if failure != nil {
		rest = []string{failure.Error()}
	}
	return crash(o.death.cause(), o.death.frames(), rest)
}

// stopped returns the error of a cell that had to be ended with its child.
func (o *obituary) stopped() *engine.Error {
	message := o.death.killed
	if len(o.lost) > 0 {
		message += ", so its process was ended and the variables are lost: " + list(o.lost)
	} else {
		message += ", so its process was ended"
	}
	e := stopped(message)
	e.Trace = append(e.Trace, o.inventory()...)
	return e
}

// notice returns the note for a cell that runs in the successor of a child that ended between two
// cells.
func (o *obituary) notice() string {
	o.ready = true
	if o.told {
		if len(o.dropped) == 0 {
			return ""
		}
		return o.droppedLine() + "\n"
	}
	lines := append([]string{"the process that ran the cells so far has ended: " + o.death.cause()}, o.inventory()...)
	return strings.Join(lines, "\n") + "\n"
}

// inventory describes what was kept and what was lost after a restart.
func (o *obituary) inventory() (lines []string) {
	switch {
	case !o.ready:
		lines = append(lines, "A new process is being prepared with the imports, types, functions and constants of earlier cells.")
	case o.kept > 0:
		lines = append(lines, "A new process runs; it knows the imports, types, functions and constants of earlier cells.")
	default:
		lines = append(lines, "A new process runs.")
	}
	return append(lines, o.losses()...)
}

// losses describes what was lost after a restart.
func (o *obituary) losses() (lines []string) {
	if len(o.lost) > 0 {
		lines = append(lines, "Variables lost: "+list(o.lost)+".")
	}
	if len(o.gone) > 0 {
		lines = append(lines, "Declarations lost, since they use these variables: "+list(o.gone)+".")
	}
	if o.ready && len(o.dropped) > 0 {
		lines = append(lines, o.droppedLine())
	}
	return lines
}

func (o *obituary) droppedLine() string {
	var cells []string
	for _, n := range o.dropped {
		cells = append(cells, fmt.Sprint(n))
	}
	return "Declarations lost: those of cell " + list(cells) + "."
}

// list joins names, at most some twenty of them.
func list(names []string) string {
	const most = 20
	seen := map[string]bool{}
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		was := seen[n]
		seen[n] = true
		return was
	})
	if more := len(names) - most; more > 0 {
		names = append(names[:most:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}
