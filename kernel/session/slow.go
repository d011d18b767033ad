// SPDX-License-Identifier: BSD-3-Clause

// Which call a check was waiting for.
//
// A check that does not end within its time has often found nothing wrong: the answer is right, and
// too slow for the next size. To say so, the check calls each function of the student through a
// function literal of the same name,
//
//	double := func(p0 int) int {
//		callꓸ := []any{"double", p0}
//		defer func() { doneꓸ := callꓸ }()
//		return double(p0)
//	}
//
// whose variables callꓸ and doneꓸ are watched: the machine reports their values when they are set.
// Calls that the function makes of itself do not pass through the literal, so recursion is as fast
// as outside of a check. A call from a check costs about two microseconds more.

package session

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"reflect"
	"strings"
	"sync"
	"time"

	"polka/internal/po"
	"polka/kernel/cell"
	"polka/kernel/exercise"
	"polka/kernel/machine"
)

// The names of the watched variables, which no student can type by accident.
const (
	callName = "callꓸ"
	doneName = "doneꓸ"
)

// argumentWidth is the maximum width of an argument in a message.
const argumentWidth = 40

// observed returns statements, in one line, that define the function literals for the functions of
// x.
func observed(x *exercise.Exercise) string {
	var b strings.Builder
	for _, line := range x.Uses {
		name, typ, err := exercise.Declaration(line)
		if err != nil {
			continue
		}
		e, err := parser.ParseExpr(typ)
		if f, ok := e.(*ast.FuncType); ok && err == nil && name != "_" {
			b.WriteString(observedFunction(name, f))
		}
	}
	return b.String()
}

func observedFunction(name string, f *ast.FuncType) string {
	var params, args, values []string
	for _, field := range f.Params.List {
		for range max(1, len(field.Names)) {
			p := fmt.Sprint("p", len(params), "ꓸ")
			values = append(values, p)
			params = append(params, p+" "+types.ExprString(field.Type))
			if _, ok := field.Type.(*ast.Ellipsis); ok {
				p += "..."
			}
			args = append(args, p)
		}
	}
	results, ret := "", ""
	if f.Results != nil && len(f.Results.List) > 0 {
		var list []string
		for _, field := range f.Results.List {
			for range max(1, len(field.Names)) {
				list = append(list, types.ExprString(field.Type))
			}
		}
		results, ret = "("+strings.Join(list, ", ")+")", "return "
	}
	return fmt.Sprintf("%s := func(%s) %s { %s := []any{%s}; defer func() { %s := %s }(); %s%s(%s) }; ",
		name, strings.Join(params, ", "), results, callName, strings.Join(append([]string{fmt.Sprintf("%q", name)}, values...), ", "),
		doneName, callName, ret, name, strings.Join(args, ", "))
}

// A watch is what is known of the calls that a check makes.
type watch struct {
	mu      sync.Mutex
	open    map[uintptr]*watchedCall // by the address of their values
	last    *watchedCall             // the last that has ended
	slowest *watchedCall             // of those that have ended
}

// A watchedCall is a call of a student's function by a check.
type watchedCall struct {
	values []any // the name and the arguments
	began  time.Time
	took   time.Duration
}

// newWatch makes p report the calls of its check to the watch.
func newWatch(p *cell.Program) *watch {
	for _, s := range p.Unit.Steps {
		if s.Value == nil {
			continue
		}
		ast.Inspect(s.Value, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && (id.Name == callName || id.Name == doneName) {
				p.Unit.Watched[id] = true
			}
			return true
		})
	}
	return &watch{open: make(map[uintptr]*watchedCall)}
}

// set is called with the values of the watched variables.
func (w *watch) set(id *ast.Ident, v machine.Value) {
	values, ok := v.Any.([]any)
	if !ok {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	key, now := reflect.ValueOf(values).Pointer(), time.Now()
	if id.Name == callName {
		w.open[key] = &watchedCall{values: values, began: now}
		return
	}
	c := w.open[key]
	if c == nil {
		return
	}
	delete(w.open, key)
	c.took = now.Sub(c.began)
	w.last = c
	if w.slowest == nil || c.took > w.slowest.took {
		w.slowest = c
	}
}

// waiting returns the outermost call that has not ended, nil if there is none.
func (w *watch) waiting() (c *watchedCall) {
	for _, o := range w.open {
		if c == nil || o.began.Before(c.began) {
			c = o
		}
	}
	return c
}

// begun returns the outermost call that has not ended, or else the last that has; nil if there is
// none.
func (w *watch) begun() *watchedCall {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c := w.waiting(); c != nil {
		return c
	}
	return w.last
}

// late returns the message about a check that did not end within its time.
func (w *watch) late(most time.Duration, words po.Catalog) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	const ask = "is there an endless loop, or a slow search?"
	switch c := w.waiting(); {
	case c == nil && w.slowest == nil:
		return words.Sprintf("the check did not end within %v, and was stopped: %s", most, words.Text(ask))
	case c == nil:
		return words.Sprintf("the check did not end within %v, and was stopped; it found nothing wrong up to %v; the slowest call, %v, took %v", most, w.last, w.slowest, short(w.slowest.took))
	case w.last == nil:
		return words.Sprintf("the check did not end within %v, and was stopped while it waited for %v: %s", most, c, words.Text(ask))
	}
	c := w.waiting()
	return words.Sprintf("the check found nothing wrong up to %v, which took %v, but %v had not ended after %v, when the check was stopped: is it too slow for this size, or is there an endless loop?",
		w.last, short(w.last.took), c, short(time.Since(c.began)))
}

// short returns a time with two or three digits.
func short(d time.Duration) time.Duration {
	for unit := time.Second; unit > time.Nanosecond; unit /= 10 {
		if d >= 10*unit {
			return d.Round(unit)
		}
	}
	return d
}

// String writes the call as in a program. Arguments that are too long for a line are left out.
func (c *watchedCall) String() string {
	var args []string
	for _, a := range c.values[1:] {
		text := machine.Value{Any: a}.Brief(argumentWidth)
		if len(text) > argumentWidth || strings.Contains(text, "\n") {
			text = "..."
		}
		args = append(args, text)
	}
	return fmt.Sprintf("%v(%s)", c.values[0], strings.Join(args, ", "))
}
