// SPDX-License-Identifier: BSD-3-Clause

// Causes of crashes.
//
// When a child ends unexpectedly, the cell that ran in it, or the next one, gets an error. The
// error must state the cause in one line that a student understands. It is derived from the wait
// status, from the crash report that the runtime writes to descriptor 2 and, as a copy, to the pipe
// of debug.SetCrashOutput, and from our reason for killing the child, if we did.
//
// A Go program that crashes exits with status 2 after a report such as this (the first line only on
// descriptor 2, the rest on both):
//
//	fatal error: concurrent map writes
//
//	goroutine 21 [running]:
//	main.main.func1()
//		/home/ann/map.go:9 +0x25
//
// or, for a panic that was not recovered, whose value may have several lines:
//
//	panic: index 5 is out of reach
//
//	goroutine 7 [running]:
//	...
//
// The table of causes below is searched from the top; its last entry matches every fatal error and
// uses the runtime's words. The trace has the frames that belong neither to the runtime nor to the
// interpreter.

package worker

import (
	"fmt"
	"path"
	"strings"

	"polka/internal/pattern"
)

// maxDump bounds the part of a crash report that is kept. The cause is at its beginning.
const maxDump = 256 << 10

// A death is what is known about the end of a child.
type death struct {
	killed     string // why we killed it; "" if we did not
	report     string // from the pipe of debug.SetCrashOutput
	doubt      string // from descriptor 2, from what looks like the beginning of a crash report
	signal     int    // that ended it, or 0
	signalName string
	status     int   // exit status
	memory     int64 // limits in force, in bytes
	stack      int64
	largest    int64  // memory that it occupied at most, in bytes, or -1 if unknown
	ready      bool   // it had said hello
	early      string // if not: the last line that it printed
}

// cause describes in one line why the child ended.
func (d death) cause() string {
	switch {
	case d.killed != "" && !d.ready:
		return "the worker could not be started: " + d.killed
	case d.killed != "":
		return d.killed
	}
	dump := d.doubt
	if dump == "" {
		dump = d.report
	}
	switch {
	case dump != "":
		if c := d.fromDump(dump); d.ready {
			return c
		} else {
			return "the worker could not be started: " + c
		}
	case !d.ready && d.early != "":
		return fmt.Sprintf("the worker could not be started: exit status %d: %s", d.status, d.early)
	case !d.ready:
		return fmt.Sprintf("the worker could not be started: exit status %d", d.status)
	case d.signal == 9:
		return "the process was killed by signal 9 (by hand, or by the system because the machine ran out of memory)"
	case d.signal != 0:
		return fmt.Sprintf("the process was ended by signal %d (%s)", d.signal, d.signalName)
	default:
		return fmt.Sprintf("the process ended with exit status %d (os.Exit or log.Fatal in compiled code)", d.status)
	}
}

// causes are patterns of the runtime's messages with explanations.
var causes = []struct {
	says  *pattern.Pattern
	means func(d death, match []string) string
}{
	{pattern.New(`(?m)^fatal error: stack overflow|^runtime: goroutine stack exceeds`),
		func(d death, _ []string) string {
			return "endless recursion: the stack grew beyond its limit" + limit(d.stack, "POLKA_STACK")
		}},
	{pattern.New(`(?m)^fatal error: .*(out of memory|cannot allocate memory)|^runtime: out of memory`),
		func(d death, _ []string) string {
			if d.memory == 0 {
				return "out of memory"
			}
			return d.outOfMemory()
		}},
	{pattern.New(`(?m)^fatal error: (concurrent map .*)`),
		func(_ death, m []string) string {
			return m[1] + ": several goroutines use one map, and at least one changes it; guard it with a sync.Mutex"
		}},
	{pattern.New(`(?m)^runtime/cgo: pthread_create failed|^runtime: failed to create new OS thread`),
		func(d death, _ []string) string {
			if d.memory == 0 {
				return "too many threads: the system allows no more"
			}
			return d.outOfMemory()
		}},
	{pattern.New(`(?m)^runtime: program exceeds (\d+)-thread limit`),
		func(_ death, m []string) string {
			return "too many threads: more than " + m[1] + " goroutines wait in system calls at once"
		}},
	{pattern.New(`(?m)^SIGQUIT: quit`),
		func(death, []string) string { return "the process was ended by signal 3 (quit)" }},
	{pattern.New(`(?m)^fatal error: (.*)`),
		func(_ death, m []string) string { return "fatal error: " + m[1] }},
	{pattern.New(`(?m)^(SIG[A-Z]+: .*)`),
		func(_ death, m []string) string { return m[1] }},
}

func (d death) outOfMemory() string {
	return "out of memory: the cell took more than its limit" + limit(d.memory, "POLKA_MEMORY")
}

// inRuntime matches a crash in the runtime itself: goroutine 0 is the stack of the scheduler and of
// the garbage collector.
var inRuntime = pattern.New(`^SIGSEGV: .*\n(.+\n)*\ngoroutine 0 .*\nruntime\.`)

// limit describes a limit and how to raise it.
func limit(n int64, env string) string {
	return fmt.Sprintf(" of %s (set %s to raise it)", formatSize(n), env)
}

func (d death) fromDump(dump string) string {
	if v, ok := panicValue(dump); ok {
		return "panic in a goroutine: " + v
	}
	// The garbage collector of Go 1.26 uses some memory without checking that it was given any.
	if d.memory > 0 && d.largest >= d.memory/4*3 && inRuntime.MatchString(dump) {
		return d.outOfMemory()
	}
	head, _, _ := strings.Cut(dump, "\ngoroutine ")
	for _, c := range causes {
		if m := c.says.FindStringSubmatch(head); m != nil {
			return c.means(d, m)
		}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(dump), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return "the process crashed"
	}
	return line
}

var (
	recovered  = pattern.New(` \[recovered(, repanicked)?\]$`)
	quoted     = pattern.New(`^([\w./*·]+)\((".*")\)$`)
	reflection = pattern.New(`^<(\S+) Value>$`)
	cellFrame  = pattern.New(`(?m)^\t?\s*(cell \d+, line .*)$`)
)

// splitPanic returns the value, with all its lines, of the panic at the beginning of the dump, if
// there is one.
func splitPanic(dump string) (string, bool) {
	rest, ok := strings.CutPrefix(dump, "panic: ")
	if !ok {
		return "", false
	}
	for _, end := range []string{"\n\ngoroutine ", "\n[signal ", "\n\tpanic: "} {
		rest, _, _ = strings.Cut(rest, end)
	}
	return rest, true
}

// panicValue returns the value, on one line, of the panic at the beginning of the dump, if there is
// one. An interpreter may have added the positions in cells through which the panic passed, as
// lines of the form "cell 7, line 2"; they are frames.
func panicValue(dump string) (string, bool) {
	value, ok := splitPanic(dump)
	if !ok {
		return "", false
	}
	value = cellFrame.ReplaceAllString(value, "")
	value = recovered.ReplaceAllString(strings.Join(strings.Fields(value), " "), "")
	if m := quoted.FindStringSubmatch(value); m != nil {
		value = m[1] + " " + m[2]
	}
	if m := reflection.FindStringSubmatch(value); m != nil {
		value = "a value of type " + m[1]
	}
	return value, true
}

// internal are the packages whose frames are irrelevant to the author of a cell.
var internal = []string{"runtime.", "runtime/", "internal/", "reflect.", "panic(", "created by ",
	"github.com/traefik/yaegi/", "polka/kernel/", "testing."}

// frames returns the lines of the trace: the compiled functions and positions of the crash.
func (d death) frames() (lines []string) {
	const most = 8
	dump := d.report
	if dump == "" {
		dump = d.doubt
	}
	if value, ok := splitPanic(dump); ok {
		for _, m := range cellFrame.FindAllStringSubmatch(value, most) {
			lines = append(lines, m[1])
		}
	}
	_, dump, _ = strings.Cut("\n"+dump, "\ngoroutine ")
	dump, _, _ = strings.Cut(dump, "\n\n")
	all := strings.Split(dump, "\n")
	for i := 1; i+1 < len(all); i++ {
		at, ok := strings.CutPrefix(all[i+1], "\t")
		if !ok || hasAnyPrefix(all[i], internal) {
			continue
		}
		function := all[i]
		if j := strings.LastIndexByte(function, '('); j > 0 {
			function = function[:j]
		}
		at, _, _ = strings.Cut(at, " ")
		if n := len(lines); n > 0 && strings.HasPrefix(lines[n-1], function+" ") {
			continue // a repeated recursive call
		}
		if len(lines) >= most {
			break
		}
		lines = append(lines, function+" ("+path.Base(at)+")")
	}
	return lines
}

func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
