package debug

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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

// Answer answers a request. What the client asks for by requests other than evaluations is answered
// at once.
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

// listOf are the lists that JupyterLab looks for in responses without looking whether they are
// errors: it asks for the variables of a frame that is gone by then.
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

// A handler answers one command. Those that need no session of the debugger say so.
type handler struct {
	always bool
	answer func(*Debugger, context.Context, request) (any, error)
}

// handle makes a handler of a function with decoded arguments.
func handle[A any](f func(*Debugger, context.Context, A) (any, error)) handler {
	return handler{answer: func(d *Debugger, ctx context.Context, q request) (any, error) {
		a, err := arguments[A](q)
		if err != nil {
			return nil, err
		}
		return f(d, ctx, a)
	}}
}

// held is handle for what looks at variables, which nothing may change meanwhile.
func held[A any](f func(*Debugger, context.Context, A) (any, error)) handler {
	return handle(func(d *Debugger, ctx context.Context, a A) (any, error) {
		release, ok := d.hold()
		if !ok {
			return nil, errRunning
		}
		defer release()
		return f(d, ctx, a)
	})
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

func always(h handler) handler {
	h.always = true
	return h
}

func (d *Debugger) answer(ctx context.Context, q request) (body any, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("internal error: %v", e)
		}
	}()
	h, ok := handlerOf(q.Command)
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

type none struct{}

func handlerOf(command string) (h handler, ok bool) {
	ok = true
	switch command {
	case "initialize":
		h = always(handle(func(d *Debugger, _ context.Context, _ none) (any, error) { return d.initialize(), nil }))
	case "attach", "launch":
		h = handle(func(d *Debugger, _ context.Context, a struct{ StopOnEntry bool }) (any, error) {
			d.attach(a.StopOnEntry)
			return nil, nil
		})
	case "configurationDone":
		h = handle(func(d *Debugger, _ context.Context, _ none) (any, error) { return nil, nil })
	case "disconnect":
		h = always(handle(func(d *Debugger, _ context.Context, _ none) (any, error) { d.detach(); return nil, nil }))
	case "setBreakpoints":
		h = handle(func(d *Debugger, _ context.Context, a breakpointsArguments) (any, error) {
			list := a.Breakpoints
			if list == nil {
				for _, line := range a.Lines {
					list = append(list, sourceBreakpoint{Line: line})
				}
			}
			return breakpointsBody{Breakpoints: d.setBreakpoints(a.Source.Path, list)}, nil
		})
	case "setExceptionBreakpoints":
		h = handle(func(d *Debugger, _ context.Context, a exceptionsArguments) (any, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.onRaise, d.onUncaught = slices.Contains(a.Filters, "panic"), slices.Contains(a.Filters, "uncaught")
			return nil, nil
		})
	case "breakpointLocations":
		h = handle(func(d *Debugger, _ context.Context, a locationsArguments) (any, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			out := locationsBody{Breakpoints: []location{}}
			for _, line := range slices.Sorted(maps.Keys(d.linesOf(a.Source.Path))) {
				if line >= a.Line && line <= max(a.Line, a.EndLine) {
					out.Breakpoints = append(out.Breakpoints, location{Line: line})
				}
			}
			return out, nil
		})
	case "continue":
		h = handle(func(d *Debugger, _ context.Context, a threadArguments) (any, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			if d.resume == nil {
				return nil, errNotStopped
			}
			d.goOn(a.ThreadID)
			return continueBody{AllThreadsContinued: true}, nil
		})
	case "next", "stepIn", "stepOut":
		h = handle(func(d *Debugger, _ context.Context, a threadArguments) (any, error) {
			return nil, d.move(command, a.ThreadID)
		})
	case "pause":
		h = handle(func(d *Debugger, _ context.Context, _ none) (any, error) {
			if release, ok := d.host.Hold(); ok {
				release()
				return nil, errors.New("no cell is running")
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			d.pausing = d.resume == nil
			return nil, nil
		})
	case "threads":
		h = handle(func(d *Debugger, _ context.Context, _ none) (any, error) { return d.threads(), nil })
	case "stackTrace":
		h = handle(func(d *Debugger, _ context.Context, a stackArguments) (any, error) { return d.stack(a), nil })
	case "scopes":
		h = handle(func(d *Debugger, _ context.Context, a frameArguments) (any, error) { return d.scopes(a.FrameID) })
	case "variables":
		h = always(held(func(d *Debugger, _ context.Context, a variablesArguments) (any, error) {
			l, err := d.list(a.VariablesReference)
			if err != nil {
				return nil, err
			}
			return variablesBody{Variables: d.variables(l, a.Filter, a.Start, a.Count)}, nil
		}))
	case "setVariable":
		h = always(held((*Debugger).setVariable))
	case "setExpression":
		h = held(func(d *Debugger, ctx context.Context, a setExpressionArguments) (any, error) {
			vars, err := d.frame(a.FrameID)
			if err != nil {
				return nil, err
			}
			v, err := d.assign(ctx, vars, a.Expression, a.Value)
			return setBody{v.Value, v.shape}, err
		})
	case "evaluate":
		h = held(func(d *Debugger, ctx context.Context, a evaluateArguments) (any, error) {
			return d.evaluated(ctx, a.FrameID, a.Expression)
		})
	case "exceptionInfo":
		h = handle(func(d *Debugger, _ context.Context, a threadArguments) (any, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			g := d.thread(a.ThreadID)
			if g == nil || g.panic == nil {
				return nil, errors.New("the goroutine has not stopped because of a panic")
			}
			mode := "always"
			if g.shown != nil {
				mode = "unhandled"
			}
			return exceptionBody{ExceptionID: "panic", Description: g.panic.Error(), BreakMode: mode}, nil
		})
	case "source":
		h = always(handle(func(d *Debugger, _ context.Context, a sourceArguments) (any, error) {
			_, content, ok := d.host.Source(a.Source.Path)
			if !ok {
				d.mu.Lock()
				content, ok = d.texts[a.Source.Path]
				d.mu.Unlock()
			}
			if !ok {
				return nil, fmt.Errorf("the source %s is not known", a.Source.Path)
			}
			return sourceBody{Content: content, MimeType: "text/x-go"}, nil
		}))
	default:
		return jupyter(command)
	}
	return h, ok
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

// attach makes cells call the debugger. If it is to enter, it stops at the next statement.
func (d *Debugger) attach(enter bool) {
	d.mu.Lock()
	attached := d.attached
	d.attached, d.entering = true, enter
	d.mu.Unlock()
	if !attached {
		d.host.Attach(d.hook())
	}
}

// detach lets everything continue without the debugger, and forgets breakpoints.
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

// threads are the goroutines that have run a statement.
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
