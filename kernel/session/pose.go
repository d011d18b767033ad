// SPDX-License-Identifier: BSD-3-Clause

// Exercises that are answered in a widget: %exercise shows one, and judges the answers.
//
// A prediction is compared with what the code prints. The other kinds make a program, which runs
// like a cell; what it defines remains, as the answer to an exercise in a cell does. Then the check
// of the exercise tests it. All that waits until no cell runs, and Stop ends it.

package session

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"polka/internal/size"
	"polka/kernel/cell/syntax"
	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/exercise"
	"polka/kernel/exercise/pose"
)

// magicExercise shows the widget of an exercise.
func (s *Session) magicExercise(r *run, m *syntax.Magic) (d engine.Declared, failed *engine.Error) {
	name, code := m.Arg, ""
	if m.Whole {
		name, code = m.Lines()
		name = strings.TrimSpace(name)
	}
	x, failed := s.exercise(r, m, name, "")
	switch {
	case failed != nil:
		return d, failed
	case x.Task == nil:
		return d, s.magicError(r, m, fmt.Sprintf("%s is answered in a cell: %%check %s checks the answer", name, name))
	case m.Whole && x.Task.Kind != exercise.Predict:
		return d, s.magicError(r, m, fmt.Sprintf("%s is not a prediction; expected %%exercise %s and no code below", name, name))
	case s.y != nil:
		return d, s.magicError(r, m, "%exercise runs on the machine; see %backend")
	}
	if m.Whole {
		return s.predictCell(r, x, code)
	}
	var w *pose.Widget
	w = pose.New(x, pose.Options{Words: s.words(), Run: func(_ context.Context, a exercise.Answer) {
		s.enqueue(&job{do: func(r *run) { w.Show(s.judge(r, x, a)) }})
	}})
	s.showExercise(w)
	return d, nil
}

// predictCell runs the code below %%exercise if it has been predicted, and shows the question
// otherwise. Without a page that supports widgets, nobody can predict, and the code runs.
func (s *Session) predictCell(r *run, x *exercise.Exercise, code string) (d engine.Declared, failed *engine.Error) {
	s.mu.Lock()
	live := s.live
	a, predicted := s.predicted[x.Name]
	delete(s.predicted, x.Name)
	s.mu.Unlock()
	if live && predicted {
		if d, failed = s.runGo(r, code); failed == nil {
			right, chosen := x.Task.Foreseen(a)
			v, lines := s.foreseen(x, right, chosen)
			s.showCheck(r, v, lines...)
		}
		return d, failed
	}
	var w *pose.Widget
	w = pose.New(x, pose.Options{Words: s.words(), Below: true, Run: func(_ context.Context, a exercise.Answer) {
		s.mu.Lock()
		if s.predicted == nil {
			s.predicted = make(map[string]exercise.Answer)
		}
		s.predicted[x.Name] = a
		s.mu.Unlock()
		w.Show(pose.Result{Message: s.words().Text("Now run the cell again.")})
	}})
	s.showExercise(w)
	if live {
		return d, nil
	}
	return s.runGo(r, code)
}

// foreseen records a prediction, and returns what is said about it.
func (s *Session) foreseen(x *exercise.Exercise, right bool, chosen *exercise.Choice) (v verdict, lines []string) {
	v, message := verdictOf(right), ""
	if !right {
		message = s.words().Text("another result was predicted")
		if chosen != nil {
			message = s.words().Sprintf("predicted: %s", chosen.Text)
		}
	}
	s.record(x.Name, message)
	lines = []string{s.words().Sprintf("%s: as predicted", x.Name)}
	if !right {
		lines[0] = x.Name + ": " + message
	}
	if chosen != nil && chosen.Why != "" {
		lines = append(lines, chosen.Why)
	}
	if right {
		lines = append(lines, s.progressLines(x.Name)...)
	}
	return v, lines
}

// verdictOf returns the mark of an answer.
func verdictOf(isRight bool) verdict {
	if isRight {
		return right
	}
	return wrong
}

// showExercise displays a widget, or its text in a program without widgets.
func (s *Session) showExercise(w *pose.Widget) {
	if b, ok := s.host.Bundle(w.Module); ok {
		s.show(b)
		return
	}
	b := display.Text(w.String())
	b.Data[display.HTMLType] = []byte(w.Page())
	s.show(b)
}

// judge runs what an answer makes, and says whether it is right. R is the run of a job.
func (s *Session) judge(r *run, x *exercise.Exercise, a exercise.Answer) (result pose.Result) {
	t := x.Task
	code, err := t.Program(a)
	if err != nil {
		return pose.Result{Message: err.Error()}
	}
	switch t.Kind {
	case exercise.Vote:
		message := "no choice"
		if a.Choice >= 0 && a.Choice < len(t.Choices) {
			message = "" // every vote counts as an answer
		}
		s.record(x.Name, message)
		if address := s.classAddress(); address != "" && message == "" {
			return s.sendVote(r, address, x.Name, x.Original().Task.Choices[a.Choice].Text) // the class knows no translations
		}
		return pose.Result{Right: true, Message: s.words().Text("Your vote: compare it with a neighbor's, and vote again.")}
	case exercise.Predict:
		out, failed := s.runAside(r, code)
		if failed != nil {
			out += failed.Name + ": " + failed.Message
		}
		right, chosen := t.Foreseen(a)
		if chosen == nil {
			right = exercise.Trim(a.Text) == exercise.Trim(out)
		}
		_, lines := s.foreseen(x, right, nil)
		return pose.Result{Right: right, Output: out, Details: lines[1:]}
	case exercise.Bug:
		if a.Line < 0 || a.Line >= len(t.Lines) || !t.Lines[a.Line].Wrong {
			s.record(x.Name, s.words().Text("a correct line was chosen"))
			message, _ := s.attempt(r, x, t.Broken())
			return pose.Result{Message: s.words().Sprintf("this line is correct; %s", message)}
		}
		s.record(x.Name, "")
		return pose.Result{Right: true, Message: s.words().Text("right"), Details: s.progressLines(x.Name)}
	}
	message, details := s.attempt(r, x, code)
	s.record(x.Name, message)
	if message == "" {
		return pose.Result{Right: true, Message: s.words().Text("right"), Details: append(details, s.progressLines(x.Name)...)}
	}
	return pose.Result{Message: message, Details: details}
}

// attempt runs a program and then the check of an exercise. The message is empty if it is right.
func (s *Session) attempt(r *run, x *exercise.Exercise, code string) (message string, details []string) {
	if _, failed := s.runAside(r, code); failed != nil {
		return s.words().Sprintf("the program does not run: %s", failed.Message), nil
	}
	return s.check(r, x)
}

// runAside runs code between cells, and returns what it prints and its value as text. It is
// stopped at the limits of a check.
func (s *Session) runAside(job *run, code string) (string, *engine.Error) {
	ctx, cancel := s.bounded(job.ctx, s.mostTime())
	defer cancel()
	out := &printed{out: job.out}
	r := newRun(ctx, engine.Cell{Code: code, Silent: true}, out)
	r.call = true
	defer r.cancel()
	s.mu.Lock()
	s.run, s.out = r, out
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.run, s.out = job, job.out
	}()
	_, failed := s.runGo(r, code)
	switch why := exceeded(ctx); {
	case failed == nil || job.ctx.Err() != nil:
	case why == errTime:
		failed = &engine.Error{Name: failed.Name, Message: s.words().Sprintf("it did not end within %v: is there an endless loop?", s.mostTime())}
	case why == errMemory:
		failed = &engine.Error{Name: failed.Name, Message: s.words().Sprintf("it had filled more than %s of memory and was stopped: is there a loop that appends without end?", size.Rounded(uint64(s.mostMemory())))}
	}
	text := out.String()
	if b := join(r.values); b != nil {
		text += b.Plain()
	}
	return strings.TrimRight(text, "\n"), failed
}

// printedMost is how much of an output is kept, in bytes.
const printedMost = 20_000

// printed is the output of a program in a widget: its text.
type printed struct {
	out engine.Output // of the cell before, for the messages of widgets
	mu  sync.Mutex
	b   strings.Builder
}

func (p *printed) Write(_ engine.Stream, text []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.b.Write(text[:min(len(text), printedMost-p.b.Len())])
}

func (p *printed) Display(e display.Event)                             { p.Write(engine.Stdout, []byte(e.Bundle.Plain()+"\n")) }
func (p *printed) Clear(bool)                                          {}
func (p *printed) Input(context.Context, string, bool) (string, error) { return "", engine.ErrNoInput }

// Comm implements [engine.CommOutput].
func (p *printed) Comm(m comm.Message) {
	if o, ok := p.out.(engine.CommOutput); ok {
		o.Comm(m)
	}
}

func (p *printed) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.String()
}
