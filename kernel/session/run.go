// SPDX-License-Identifier: BSD-3-Clause

// Running a cell: its steps, the Go of a step, and the packages from source that it imports. The
// machine's part is in machine.go.

package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"html"
	"slices"
	"time"

	"polka/internal/progress"
	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/source"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/warn"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
	"polka/kernel/widget/host"
)

// A run is one Execute.
type run struct {
	ctx      context.Context // of the request
	own      context.Context // of the cell: it ends after the cell has been told to stop
	cancel   context.CancelFunc
	out      engine.Output
	cell     engine.Cell
	program  *source.Package // what runs instead of the cell's code, if it is not nil
	values   []display.Bundle
	keep     bool            // the values themselves are kept, and not drawn
	kept     []machine.Value // of the last step
	draw     bool            // draw the values that are kept, too
	plain    bool            // no methods of cells are called to draw values
	call     bool            // not a cell, but a call of a function of one, or a check
	aside    bool            // not a cell, but internal code that is run while a cell is stopped
	depth    int32           // the maximum number of open calls, 0 for the machine's own limit
	payloads []engine.Payload
	reached  int
	failed   chan *engine.Error                // a goroutine of the cell panicked
	compiled func(*cell.Program) *engine.Error // called before a step runs, if it is not nil
	left     int                               // how many goroutines of its go statements have not ended
	machine  *machine.Run                      // the last one
	took     time.Duration                     // by the last step, after it was compiled
	set      func(*ast.Ident, machine.Value)   // is called with the values of watched variables, nil in most runs
	unread   []warn.Unread                     // what earlier steps have set and not read
	errors   map[*ast.Ident]string             // texts of the first errors to which these were set
	meter    *meter                            // nil if the cell shows no bars
	began    int64                             // by the clock of package widget/host

	supersede  context.CancelFunc // stops a cell that runs by itself; nil for others
	superseded bool               // it was called; Session.mu is held
	require    *engine.Require    // what the cell requires before the rest of it can be run
}

// supersedable makes a run that is stopped when the user moves a control, to be made again.
func (r *run) supersedable() { r.ctx, r.supersede = context.WithCancel(r.ctx) }

func newRun(ctx context.Context, c engine.Cell, out engine.Output) *run {
	r := &run{ctx: ctx, out: out, cell: c, failed: make(chan *engine.Error, 1)}
	r.own, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return r
}

// Execute runs a cell as engine.Interpreter describes.
func (s *Session) Execute(ctx context.Context, c engine.Cell, out engine.Output) (reply engine.Reply) {
	if c.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Limit)
		defer cancel()
	}
	r := newRun(ctx, c, out)
	if c.Rerun && c.Limit > 0 {
		r.supersedable()
		defer r.supersede()
	}
	return s.runCell(r)
}

// ExecuteProgram is Execute for a program that is a package, which replaces the code of the cell.
func (s *Session) ExecuteProgram(ctx context.Context, c engine.Cell, p *source.Package, out engine.Output) engine.Reply {
	r := newRun(ctx, c, out)
	r.program = p
	return s.runCell(r)
}

func (s *Session) runCell(r *run) (reply engine.Reply) {
	ctx, c, out := r.ctx, r.cell, r.out
	defer r.cancel()
	if !s.takeTurn(ctx) {
		reply.Err = interrupted(0)
		return reply
	}
	defer s.passTurn()
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		reply.Err = &engine.Error{Name: engine.Exit, Message: "the session is closed", Status: 1, Trace: []string{"the session is closed"}}
		return reply
	}
	s.run, s.out, s.script = r, out, c.Script
	r.began = host.Tick()
	s.live = c.Comms
	s.runs++
	if c.Bars {
		m := &meter{out: out, id: fmt.Sprintf("bar-%s-%d", s.id, s.runs), began: time.Now()}
		r.own, r.meter = progress.With(r.own, m.report), m
	}
	s.mu.Unlock()
	defer func() {
		if e := recover(); e != nil {
			reply.Value = nil
			reply.Err = s.internal(e)
		}
		if r.meter != nil {
			r.meter.report(progress.Report{Done: 1}) // of a loop that ended early
		}
		s.host.Flush()
		s.mu.Lock()
		s.run = nil
		reply.Payloads = r.payloads
		s.mu.Unlock()
	}()
	if ctx.Err() != nil {
		reply.Err = interrupted(0)
		return reply
	}

	if !c.Silent && !c.Script && !c.Rerun {
		s.takeMoves()
	}
	s.remember(c)
	defer s.debugBegin(c)()
	reply.Declared, reply.Err = s.runSteps(r)
	if reply.Err == nil || ctx.Err() != nil {
		s.cellJobs(r)
	}
	if reply.Err == nil && ctx.Err() != nil {
		reply.Err = interrupted(0)
	}
	if reply.Require = r.require; r.require != nil {
		return reply
	}
	defer s.freshEnd(r, &reply)
	if reply.Err == nil || reply.Err.Name != engine.Interrupted {
		s.remain(r)
	}
	if reply.Err != nil {
		return reply
	}
	if !c.Script && !c.Silent {
		s.remarkErrors(r)
	}
	if !c.Silent {
		reply.Value = join(r.values)
	}
	if len(c.Expressions) > 0 {
		reply.Expressions = make(map[string]engine.Expression, len(c.Expressions))
		for name, code := range c.Expressions {
			r.values = nil
			var x engine.Expression
			if _, x.Err = s.runCode(r, 0, code, code); x.Err == nil { // 0: its lines are not those of the cell
				if v := join(r.values); v != nil {
					x.Value = *v
				} else {
					x.Value = display.Text("")
				}
			}
			reply.Expressions[name] = x
		}
	}
	return reply
}

// runSteps runs the cell of r, step by step. The values of the last step remain in r.
func (s *Session) runSteps(r *run) (d engine.Declared, err *engine.Error) {
	if r.program != nil {
		list, failed := s.compileProgram(r.program)
		if failed == nil {
			failed = s.runPackages(r, list)
		}
		return d, failed
	}
	s.setOrigin(r.cell)
	r.cell.Code = syntax.CommentShebang(r.cell.Code) // of a script that a frontend sends
	steps := []syntax.Step{{Go: r.cell.Code}}
	if !r.cell.Script || !syntax.IsProgram(r.cell.Code) {
		steps = syntax.Steps(r.cell.Code)
	}
	for _, step := range timeBelow(steps) {
		r.values, r.kept = nil, nil
		switch {
		case step.Query != nil:
			if err := s.answer(r, *step.Query); err != nil {
				return d, err
			}
			r.unread = slices.DeleteFunc(r.unread, func(u warn.Unread) bool { return !u.Inside && u.Name == step.Query.Name })
		case step.Magic != nil:
			more, err := s.magic(r, step.Magic)
			d = d.Join(more)
			if err != nil || r.require != nil {
				return d, err
			}
		case step.Shell != nil:
			more, err := s.shellStep(r, step.Shell)
			d = d.Join(more)
			if err != nil {
				return d, err
			}
		default:
			more, err := s.runGo(r, step.Go)
			d = d.Join(more)
			if err != nil {
				return d, err
			}
		}
	}
	return d, nil
}

// runGo runs code, which is a step of the cell of r.
func (s *Session) runGo(r *run, code string) (d engine.Declared, err *engine.Error) {
	p, err := s.runCode(r, r.cell.Number, cmp.Or(r.cell.Text, r.cell.Code), code)
	if p != nil {
		s.compiling.Lock()
		defer s.compiling.Unlock()
		d = declared(s.c.Declared(p, r.reached))
	}
	return d, err
}

// runCode compiles and runs code, which is a step of the cell whole, in the run r.
func (s *Session) runCode(r *run, number int, whole, code string) (*cell.Program, *engine.Error) {
	if s.y != nil {
		began := time.Now()
		err := s.y.runCode(r, code)
		r.took = time.Since(began)
		return nil, err
	}
	p, failed := s.compileStep(number, whole, code, r.cell.Script)
	if failed != nil {
		return nil, failed
	}
	for _, n := range p.Notes {
		s.remark(r, "note: "+n)
	}
	for _, w := range p.Warnings {
		if r.cell.Script && !r.cell.Silent && s.o.Warned != nil {
			s.o.Warned(w)
		}
		s.remark(r, fmt.Sprintf("warning: line %d: %s", w.Line, w.Message))
	}
	s.mu.Lock()
	r.reached = 0
	s.mu.Unlock()
	if failed := s.runPackages(r, p.Packages); failed != nil {
		return nil, failed
	}
	compiled, failed := s.compileUnit(number, p.Unit)
	if failed != nil {
		return nil, failed
	}
	if r.compiled != nil {
		failed = r.compiled(p)
	}
	before := s.debug.run(p)
	began := time.Now()
	if failed == nil {
		failed = s.performCode(r, compiled)
	}
	r.took = time.Since(began)
	s.debug.run(before)
	s.commit(r, p)
	s.noteEffects(r, p)
	r.unread = slices.DeleteFunc(r.unread, func(u warn.Unread) bool { return !u.Inside && p.Mentioned[u.Name] })
	r.unread = append(r.unread, p.Unread...)
	return p, failed
}

// runPackages runs packages from source.
func (s *Session) runPackages(r *run, list []*cell.Package) *engine.Error {
	for _, pkg := range list {
		code, failed := s.compileUnit(r.cell.Number, pkg.Unit)
		if failed == nil {
			failed = s.performCode(r, code)
		}
		if failed != nil {
			return failed
		}
		s.compiling.Lock()
		pkg.Ready = true
		s.compiling.Unlock()
	}
	return nil
}

// remarkErrors reports errors that the cell has not checked.
func (s *Session) remarkErrors(r *run) {
	for _, u := range r.unread {
		if text := r.errors[u.ID]; text != "" {
			s.remark(r, fmt.Sprintf("warning: line %d: %s is set and not checked: %s", u.Line, u.Name, text))
		}
	}
}

// remark shows a remark below the cell of r. It is a display and not text on standard error, where
// graders and readers look for errors.
func (s *Session) remark(r *run, text string) {
	if r.cell.Script || r.cell.Silent {
		return
	}
	s.show(display.Bundle{Data: map[string][]byte{
		display.TextType: []byte(text),
		display.HTMLType: []byte(`<div style="opacity:.8;font-size:90%">` + html.EscapeString(text) + "</div>"),
	}})
}

// commit makes known what the code of p has defined.
func (s *Session) commit(r *run, p *cell.Program) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	s.mu.Lock()
	reached := r.reached
	s.mu.Unlock()
	s.c.Commit(p, reached)
	if reached < p.Definitions {
		s.rebind(r, p, reached)
	}
}

// rebind makes the functions that mention variables whose definitions the cell has not reached use
// the old variables again. s.compiling is held.
func (s *Session) rebind(r *run, p *cell.Program, reached int) {
	q := s.c.Rebind(p, reached)
	if q == nil {
		return
	}
	if _, failed := s.compile(r.cell.Number, q.Unit); failed != nil {
		s.o.Log("cell %d: %s", r.cell.Number, failed.Message)
		return
	}
	s.c.Commit(q, 0)
}

func declared(list engine.Declarations, variables []string) engine.Declared {
	d := engine.Declared{Variables: variables}
	if len(list) > 0 {
		d.Steps = []engine.Declarations{list}
	}
	return d
}

func compileError(err error) *engine.Error {
	var e *explain.Error
	if errors.As(err, &e) {
		out := &engine.Error{Name: string(e.Kind), Message: e.Error(), Trace: e.Report()}
		for _, d := range e.List {
			out.Places = append(out.Places, engine.Place{Cell: d.Cell, File: d.File, Line: d.Line, Column: d.Col, Message: d.Message})
		}
		return out
	}
	return &engine.Error{Name: engine.CompileError, Message: err.Error(), Trace: []string{err.Error()}}
}
