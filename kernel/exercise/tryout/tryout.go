// SPDX-License-Identifier: BSD-3-Clause

// Package tryout tries the checks of exercises: a check has to accept the solution and refuse every
// wrong answer, those that a teacher has written and the mutants of the solution. It runs answers
// in an interpreter that it is given, and does not know the course.
//
//	t := tryout.Trial{Start: start, Mutants: true, Report: print}
//	counts, err := t.Run(ctx, setup, list)
//
// Each answer runs as a cell, and then %check --strict. A mutant is refused if its cell fails, if
// the check does, or if it does not end within five times the time of the solution and a second. A
// mutant that passes is a fault of the check, unless the exercise lists it as equivalent to the
// solution, with the reason. The solution of an exercise with a contest must have a result. An
// exercise that is answered in a widget is tried with the wrong answers that it suggests.
package tryout

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/exercise"
	"polka/kernel/exercise/mutant"
)

// A Finding is a fault of an exercise.
type Finding struct {
	Exercise string
	Answer   string // such as "solution", "wrong answer 2" or "mutant line 2: a < b -> a <= b"
	Message  string // what is wrong about the check
	Code     string // of the answer
}

func (f Finding) String() string { return f.Exercise + ": " + f.Answer + ": " + f.Message }

// Counts says what was tried.
type Counts struct {
	Exercises, Answers, Mutants int
	Equivalent                  int // mutants that are listed as such
	Stopped                     int // mutants that did not end in time
	Faults                      int
}

// A Trial tries exercises.
type Trial struct {
	Start   func() (engine.Interpreter, error) // returns a new interpreter that speaks English; the trial closes it
	Mutants bool
	Sample  int           // the maximum number of mutants of each exercise, 0 for all
	Seed    uint64        // chooses them
	Report  func(Finding) // is called with each fault

	setup  []string
	interp engine.Interpreter
	number int
}

// Run runs the cells of setup and then tries the exercises of a list, all in one interpreter,
// unless an answer ends it. The error is that of a cell of setup, or of ctx.
func (t *Trial) Run(ctx context.Context, setup []string, list []*exercise.Exercise) (c Counts, err error) {
	t.setup = setup
	if err := t.restart(ctx); err != nil {
		return c, err
	}
	defer func() { t.interp.Close() }()
	for _, e := range list {
		if err := t.exercise(ctx, e, &c); err != nil {
			return c, fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	return c, nil
}

// restart starts an interpreter and runs the cells of the lesson.
func (t *Trial) restart(ctx context.Context) (err error) {
	if t.interp != nil {
		t.interp.Close()
	}
	if t.interp, err = t.Start(); err != nil {
		return err
	}
	t.number = 0
	for i, code := range t.setup {
		if failed := t.execute(ctx, code); failed != nil {
			return fmt.Errorf("cell %d: %s", i+1, failed.Message)
		}
	}
	return ctx.Err()
}

// execute runs a cell.
func (t *Trial) execute(ctx context.Context, code string) *engine.Error {
	t.number++
	return t.interp.Execute(ctx, engine.Cell{Code: code, Number: t.number}, quiet{}).Err
}

// exercise tries the answers to e.
func (t *Trial) exercise(ctx context.Context, e *exercise.Exercise, c *Counts) error {
	c.Exercises++
	fault := func(answer, code, format string, args ...any) {
		c.Faults++
		t.Report(Finding{e.Name, answer, fmt.Sprintf(format, args...), strings.TrimSpace(code)})
	}
	if e.Task != nil {
		return t.task(ctx, e, c, fault)
	}
	for i, w := range e.Wrong {
		c.Answers++
		answer := fmt.Sprintf("wrong answer %d", i+1)
		switch failed := t.answer(ctx, e, w.Code); {
		case failed == nil:
			fault(answer, w.Code, "passes")
		case !strings.Contains(failed.Message, w.Message):
			fault(answer, w.Code, "the message is %q; expected %q in it", failed.Message, w.Message)
		}
	}
	c.Answers++
	began := time.Now()
	if failed := t.answer(ctx, e, e.Solution); failed != nil {
		fault("solution", e.Solution, "is refused: %s", failed.Message)
		return ctx.Err()
	}
	took := time.Since(began)
	if e.Hidden != "" {
		if failed := t.execute(ctx, "%%check --strict "+e.Name+"\n"+e.Hidden); failed != nil {
			fault("solution", e.Solution, "is refused by the hidden tests: %s", failed.Message)
		}
	}
	if e.Contest != "" {
		if reason := t.noResult(ctx, e); reason != "" {
			fault("solution", e.Solution, "has no result in the contest: %s", reason)
		}
	}
	if !t.Mutants {
		return ctx.Err()
	}
	list, err := mutant.Of(strings.TrimSpace(e.Solution))
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(e.Equivalent)) {
		if !slices.ContainsFunc(list, func(m mutant.Mutant) bool { return m.Name == name || name == allMaps && m.Map }) {
			fault("equivalent "+name, "", "is not a change of the solution")
		}
	}
	for _, m := range t.chosen(list) {
		failed, stopped := t.within(ctx, e, m.Code, took)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		_, equivalent := e.Equivalent[m.Name]
		_, all := e.Equivalent[allMaps]
		equivalent = equivalent || all && m.Map
		switch {
		case failed != nil && !stopped && (failed.Name == engine.CompileError || failed.Name == engine.SyntaxError):
			continue // no Go
		case equivalent && failed == nil:
			c.Equivalent++
		case equivalent && !stopped:
			fault("equivalent "+m.Name, m.Code, "is refused: %s", failed.Message)
		case failed == nil:
			fault("mutant "+m.Name, m.Code, "passes")
		}
		c.Mutants++
		if stopped {
			c.Stopped++
		}
		if stopped || failed != nil && failed.Name != checkFailed && failed.Name != engine.Panic {
			if err := t.again(ctx, e, e.Solution); err != nil {
				return err
			}
		}
	}
	return t.again(ctx, e, e.Solution) // for the exercises that follow
}

// within answers e, for at most a second and five times as long as the solution took: some answers
// have loops that do not end.
func (t *Trial) within(ctx context.Context, e *exercise.Exercise, code string, took time.Duration) (failed *engine.Error, stopped bool) {
	ctx, cancel := context.WithTimeout(ctx, time.Second+5*took)
	defer cancel()
	failed = t.answer(ctx, e, code)
	return failed, ctx.Err() != nil
}

// again gives the solution once more, and starts anew if it is not accepted, since the interpreter
// has lost its variables then.
func (t *Trial) again(ctx context.Context, e *exercise.Exercise, solution string) error {
	if t.answer(ctx, e, solution) != nil {
		return t.restart(ctx)
	}
	return ctx.Err()
}

// task tries an exercise that is answered in a widget: its solution, and the wrong answers that it
// suggests.
func (t *Trial) task(ctx context.Context, e *exercise.Exercise, c *Counts, fault func(answer, code, format string, args ...any)) error {
	c.Answers++
	code := e.Task.Solution()
	switch e.Task.Kind {
	case exercise.Vote:
		return nil
	case exercise.Predict:
		got, failed := t.output(ctx, code)
		if failed != nil {
			got = failed.Name + ": " + failed.Message
		}
		if want := exercise.Trim(e.Task.Expected()); exercise.Trim(got) != want {
			fault("prediction", code, "the code prints %q; expected %q", exercise.Trim(got), want)
		}
		for _, choice := range e.Task.Choices {
			if c.Answers++; !choice.Right && exercise.Trim(choice.Text) == exercise.Trim(got) {
				fault("choice "+choice.Text, code, "is right, too")
			}
		}
		return ctx.Err()
	}
	began := time.Now()
	if failed := t.answer(ctx, e, code); failed != nil {
		fault("solution", code, "is refused: %s", failed.Message)
		return ctx.Err()
	}
	took := time.Since(began)
	for _, slip := range e.Task.Slips() {
		c.Answers++
		failed, stopped := t.within(ctx, e, slip.Code, took)
		if failed == nil {
			fault("wrong line "+strings.TrimSpace(slip.Text), slip.Code, "passes")
		}
		if stopped {
			if err := t.again(ctx, e, code); err != nil {
				return err
			}
		}
	}
	return t.again(ctx, e, code) // for the exercises that follow
}

// noResult returns why the last answer, which is right, has no result in the contest of e, or "".
func (t *Trial) noResult(ctx context.Context, e *exercise.Exercise) string {
	t.number++
	var out shown
	if failed := t.interp.Execute(ctx, engine.Cell{Code: "%check " + e.Name, Number: t.number}, &out).Err; failed != nil {
		return failed.Message
	}
	_, rest, found := strings.Cut(out.String(), noResult)
	if found {
		rest, _, _ = strings.Cut(rest, "\n")
		return rest
	}
	if !strings.Contains(out.String(), string(e.Contest)+": ") {
		return "%check does not show one"
	}
	return ""
}

// A shown keeps the text of what cells display.
type shown struct{ printed }

func (s *shown) Display(e display.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b.WriteString(e.Bundle.Plain() + "\n")
}

// output runs code and returns what it prints, and its value.
func (t *Trial) output(ctx context.Context, code string) (string, *engine.Error) {
	t.number++
	var out printed
	reply := t.interp.Execute(ctx, engine.Cell{Code: code, Number: t.number}, &out)
	text := out.String()
	if reply.Value != nil {
		text += reply.Value.Plain()
	}
	return text, reply.Err
}

// printed keeps what cells print on standard output.
type printed struct {
	quiet
	mu sync.Mutex
	b  strings.Builder
}

func (p *printed) Write(stream engine.Stream, text []byte) {
	if stream == engine.Stdout {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.b.Write(text)
	}
}

func (p *printed) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.String()
}

// allMaps stands in a list of equivalent mutants for all with Map.
const allMaps = "maps"

// noResult precedes the reason why %check shows no result of a contest.
const noResult = "no result: "

// checkFailed is the name of the error of %check --strict.
const checkFailed = "CheckFailed"

// answer runs an answer and its check. The error is nil if it is right.
func (t *Trial) answer(ctx context.Context, e *exercise.Exercise, code string) *engine.Error {
	if failed := t.execute(ctx, code); failed != nil {
		return failed
	}
	return t.execute(ctx, "%check --strict "+e.Name)
}

// chosen returns the mutants that are tried, in their order.
func (t *Trial) chosen(list []mutant.Mutant) []mutant.Mutant {
	if t.Sample == 0 || len(list) <= t.Sample {
		return list
	}
	some := rand.New(rand.NewPCG(t.Seed, 0)).Perm(len(list))[:t.Sample]
	slices.Sort(some)
	var chosen []mutant.Mutant
	for _, i := range some {
		chosen = append(chosen, list[i])
	}
	return chosen
}

// quiet drops what cells show.
type quiet struct{}

func (quiet) Write(engine.Stream, []byte) {}
func (quiet) Display(display.Event)       {}
func (quiet) Clear(bool)                  {}
func (quiet) Input(context.Context, string, bool) (string, error) {
	return "", errors.New("there is nobody to ask")
}

// Plus returns the sum of two counts.
func (c Counts) Plus(d Counts) Counts {
	return Counts{c.Exercises + d.Exercises, c.Answers + d.Answers, c.Mutants + d.Mutants, c.Equivalent + d.Equivalent, c.Stopped + d.Stopped, c.Faults + d.Faults}
}
