// SPDX-License-Identifier: BSD-3-Clause

package debug

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"polka/kernel/debug/host"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

// A breakpoint is a line at which goroutines stop, or write a message.
type breakpoint struct {
	sourceBreakpoint
	id    int
	at    int // the line of the first statement from Line on; Line if the text is not known
	known bool
	hits  int

	code map[place]*compiled
	said bool // the error of the condition
}

// A place is an expression of a breakpoint at a site, where variables have their places.
type place struct {
	site int
	code string
	how  host.How
}

// A compiled is an expression that has been compiled for a place.
type compiled struct {
	vars []machine.Variable
	eval func(context.Context, []machine.Variable) (Value, *engine.Error)
	err  *engine.Error
}

// A spot is where a site is in the texts of cells.
type spot struct {
	path      string
	line, col int
	ok        bool // it is in a text of the user's
	first     bool // it is the first statement of its line
}

// setBreakpoints replaces the breakpoints of a source.
func (d *Debugger) setBreakpoints(path string, list []sourceBreakpoint) []setBreakpoint {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, known := d.breakpoints[path]; !known {
		d.paths = append(d.paths, path)
	}
	d.breakpoints[path] = nil
	for _, b := range list {
		d.lastID++
		d.breakpoints[path] = append(d.breakpoints[path], &breakpoint{sourceBreakpoint: b, id: d.lastID, at: b.Line})
	}
	d.resolve(path)
	out := make([]setBreakpoint, 0, len(list))
	for _, b := range d.breakpoints[path] {
		x := setBreakpoint{ID: b.id, Verified: true, Line: b.at, Source: source{Path: path}}
		if b.known && b.at == 0 {
			x.Verified, x.Line, x.Message = false, b.Line, "there is no statement from this line on"
		}
		if err := checkHits(b.HitCondition); err != nil {
			x.Verified, x.Message = false, err.Error()
		}
		out = append(out, x)
	}
	return out
}

// resolve finds the lines of the breakpoints of a source. d.mu is held.
func (d *Debugger) resolve(path string) {
	lines := d.linesOf(path)
	for _, b := range d.breakpoints[path] {
		if lines == nil {
			continue
		}
		b.at, b.known = 0, true
		for line := range lines {
			if line >= b.Line && (b.at == 0 || line < b.at) {
				b.at = line
			}
		}
	}
}

// linesOf returns the lines of a source with statements, nil if the text is not known. d.mu is
// held.
func (d *Debugger) linesOf(path string) map[int]int {
	if l := d.lines[path]; l != nil {
		return l
	}
	_, text, ok := d.host.Source(path)
	if !ok {
		if text, ok = d.texts[path]; !ok {
			return nil
		}
	}
	l := firstStatements(text)
	d.lines[path] = l
	return l
}

// spot finds the place of a frame. d.mu is held.
func (d *Debugger) spot(f *machine.Frame) spot {
	if s, ok := d.spots[f.Site()]; ok {
		return s
	}
	var s spot
	s.path, s.line, s.col, s.ok = d.host.Place(f.Pos())
	if s.ok {
		col, ok := d.linesOf(s.path)[s.line]
		s.first = !ok || col == s.col
	}
	d.spots[f.Site()] = s
	return s
}

// breakpointsAt returns those at a place. d.mu is held.
func (d *Debugger) breakpointsAt(s spot) (list []*breakpoint) {
	if !s.first {
		return nil
	}
	for _, b := range d.breakpoints[s.path] {
		if b.at == s.line {
			list = append(list, b)
		}
	}
	return list
}

// hit reports whether a goroutine that has reached b stops there.
func (d *Debugger) hit(b *breakpoint, g *goroutine, f *machine.Frame) bool {
	ctx := untilStopped{context.Background(), f.Stopped()}
	if b.Condition != "" && !d.holds(ctx, b, f) || ctx.Err() != nil {
		return false
	}
	d.mu.Lock()
	b.hits++
	n := b.hits
	d.mu.Unlock()
	if !hitsMatch(b.HitCondition, n) {
		return false
	}
	if b.LogMessage != "" {
		if text := d.message(ctx, b, f); ctx.Err() == nil {
			d.event("output", outputBody{Category: "console", Output: text + "\n"})
		}
		return false
	}
	return true
}

// untilStopped returns a context that ends when the goroutine has to end.
type untilStopped struct {
	context.Context
	stopped <-chan struct{}
}

func (c untilStopped) Done() <-chan struct{} { return c.stopped }

func (c untilStopped) Err() error {
	select {
	case <-c.stopped:
		return context.Canceled
	default:
		return nil
	}
}

// evaluate evaluates an expression of b, which is compiled when that is done for the first time.
func (d *Debugger) evaluate(ctx context.Context, b *breakpoint, f *machine.Frame, code string, how host.How) (v Value, err *engine.Error) {
	vars, at := f.Variables(), place{f.Site(), code, how}
	d.mu.Lock()
	x := b.code[at]
	d.mu.Unlock()
	if x == nil || !sameVariables(x.vars, vars) {
		x = &compiled{vars: vars}
		x.eval, x.err = d.host.Compile(vars, code, how)
		d.mu.Lock()
		if b.code == nil {
			b.code = make(map[place]*compiled)
		}
		b.code[at] = x
		d.mu.Unlock()
	}
	if x.err != nil {
		return v, x.err
	}
	return x.eval(ctx, vars)
}

// holds evaluates the condition of b.
func (d *Debugger) holds(ctx context.Context, b *breakpoint, f *machine.Frame) bool {
	v, err := d.evaluate(ctx, b, f, b.Condition, 0)
	if ctx.Err() != nil {
		return false
	}
	if err == nil {
		if len(v.List) == 1 {
			if holds, ok := v.List[0].Any.(bool); ok {
				return holds
			}
		}
		err = &engine.Error{Name: engine.CompileError, Message: "the condition is not a bool"}
	}
	d.mu.Lock()
	said := b.said
	b.said = true
	d.mu.Unlock()
	if !said {
		d.event("output", outputBody{Category: "stderr", Output: fmt.Sprintf("condition %q: %s\n", b.Condition, err.Message)})
	}
	return true // the user sees why the program stops here
}

func sameVariables(a, b []machine.Variable) bool {
	return slices.EqualFunc(a, b, func(x, y machine.Variable) bool { return x.Name == y.Name && x.Type == y.Type })
}

// message returns the log message of b with the values of the expressions in braces.
func (d *Debugger) message(ctx context.Context, b *breakpoint, f *machine.Frame) string {
	var w strings.Builder
	for text := b.LogMessage; ; {
		before, rest, ok := strings.Cut(text, "{")
		w.WriteString(before)
		if !ok {
			return w.String()
		}
		code, after, ok := strings.Cut(rest, "}")
		if !ok {
			return w.String() + "{" + rest
		}
		v, err := d.evaluate(ctx, b, f, code, host.Draw)
		switch {
		case err != nil:
			w.WriteString("<" + err.Message + ">")
		case v.Bundle != nil:
			w.WriteString(v.Bundle.Plain())
		}
		text = after
	}
}

var hitOperators = []string{">=", "<=", "==", ">", "<", "%"}

// hitsMatch reports whether the n-th hit is one that counts: a number is the first that does, and
// operators compare n with one; % takes each so many-th.
func hitsMatch(condition string, n int) bool {
	op, number := splitHits(condition)
	if number < 0 {
		return true
	}
	switch op {
	case "==":
		return n == number
	case ">":
		return n > number
	case "<":
		return n < number
	case "<=":
		return n <= number
	case "%":
		return number > 0 && n%number == 0
	}
	return n >= number
}

func splitHits(condition string) (op string, number int) {
	s := strings.TrimSpace(condition)
	for _, o := range hitOperators {
		if rest, ok := strings.CutPrefix(s, o); ok {
			op, s = o, strings.TrimSpace(rest)
			break
		}
	}
	number, err := strconv.Atoi(s)
	if err != nil || number < 0 {
		return "", -1
	}
	return op, number
}

func checkHits(condition string) error {
	if strings.TrimSpace(condition) == "" {
		return nil
	}
	if _, n := splitHits(condition); n < 0 {
		return fmt.Errorf("hit count %q: expected a number, or one of %s and a number", condition, strings.Join(hitOperators, " "))
	}
	return nil
}
