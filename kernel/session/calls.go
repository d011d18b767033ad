// SPDX-License-Identifier: BSD-3-Clause

// Functions of cells that are called between cells.
//
// Changes of widgets by the user, and messages of comms, are recorded at once by the goroutine that
// receives them, even while a cell computes. The functions of cells that handle them are called
// when no code of cells runs: they wait in a queue, and a goroutine, which exists while the queue
// is not empty, calls them one by one. A call is a run of the machine like that of a cell. Calls
// and cells take turns: only the holder of the token in turn runs code.
//
// The function of an Interact is called in the same way, but it can be called again at any time,
// with the newest values. So its call is stopped when a value changes or a cell is waiting to run,
// and is made again: moving a slider changes the picture at once, even if the function is in the
// middle of a long search. A stop takes some milliseconds for a search; see stop.go. The first call
// belongs to the cell that has made the Interact, which ends when the call has ended, so that a
// notebook that is run without a user has its pictures.
//
// Stop ends the running call and empties the queue.

package session

import (
	"context"
	"slices"

	_ "polka/kernel/comm" // sets comm.Commands
	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
	"polka/kernel/widget/host"
)

// A job is a call of a function of a cell.
type job struct {
	call func()          // of compiled code, which calls functions of cells
	e    host.Evaluation // instead of call: a function that can be called again
	do   func(r *run)    // instead of call: a part of the session, which runs code itself
	cell *run            // the cell that has to make the call before it ends; nil for none
	move *host.Move      // instead of a call: the user has changed a value; see moved.go
}

// jobs are the calls that wait. Session.mu is held.
type jobs struct {
	queue   []*job
	serving bool               // a goroutine takes them out
	running *job               // the one that runs
	cancel  context.CancelFunc // stops it
	again   bool               // it was stopped because it is to be made again
	waiting int                // cells that wait for their turn
	begun   int                // jobs that were added, or made again, when no cell ran
}

// takeTurn waits until no code of cells runs. It reports false if ctx ends or the session is
// closed.
func (s *Session) takeTurn(ctx context.Context) bool {
	select {
	case s.turn <- struct{}{}:
		return true
	default:
	}
	s.mu.Lock()
	s.jobs.waiting++
	s.repeat()
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.jobs.waiting--
	}()
	select {
	case s.turn <- struct{}{}:
		return true
	case <-ctx.Done():
	case <-s.closing:
	}
	return false
}

func (s *Session) passTurn() { <-s.turn }

// repeat stops the running call, to make it again, if that is possible. s.mu is held.
func (s *Session) repeat() {
	if j := s.jobs.running; j != nil && j.e != nil && !s.jobs.again {
		s.jobs.again = true
		s.jobs.cancel()
	}
}

// later has f called when no code of cells runs.
func (s *Session) later(f func()) { s.enqueue(&job{call: f}) }

// enqueue adds a call. One that can be made again is added once.
func (s *Session) enqueue(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if s.run == nil || s.run.call {
		s.jobs.begun++
	}
	if j.e != nil {
		if r := s.jobs.running; r != nil && r.e == j.e {
			s.repeat()
			return
		}
		if slices.ContainsFunc(s.jobs.queue, func(o *job) bool { return o.e == j.e }) {
			return
		}
		if s.run != nil && !j.e.Called() {
			j.cell = s.run
		}
	}
	s.jobs.queue = append(s.jobs.queue, j)
	s.serve()
}

// serve ensures that a goroutine makes the calls. s.mu is held.
func (s *Session) serve() {
	if !s.jobs.serving {
		s.jobs.serving = true
		go s.serveJobs()
	}
}

// serveJobs makes the calls until there are none.
func (s *Session) serveJobs() {
	for {
		select {
		case s.turn <- struct{}{}:
		case <-s.closing:
			return
		}
		s.mu.Lock()
		if len(s.jobs.queue) == 0 {
			s.jobs.serving = false
			s.mu.Unlock()
			s.passTurn()
			return
		}
		j := s.jobs.queue[0]
		s.jobs.queue = s.jobs.queue[1:]
		s.mu.Unlock()
		if j.move != nil {
			s.noteMove(j.move)
			s.tellMarks()
		} else {
			before := s.printLater()
			s.performJob(context.Background(), j, nil)
			if s.noteLater(before) {
				s.tellMarks()
			}
		}
		s.passTurn()
	}
}

// cellJobs makes the calls that belong to the cell of r, or drops them if the cell is stopped.
func (s *Session) cellJobs(r *run) {
	for {
		s.mu.Lock()
		i := slices.IndexFunc(s.jobs.queue, func(j *job) bool { return j.cell == r })
		if i < 0 {
			s.mu.Unlock()
			return
		}
		j := s.jobs.queue[i]
		s.jobs.queue = slices.Delete(s.jobs.queue, i, i+1)
		s.mu.Unlock()
		if r.ctx.Err() != nil {
			continue
		}
		s.performJob(r.ctx, j, r)
	}
}

// performJob makes a call, and makes it again while it is stopped for that. The caller has the
// turn. Cell is the cell that the call belongs to, nil for none.
func (s *Session) performJob(ctx context.Context, j *job, cell *run) {
	for {
		ctx, cancel := context.WithCancel(ctx)
		s.mu.Lock()
		out := s.out
		s.jobs.running, s.jobs.cancel, s.jobs.again = j, cancel, false
		if cell == nil && s.jobs.waiting > 0 {
			s.repeat() // the cell that waits did not find the call to stop it
		}
		s.mu.Unlock()
		results, failed := s.callJob(ctx, j, out)
		cancel()
		s.mu.Lock()
		again := s.jobs.again
		s.jobs.running = nil
		if again && cell == nil && s.jobs.waiting > 0 {
			s.jobs.queue = slices.Insert(s.jobs.queue, 0, j) // a cell comes first
			s.mu.Unlock()
			return
		}
		closed := s.closed
		s.mu.Unlock()
		if again && !closed && (cell == nil || cell.ctx.Err() == nil) {
			continue
		}
		s.endJob(j, results, failed, out)
		return
	}
}

// endJob shows the result of a call.
func (s *Session) endJob(j *job, results []any, failed *engine.Error, out engine.Output) {
	if failed != nil && (j.e == nil || j.e.Output() == nil) {
		for _, l := range failed.Trace {
			out.Write(engine.Stderr, []byte(l+"\n"))
		}
	}
	if j.e == nil {
		return
	}
	var f *host.Failure
	if failed != nil {
		f = &host.Failure{Name: failed.Name, Value: failed.Message, Trace: failed.Trace}
	}
	j.e.Finish(results, f)
}

// callJob makes a call once.
func (s *Session) callJob(ctx context.Context, j *job, out engine.Output) (results []any, failed *engine.Error) {
	if j.e != nil && j.e.Output() != nil {
		out = captured{out: out, to: j.e.Output(), ctx: ctx}
	}
	r := newRun(ctx, engine.Cell{Silent: true}, out)
	r.call = true
	defer r.cancel()
	s.mu.Lock()
	before, outBefore := s.run, s.out
	s.run, s.out = r, out
	s.runs++
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.run, s.out = before, outBefore
	}()
	if j.do != nil {
		j.do(r)
		return nil, nil
	}
	failed = s.perform(r, func(m *machine.Run) any {
		return m.DoFunc(func() {
			if j.e != nil {
				results = j.e.Call()
			} else {
				j.call()
			}
		})
	})
	return results, failed
}

// captured is the output of a call whose output has a place of its own.
type captured struct {
	out engine.Output
	to  host.Output
	ctx context.Context // after its end the call shows nothing
}

func (c captured) Write(stream engine.Stream, text []byte) {
	if c.ctx.Err() == nil {
		c.to.Write(string(stream), string(text))
	}
}

func (c captured) Display(e display.Event) {
	if c.ctx.Err() == nil {
		c.to.Display(e)
	}
}

func (c captured) Clear(bool) {
	if c.ctx.Err() == nil {
		c.to.Remove()
	}
}

func (c captured) Input(context.Context, string, bool) (string, error) { return "", engine.ErrNoInput }

func (c captured) Comm(m comm.Message) {
	if o, ok := c.out.(engine.CommOutput); ok {
		o.Comm(m)
	}
}

// Comm implements [engine.Comms].
func (s *Session) Comm(m comm.Message, out engine.CommOutput) (calls bool) {
	hub := s.commHub()
	before := s.callsBegun()
	hub.Receive(m, out.Comm)
	return s.callsBegun() > before
}

func (s *Session) callsBegun() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.jobs.begun
}

// StopCalls implements [engine.Comms].
func (s *Session) StopCalls() {
	s.mu.Lock()
	host := s.host
	s.jobs.queue = slices.DeleteFunc(s.jobs.queue, func(j *job) bool { return j.move == nil })
	if s.jobs.running != nil {
		s.jobs.again = false
		s.jobs.cancel()
	}
	s.mu.Unlock()
	host.Stop() // it forgets which calls were in the queue
}

func (s *Session) commHub() *comm.Hub {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hub
}

// newHub makes the comms and widgets of a session that has none.
func (s *Session) newHub() {
	hub := comm.NewHub(func(m comm.Message) {
		if o, ok := s.output().(engine.CommOutput); ok {
			o.Comm(m)
		}
	}, s.later)
	s.mu.Lock()
	s.hub, s.host = hub, host.New(hub, widgets{s})
	s.mu.Unlock()
}

// widgets is the session as package widget sees it.
type widgets struct{ s *Session }

func (w widgets) Live() bool {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return w.s.live
}

func (w widgets) Render(v any, live bool) display.Bundle {
	r := w.s.renderer()
	if live && r.Live != nil {
		r.Picture = r.Live
	}
	r.Bundle = w.s.host.View
	return r.Render(v)
}

func (w widgets) Nested() bool {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	_, captures := w.s.out.(captured)
	return captures || w.s.run != nil && w.s.run.aside
}

func (w widgets) Display(e display.Event) {
	out := w.s.output()
	if c, ok := out.(captured); ok && e.Update {
		out = c.out // where the first display was
	}
	e.Bundle = w.s.spoken(e.Bundle)
	out.Display(e)
}

func (w widgets) Said(kind string) any {
	if speech := w.s.pictures(); speech != nil {
		return speech.About(kind)
	}
	return nil
}

func (w widgets) Parameters(f any) []string { return w.s.vm.Parameters(f) }
func (w widgets) Evaluate(e host.Evaluation) {
	w.s.enqueue(&job{e: e})
}
