//go:build !unix

package worker

import (
	"context"
	"slices"
	"testing"

	"polka/kernel/engine"
)

// A debugged interpreter has a debugger that sends each request back as an event.
type debugged struct {
	engine.Interpreter
	take func([]byte)
}

func (d *debugged) DebugEvents(take func([]byte)) { d.take = take }

func (d *debugged) Debug(_ context.Context, request []byte) []byte {
	d.take(request)
	return nil
}

// A receiver of events does not make the interpreter, and gets them when there is one.
func TestDebugEvents(t *testing.T) {
	made := false
	c := New(Config{InProcess: func() (engine.Interpreter, error) {
		made = true
		return &debugged{}, nil
	}})
	var events []string
	c.DebugEvents(func(event []byte) { events = append(events, string(event)) })
	if made {
		t.Error("DebugEvents has made the interpreter")
	}
	c.Debug(context.Background(), []byte("a"))
	if !slices.Equal(events, []string{"a"}) {
		t.Errorf("events %q, expected one", events)
	}
}
