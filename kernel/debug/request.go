// SPDX-License-Identifier: BSD-3-Clause

package debug

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

var (
	errNotStopped = errors.New("the goroutine has not stopped")
	errNotStarted = errors.New("the debugger has not been started")
	errRunning    = errors.New("a cell is running")
)

// event sends an event. Its body is of types that can be encoded.
func (d *Debugger) event(name string, body any) {
	text, err := json.Marshal(event{Seq: 0, Type: "event", Event: name, Body: body})
	if err == nil {
		d.emit(text)
	}
}

// Answer answers a request. Requests other than evaluations are answered at once.
func (d *Debugger) Answer(ctx context.Context, text []byte) []byte {
	var q request
	err := json.Unmarshal(text, &q)
	r := response{Type: "response", RequestSeq: q.Seq, Command: q.Command}
	if err == nil {
		r.Body, err = d.answer(ctx, q)
	}
	r.Success = err == nil
	if err != nil {
		r.Message = err.Error()
		body := map[string]any{"error": errorMessage{ID: 1, Format: "{reason}", Variables: map[string]string{"reason": r.Message}, ShowUser: true}}
		if list := listOf[q.Command]; list != "" {
			body[list] = []any{}
		}
		r.Body = body
	}
	d.mu.Lock()
	d.seq++
	r.Seq = d.seq
	d.mu.Unlock()
	out, err := json.Marshal(r)
	if err != nil {
		r.Success, r.Message, r.Body = false, err.Error(), nil
		out, _ = json.Marshal(r)
	}
	if q.Command == "initialize" && r.Success {
		defer d.event("initialized", nil)
	}
	return out
}

// listOf names the lists that JupyterLab expects in responses even if these are errors, as when it
// asks for the variables of a frame that no longer exists.
var listOf = map[string]string{
	"scopes": "scopes", "variables": "variables", "inspectVariables": "variables", "stackTrace": "stackFrames",
	"setBreakpoints": "breakpoints", "modules": "modules",
}

// arguments decodes the arguments of q.
func arguments[T any](q request) (a T, err error) {
	if len(q.Arguments) > 0 {
		if err = json.Unmarshal(q.Arguments, &a); err != nil {
			err = fmt.Errorf("arguments of %s: %w", q.Command, err)
		}
	}
	return a, err
}

// hold keeps cells from running, unless goroutines have stopped.
func (d *Debugger) hold() (release func(), ok bool) {
	d.mu.Lock()
	stopped := d.resume != nil
	d.mu.Unlock()
	if stopped {
		return func() {}, true
	}
	return d.host.Hold()
}

func (d *Debugger) answer(ctx context.Context, q request) (body any, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("internal error: %v", e)
		}
	}()
	h, ok := handlers()[q.Command]
	if !ok {
		return nil, fmt.Errorf("the debugger does not know the request %q", q.Command)
	}
	d.mu.Lock()
	started := d.started
	d.mu.Unlock()
	if !started && !h.always {
		return nil, errNotStarted
	}
	return h.answer(d, ctx, q)
}

// initialize says what the debugger can do.
func (d *Debugger) initialize() map[string]any {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.started = true
	can := map[string]any{"exceptionBreakpointFilters": []exceptionFilter{
		{Filter: "panic", Label: "Panics", Description: "Stop when a panic begins"},
		{Filter: "uncaught", Label: "Uncaught Panics", Description: "Stop when a panic ends a goroutine", Default: true},
	}}
	for _, name := range []string{
		"supportsConfigurationDoneRequest", "supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints", "supportsLogPoints",
		"supportsEvaluateForHovers", "supportsSetVariable", "supportsSetExpression", "supportsExceptionInfoRequest", "supportsModulesRequest",
		"supportsDelayedStackTraceLoading", "supportsBreakpointLocationsRequest", "supportTerminateDebuggee", "supportsTerminateRequest",
	} {
		can[name] = true
	}
	return can
}

// attach makes cells call the debugger. If enter is set, it stops at the next statement.
func (d *Debugger) attach(enter bool) {
	d.mu.Lock()
	attached := d.attached
	d.attached, d.entering = true, enter
	d.mu.Unlock()
	if !attached {
		d.host.Attach(d.hook())
	}
}

// detach lets everything continue without the debugger, and removes all breakpoints.
func (d *Debugger) detach() {
	d.mu.Lock()
	attached := d.attached
	d.attached, d.started = false, false
	clear(d.breakpoints)
	d.paths = nil
	d.onRaise, d.onUncaught, d.pausing, d.entering, d.step = false, false, false, false, nil
	d.goOn(1)
	d.mu.Unlock()
	if attached {
		d.host.Detach()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.goroutines)
	d.taken, d.lastThread = nil, 0
}

// threads returns the goroutines that have run a statement.
func (d *Debugger) threads() threadsBody {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := threadsBody{Threads: []thread{}}
	for _, g := range d.goroutines {
		name := "the cell"
		if g.id > 1 {
			name = fmt.Sprintf("goroutine %d", g.id)
		}
		out.Threads = append(out.Threads, thread{ID: g.id, Name: name})
	}
	if len(out.Threads) == 0 {
		out.Threads = append(out.Threads, thread{ID: 1, Name: "the cell"})
	}
	slices.SortFunc(out.Threads, func(a, b thread) int { return a.ID - b.ID })
	return out
}

// setVariable sets a member of a list.
func (d *Debugger) setVariable(ctx context.Context, a setVariableArguments) (any, error) {
	l, err := d.list(a.VariablesReference)
	if err != nil {
		return nil, err
	}
	expr := ""
	for _, e := range d.members(l, "", 0, 0) {
		if e.name == a.Name {
			expr = e.expr
		}
	}
	if expr == "" {
		return nil, fmt.Errorf("%s cannot be set", a.Name)
	}
	v, err := d.assign(ctx, l.frame, expr, a.Value)
	return setBody{v.Value, v.shape}, err
}
