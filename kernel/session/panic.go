// What a user sees of a panic: its message, and the functions of cells that it passed, innermost first,
// each with its cell, line and text.
//
// The interpreter writes a line to its standard error for each function that a panic passes, with the
// position of the function's beginning. The innermost line of the program is what the rewritten text
// noted last (package cell, trace.go); for the functions further out it is a line that calls the
// function below it. The panic itself arrives as a value, sometimes wrapped by reflection, sometimes an
// error of reflection where Go would have a runtime error; those are put into Go's words.

package session

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/traefik/yaegi/interp"

	"polka/internal/pattern"
	"polka/kernel/cell"
	"polka/kernel/display"
	"polka/kernel/engine"
)

const (
	red   = "\x1b[31m"
	bold  = "\x1b[1m"
	reset = "\x1b[0m"
)

// A frame is one function that a panic passed: the position of its beginning, and its name.
type frame struct {
	cell, line, col int
	name            string
}

var frameLine = pattern.New(`^(?:/cell(\d+)/_\.go|\S*):(\d+):(\d+): panic: (\S*)\(\.\.\.\)\n$`)

// parseFrame reads a line that the interpreter writes for a function that a panic passes.
func parseFrame(s string) (frame, bool) {
	if !strings.HasSuffix(s, "(...)\n") {
		return frame{}, false
	}
	m := frameLine.FindStringSubmatch(s)
	if m == nil {
		return frame{}, false
	}
	f := frame{name: m[4]}
	f.cell, _ = strconv.Atoi(m[1])
	f.line, _ = strconv.Atoi(m[2])
	f.col, _ = strconv.Atoi(m[3])
	return f, true
}

// traceLines holds the innermost and the outermost frames of a panic.
type traceLines struct {
	head, tail []frame
	place, top int // the line that was running when the panic began, and that of the cell
	skipped    int
}

const maxFrames = 12 // of head and of tail

func (t *traceLines) add(f frame) {
	if len(t.head) < maxFrames {
		t.head = append(t.head, f)
		return
	}
	t.tail = append(t.tail, f)
	if len(t.tail) > maxFrames {
		t.tail = t.tail[1:]
		t.skipped++
	}
}

// An exit is what os.Exit and log.Fatal panic with in a cell.
type exit struct {
	code int
	call string
}

func (e exit) Error() string { return e.call }

// ExitCode is the status that the cell asked for.
func (e exit) ExitCode() int { return e.code }

// failure turns the error of a run into the cell's error; nil stays nil.
func (s *Session) failure(err error) *engine.Error {
	if err == nil {
		return nil
	}
	var p interp.Panic
	if !errors.As(err, &p) {
		return refused(err.Error())
	}
	return s.panicError(p.Value, "")
}

// panicError makes the cell's error of the value that it panicked with. The remark is added to the message.
func (s *Session) panicError(v any, remark string) *engine.Error {
	v = plainValue(v)
	s.mu.Lock()
	s.notePlace()
	t := s.trace
	s.trace = traceLines{}
	s.mu.Unlock()

	e := &engine.Error{Name: engine.Panic}
	if err := goError(v); err != nil {
		v = err
	}
	if text, ok := s.raisedText(v); ok {
		v = text
	}
	switch v := v.(type) {
	case interface{ ExitCode() int }: // what os.Exit and log.Fatal panic with here
		e.Name, e.Message = engine.Exit, panicMessage(fmt.Sprint(v))
	case display.InputError:
		e.Name, e.Message = engine.InputError, v.Error()
	case error:
		e.Message = panicMessage(v.Error())
	case nil:
		e.Message = "nil"
	default:
		e.Message = panicMessage(fmt.Sprint(v))
	}
	e.Message += remark
	e.Trace = append([]string{fmt.Sprintf("%s%s%s: %s%s%s", red, e.Name, reset, bold, e.Message, reset)}, s.traceback(t)...)
	return e
}

// notePlace remembers the place that is running, once for each panic. The caller holds the lock.
func (s *Session) notePlace() {
	if s.line != nil && s.trace.place == 0 {
		s.trace.place, s.trace.top = *s.line, *s.top
		if at := s.at.Load(); at != 0 {
			s.trace.place = int(at)
		}
	}
}

// position is how the interpreter begins errors of its own.
var position = pattern.New(`^/cell\d+/_\.go:\d+:\d+: `)

// panicMessage is the text of a panic in Go's words, on one line.
func panicMessage(s string) string {
	s = position.ReplaceAllString(s, "")
	s = strings.TrimPrefix(s, "runtime error: ")
	if err := goError(s); err != nil {
		s = strings.TrimPrefix(err.Error(), "runtime error: ")
	}
	s, _, _ = strings.Cut(s, "\n")
	return cell.Plain(s)
}

// addFunctions remembers the functions of a cell.
func (s *Session) addFunctions(fs []cell.Function) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.funcs = append(s.funcs, fs...)
	if n := len(s.funcs); n > maxFunctions {
		s.funcs = append([]cell.Function(nil), s.funcs[n-maxFunctions/2:]...)
	}
}

// maxFunctions bounds what is remembered for traces.
const maxFunctions = 20_000

// function finds the function that contains a position most narrowly, the newest first.
func (s *Session) function(f frame) *cell.Function {
	var best *cell.Function
	for i := len(s.funcs) - 1; i >= 0; i-- {
		g := &s.funcs[i]
		if g.Cell != f.cell || f.line < g.Line || f.line > g.End || f.line == g.Line && f.col < g.Col && g.Name != "" {
			continue
		}
		if best == nil || g.End-g.Line < best.End-best.Line || g.Line == best.Line && g.End == best.End && g.Col > best.Col {
			best = g
		}
	}
	return best
}

// statements is the newest cell's own code.
func (s *Session) statements(number, place int) *cell.Function {
	if c, _ := cell.SplitPlace(place); c != 0 {
		number = c
	}
	for i := len(s.funcs) - 1; i >= 0; i-- {
		if g := &s.funcs[i]; g.Name == "" && g.Cell == number {
			return g
		}
	}
	return nil
}

// traceback tells the way of a panic in lines for people.
func (s *Session) traceback(t traceLines) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []string
	below := ""
	first := true
	var last *cell.Function
	show := func(f frame) {
		if strings.Contains(f.name, "ꓸd") || f.cell == 0 {
			return
		}
		g := s.function(f)
		if strings.HasPrefix(f.name, "main.cellꓸ") && strings.Count(f.name, ".") == 1 {
			g = s.statements(f.cell, t.top)
		}
		if c, l := cell.SplitPlace(t.top); g != nil && g.Name == "" && c == g.Cell && l == 0 {
			return // it calls main
		}
		if g == nil || g == last {
			return // the latter is a function that the compiler made, around or inside of the user's
		}
		last = g
		at := []int{g.Line}
		exact := false
		if first {
			if c, l := cell.SplitPlace(t.place); c == g.Cell && g.Line <= l && l <= g.End {
				at, exact = []int{l}, true
			}
		}
		if c, l := cell.SplitPlace(t.top); !exact && g.Name == "" && c == g.Cell {
			at, exact = []int{l}, true
		}
		if !exact {
			if calls := unique(g.Calls[below]); len(calls) > 0 {
				at = calls
			} else if calls := unique(g.Calls["func"]); below == "func" && len(calls) > 0 {
				at = calls
			}
		}
		first = false
		below = g.Name
		where := fmt.Sprintf("cell %d, line %s", g.Cell, joinInts(at))
		if g.Name != "" {
			where += ", in " + strings.Replace(g.Name, "func", "a function literal", 1)
		}
		lines = append(lines, "  "+where)
		for _, n := range at[:min(len(at), 3)] {
			if src := sourceLine(s.c.Source(g.Cell), n); src != "" {
				lines = append(lines, cell.Excerpt(n, 0, src)...)
			}
		}
	}
	for i, f := range t.head {
		if i > 0 && f.name == "main" && len(t.tail) == 0 && i == len(t.head)-1 {
			break // the call of the cell itself
		}
		show(f)
	}
	if t.skipped > 0 {
		lines = append(lines, fmt.Sprintf("  ... %d more ...", t.skipped))
	}
	for i, f := range t.tail {
		if i == len(t.tail)-1 && f.name == "main" {
			break
		}
		show(f)
	}
	return lines
}

func unique(ns []int) []int {
	var u []int
	seen := make(map[int]bool)
	for _, n := range ns {
		if !seen[n] {
			seen[n] = true
			u = append(u, n)
		}
	}
	return u
}

func joinInts(ns []int) string {
	var b strings.Builder
	for i, n := range ns {
		if i > 0 {
			b.WriteString(" or ")
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

func sourceLine(src string, n int) string {
	for l := range strings.SplitSeq(src, "\n") {
		if n--; n == 0 {
			return strings.TrimSuffix(l, "\r")
		}
	}
	return ""
}

// refused is the error of a cell that the interpreter does not understand although Go does.
func refused(reason string) *engine.Error {
	msg := "this is Go, but the interpreter cannot run it: " + cell.Plain(reason)
	msg, _, _ = strings.Cut(msg, "\n")
	return &engine.Error{Name: engine.CompileError, Message: msg, Trace: []string{red + engine.CompileError + reset + ": " + msg}}
}

var positioned = pattern.New(`^/cell(\d+)/_\.go:(\d+):(\d+): (?s)(.*)$`)

// refusal is refused for an error of the interpreter's compiler, which mostly has a position.
func (s *Session) refusal(err error) *engine.Error {
	m := positioned.FindStringSubmatch(err.Error())
	if m == nil {
		return refused(err.Error())
	}
	c, _ := strconv.Atoi(m[1])
	l, _ := strconv.Atoi(m[2])
	col, _ := strconv.Atoi(m[3])
	e := refused(m[4])
	e.Trace = []string{fmt.Sprintf("%s%s%s in cell %d, line %d: %s%s%s", red, e.Name, reset, c, l, bold, e.Message, reset)}
	if src := sourceLine(s.c.Source(c), l); src != "" {
		e.Trace = append(e.Trace, cell.Excerpt(l, col, src)...)
	}
	e.Message = fmt.Sprintf("line %d: %s", l, e.Message)
	return e
}

// internal is the error of a failure of this package.
func (s *Session) internal(e any) *engine.Error {
	s.o.Log("session: internal error: %v", e)
	return refused(fmt.Sprint(e))
}
