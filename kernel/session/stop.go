// Stopping a cell.
//
// The interpreter looks at a number before each of its steps, and ends every function that began under
// another number. Its only door to changing the number is the context given to ExecuteWithContext. That
// function does not wait until the program has ended, and then writes its results while the program's
// goroutine may write them too. So what it is given is a program of one call, of body below, which
// executes the cell, reports how it ended, and ends the goroutine: nothing is left to write. And the
// context's Err, which ExecuteWithContext calls after the number has changed, ends that goroutine too.
//
// Then the cell is over for the user only when none of its goroutines is left; otherwise it could go on
// later, in the middle of another cell. Goroutines inherit the labels of runtime/pprof, so each run has
// a label, and the goroutine profile says whether somebody still carries it. Interpreted code ends
// within microseconds, also in channel operations; time.Sleep is replaced by one that wakes; compiled
// code has the cell's context. What remains are locks that are never released and compiled code that
// ignores its context. After the grace time Execute returns all the same and says so; whoever owns the
// process may end it.
//
// When nobody is left, the number is set back: function values that were made before keep working.
//
// Stopping also ends the goroutines that earlier cells have left behind (goroutine.go), since they share the
// number.

package session

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"runtime"
	"runtime/pprof"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/traefik/yaegi/interp"

	"polka/internal/pattern"
	"polka/kernel/cell"
	"polka/kernel/engine"
)

// labelKey is the label of the goroutines of cells. Its value names the session and the run.
const labelKey = "polka-cell"

// A stopContext is the context that the interpreter sees.
type stopContext struct {
	context.Context
	stop chan struct{} // closed to stop the interpreter
	told func()        // called when the interpreter has been told
}

func (c *stopContext) Done() <-chan struct{} { return c.stop }

// Err ends the goroutine that calls it, that of ExecuteWithContext, before it writes results.
func (c *stopContext) Err() error {
	c.told()
	runtime.Goexit()
	return nil
}

// runBody is the function that the stub calls.
func (s *Session) runBody() {
	s.mu.Lock()
	f := s.body
	s.mu.Unlock()
	f()
}

// compileStub makes the program that start executes.
func (s *Session) compileStub() (*interp.Program, error) {
	const name = "bodyꓸ"
	f, err := parser.ParseFile(s.i.FileSet(), "/cell0/_.go", "package main\nimport "+name+" "+strconv.Quote(cell.Runtime), parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	p, err := s.i.CompileAST(f)
	if err != nil {
		return nil, err
	}
	// From its first execution with a context on, the interpreter compiles channel operations that can be
	// stopped. No cell may come before that.
	if _, err := s.i.ExecuteWithContext(context.Background(), p); err != nil {
		return nil, err
	}
	x, err := parser.ParseExprFrom(s.i.FileSet(), "/cell0/_.go", name+".Body()", parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return s.i.CompileAST(&ast.BlockStmt{Lbrace: x.Pos(), List: []ast.Stmt{&ast.ExprStmt{X: x}}, Rbrace: x.End()})
}

// start runs a program until it ends or r's context is done.
func (s *Session) start(r *run, p *interp.Program) *engine.Error {
	label := s.id + "." + strconv.Itoa(s.runs)
	// What waits in compiled code wakes after the interpreter has been told, or the cell would go on.
	sc := &stopContext{context.Background(), make(chan struct{}), func() {
		r.cancel()
		r.wake()
		s.wake()
	}}
	number := atomic.LoadUint64(s.number())
	var err error
	ran := make(chan struct{})   // the cell's code has ended
	ended := make(chan struct{}) // so has its goroutine, unless it was stopped
	s.mu.Lock()
	s.body = func() {
		_, err = s.i.Execute(p)
		close(ran)
		runtime.Goexit()
	}
	s.mu.Unlock()
	go pprof.Do(context.Background(), pprof.Labels(labelKey, label), func(context.Context) {
		s.i.ExecuteWithContext(sc, s.stub)
		close(ended)
	})
	var failed *engine.Error
	select {
	case <-ended:
		if s.settle(r) > 0 {
			s.keepDoor(r)
		}
		select {
		case failed = <-r.failed:
			return failed
		default:
			return s.failure(err)
		}
	case failed = <-r.failed:
	case <-r.ctx.Done():
	case <-s.closing:
	}
	close(sc.stop)
	var left int
	grace := time.NewTimer(s.o.Grace)
	defer grace.Stop()
	select {
	case <-ran:
		if left = s.await(label); left == 0 {
			select { // the interpreter has changed the number, or never will
			case <-r.woken:
			case <-ended:
			}
			atomic.StoreUint64(s.number(), number)
		}
	case <-grace.C:
		left = max(1, goroutines(label))
		s.rebind = true
	}
	if failed != nil {
		return failed
	}
	return interrupted(left)
}

// number is the interpreter's, a field that it does not show. A function value (a closure, a method that
// compiled code calls, as fmt calls String) keeps the number under which it was made, and returns zero values
// for ever once the number is another one.
func (s *Session) number() *uint64 {
	return s.hidden("id").Addr().Interface().(*uint64)
}

// await waits until no goroutine carries the label, at most for the grace time, and returns how many do.
func (s *Session) await(label string) int {
	deadline := time.Now().Add(s.o.Grace)
	for pause := 50 * time.Microsecond; ; pause = min(2*pause, 5*time.Millisecond) {
		n := goroutines(label)
		if n == 0 || time.Now().After(deadline) {
			return n
		}
		time.Sleep(pause)
	}
}

var countLine = pattern.New(`(?m)^(\d+) @`)

// goroutines counts the goroutines that carry the label.
func goroutines(label string) int {
	var b bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
		return 0
	}
	mark := []byte(fmt.Sprintf("%q:%q", labelKey, label))
	n := 0
	for _, record := range bytes.Split(b.Bytes(), []byte("\n\n")) {
		if !bytes.Contains(record, mark) {
			continue
		}
		if m := countLine.Regexp().FindSubmatch(record); m != nil {
			k, _ := strconv.Atoi(string(m[1]))
			n += k
		}
	}
	return n
}

// interrupted is the error of a cell that was stopped, with the number of goroutines that go on.
func interrupted(left int) *engine.Error {
	msg := "the cell was stopped"
	if left > 0 {
		msg = fmt.Sprintf("the cell was stopped, but %d of its goroutines %s in code that cannot be stopped", left, plural(left, "is", "are"))
	}
	return &engine.Error{Name: engine.Interrupted, Message: msg, Trace: []string{red + engine.Interrupted + reset + ": " + msg}}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
