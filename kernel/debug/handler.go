// SPDX-License-Identifier: BSD-3-Clause

package debug

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// A handler answers one command. Those that need no session of the debugger say so.
type handler struct {
	always bool
	answer func(*Debugger, context.Context, request) (any, error)
}

// handlers are the commands that the debugger knows: those of the Debug Adapter Protocol, and those
// that Jupyter adds.
var handlers = sync.OnceValue(func() map[string]handler {
	return map[string]handler{
		"initialize":              always(handle(plain((*Debugger).initialize))),
		"attach":                  handle((*Debugger).attachClient),
		"launch":                  handle((*Debugger).attachClient),
		"configurationDone":       handle(func(*Debugger, context.Context, none) (any, error) { return nil, nil }),
		"disconnect":              always(handle(func(d *Debugger, _ context.Context, _ none) (any, error) { d.detach(); return nil, nil })),
		"setBreakpoints":          handle(body((*Debugger).breakpointsOf)),
		"setExceptionBreakpoints": handle((*Debugger).setExceptionBreakpoints),
		"breakpointLocations":     handle(body((*Debugger).breakpointLocations)),
		"continue":                handle((*Debugger).resumeThread),
		"next":                    handle(moves("next")),
		"stepIn":                  handle(moves("stepIn")),
		"stepOut":                 handle(moves("stepOut")),
		"pause":                   handle((*Debugger).pause),
		"threads":                 handle(plain((*Debugger).threads)),
		"stackTrace":              handle(body((*Debugger).stack)),
		"scopes":                  handle(func(d *Debugger, _ context.Context, a frameArguments) (any, error) { return d.scopes(a.FrameID) }),
		"variables":               always(held((*Debugger).variablesOf)),
		"setVariable":             always(held((*Debugger).setVariable)),
		"setExpression":           held((*Debugger).setExpression),
		"evaluate": held(func(d *Debugger, ctx context.Context, a evaluateArguments) (any, error) {
			return d.evaluated(ctx, a.FrameID, a.Expression)
		}),
		"exceptionInfo": handle((*Debugger).exceptionInfo),
		"source":        always(handle((*Debugger).source)),

		"debugInfo":            always(handle(plain((*Debugger).info))),
		"dumpCell":             always(handle(body((*Debugger).dumpCell))),
		"inspectVariables":     always(handle(plain((*Debugger).inspectVariables))),
		"richInspectVariables": always(held((*Debugger).richInspect)),
		"copyToGlobals":        always(held((*Debugger).copyToGlobals)),
		"modules":              always(handle(body((*Debugger).modules))),
	}
})

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

// always makes h answer even if no session of the debugger was started.
func always(h handler) handler {
	h.always = true
	return h
}

type none struct{}

// plain is for methods without arguments that cannot fail, and body for those with arguments.
func plain[B any](f func(*Debugger) B) func(*Debugger, context.Context, none) (any, error) {
	return func(d *Debugger, _ context.Context, _ none) (any, error) { return f(d), nil }
}

func body[A, B any](f func(*Debugger, A) B) func(*Debugger, context.Context, A) (any, error) {
	return func(d *Debugger, _ context.Context, a A) (any, error) { return f(d, a), nil }
}

// moves resumes a goroutine until it has made a step of a kind.
func moves(kind string) func(*Debugger, context.Context, threadArguments) (any, error) {
	return func(d *Debugger, _ context.Context, a threadArguments) (any, error) {
		return nil, d.move(kind, a.ThreadID)
	}
}

func (d *Debugger) attachClient(_ context.Context, a attachArguments) (any, error) {
	d.attach(a.StopOnEntry)
	return nil, nil
}

func (d *Debugger) breakpointsOf(a breakpointsArguments) breakpointsBody {
	list := a.Breakpoints
	if list == nil {
		for _, line := range a.Lines {
			list = append(list, sourceBreakpoint{Line: line})
		}
	}
	return breakpointsBody{Breakpoints: d.setBreakpoints(a.Source.Path, list)}
}

func (d *Debugger) setExceptionBreakpoints(_ context.Context, a exceptionsArguments) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.onRaise, d.onUncaught = slices.Contains(a.Filters, "panic"), slices.Contains(a.Filters, "uncaught")
	return nil, nil
}

func (d *Debugger) breakpointLocations(a locationsArguments) locationsBody {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := locationsBody{Breakpoints: []location{}}
	for _, line := range slices.Sorted(maps.Keys(d.linesOf(a.Source.Path))) {
		if line >= a.Line && line <= max(a.Line, a.EndLine) {
			out.Breakpoints = append(out.Breakpoints, location{Line: line})
		}
	}
	return out
}

func (d *Debugger) resumeThread(_ context.Context, a threadArguments) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.resume == nil {
		return nil, errNotStopped
	}
	d.goOn(a.ThreadID)
	return continueBody{AllThreadsContinued: true}, nil
}

func (d *Debugger) pause(_ context.Context, _ none) (any, error) {
	if release, ok := d.host.Hold(); ok {
		release()
		return nil, errors.New("no cell is running")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pausing = d.resume == nil
	return nil, nil
}

func (d *Debugger) variablesOf(_ context.Context, a variablesArguments) (any, error) {
	l, err := d.list(a.VariablesReference)
	if err != nil {
		return nil, err
	}
	return variablesBody{Variables: d.variables(l, a.Filter, a.Start, a.Count)}, nil
}

func (d *Debugger) setExpression(ctx context.Context, a setExpressionArguments) (any, error) {
	vars, err := d.frame(a.FrameID)
	if err != nil {
		return nil, err
	}
	v, err := d.assign(ctx, vars, a.Expression, a.Value)
	return setBody{v.Value, v.shape}, err
}

func (d *Debugger) exceptionInfo(_ context.Context, a threadArguments) (any, error) {
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
}

func (d *Debugger) source(_ context.Context, a sourceArguments) (any, error) {
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
}
