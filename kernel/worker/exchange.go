// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"errors"
	"strings"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// exchange replaces the child with a process of a program that has the modules that the cell
// requires, repeats the declarations of earlier cells there, and runs the rest of the cell. R is
// the reply to the part of the cell that has run. If there is no such program, the child is kept.
func (c *Client) exchange(ctx context.Context, cell engine.Cell, out engine.Output, r engine.Reply) engine.Reply {
	refused := func(text string) engine.Reply {
		lines := strings.Split(text, "\n")
		e := &engine.Error{Name: engine.CompileError, Message: lines[0]}
		e.Trace = append([]string{headline(e)}, lines[1:]...)
		return engine.Reply{Err: e, Declared: r.Declared}
	}
	want := r.Require
	if c.provide == nil {
		return refused("modules cannot be added here: " + strings.Join(want.Modules, ", "))
	}
	command, err := c.provide(ctx, want.Modules, out)
	if ctx.Err() != nil {
		return failed(stopped("the cell was stopped before the modules were there"))
	}
	if err != nil {
		return refused(err.Error())
	}
	o, err := c.restart(ctx, command)
	switch {
	case errors.Is(err, errClosed) || ctx.Err() != nil:
		return failed(stopped(err.Error()))
	case err != nil:
		return refused("the program with " + strings.Join(want.Modules, ", ") + " does not start: " + err.Error())
	}
	if o != nil {
		o.ready = true
		if text := o.losses(); text != nil {
			out.Display(display.Event{Bundle: display.Text(strings.Join(text, "\n"))})
		}
	}
	if strings.TrimSpace(want.Rest) == "" {
		r.Require = nil
		return r
	}
	cell.Code = want.Rest
	rest := c.Execute(ctx, cell, out)
	rest.Payloads = append(r.Payloads, rest.Payloads...)
	rest.Declared = r.Declared.Join(rest.Declared)
	return rest
}

// restart ends the child and starts another program. It returns what was lost, or nil. After an
// error, the next cell starts the previous program.
func (c *Client) restart(ctx context.Context, command []string) (*obituary, error) {
	c.mu.Lock()
	before := c.command
	c.command = command
	l := c.now
	c.mu.Unlock()
	select {
	case <-l.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if l.err == nil {
		l.proc.kill("a program with other modules replaces it")
		<-l.proc.gone
	}
	n := c.next(l)
	select {
	case <-n.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.closing:
		return nil, errClosed
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if n.err != nil {
		c.command = before
		return nil, n.err
	}
	o := n.before
	n.before = nil
	return o, nil
}
