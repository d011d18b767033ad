//go:build !unix

package worker

import (
	"context"
	"errors"
	"sync"

	"polka/kernel/comm"
	"polka/kernel/engine"
)

// A Client is an engine.Interpreter that runs in this process, since pipes cannot be passed to a
// child on this system.
type Client struct {
	open func() (engine.Interpreter, error)

	once   sync.Once
	interp engine.Interpreter
	err    error

	mu     sync.Mutex
	events func([]byte) // of the debugger
}

// New returns a Client whose interpreter is made by c.InProcess when it is first needed.
func New(c Config) *Client { return &Client{open: c.InProcess} }

// Main fails: there are no workers on this system.
func Main(open func() (engine.Interpreter, error)) error {
	return errors.New("there are no worker processes on this system")
}

// Guard does nothing: there are no workers on this system.
func Guard() {}

func (c *Client) get() (engine.Interpreter, error) {
	c.once.Do(func() {
		if c.err = errors.New("the configuration has no interpreter for this process"); c.open != nil {
			holdPrograms()
			c.interp, c.err = c.open()
		}
		if d, ok := c.interp.(engine.Debugger); ok && c.err == nil {
			d.DebugEvents(c.event)
		}
	})
	return c.interp, c.err
}

// Execute runs a cell in this process.
func (c *Client) Execute(ctx context.Context, cell engine.Cell, out engine.Output) engine.Reply {
	i, err := c.get()
	if err != nil {
		return engine.Reply{Err: crash("the interpreter could not be started: "+err.Error(), nil, nil)}
	}
	return i.Execute(ctx, cell, out)
}

// Complete asks the interpreter in this process.
func (c *Client) Complete(ctx context.Context, code string, pos int) engine.Completion {
	i, err := c.get()
	if err != nil {
		return engine.Completion{Start: pos, End: pos}
	}
	return i.Complete(ctx, code, pos)
}

// Inspect asks the interpreter in this process.
func (c *Client) Inspect(ctx context.Context, code string, pos, detail int) engine.Inspection {
	i, err := c.get()
	if err != nil {
		return engine.Inspection{}
	}
	return i.Inspect(ctx, code, pos, detail)
}

// IsComplete asks the interpreter in this process.
func (c *Client) IsComplete(code string) engine.Completeness {
	i, err := c.get()
	if err != nil {
		return engine.Completeness{Status: engine.Unknown}
	}
	return i.IsComplete(code)
}

// Comm gives a message of the frontend to the interpreter in this process.
func (c *Client) Comm(m comm.Message, out engine.CommOutput) {
	i, err := c.get()
	if i, ok := i.(engine.Comms); err == nil && ok {
		i.Comm(m, out)
	} else if m.Kind == comm.Opened {
		out.Comm(comm.Message{Kind: comm.Closed, ID: m.ID})
	}
}

// StopCalls stops functions of cells that messages of comms have called.
func (c *Client) StopCalls() {
	if i, err := c.get(); err == nil {
		if i, ok := i.(engine.Comms); ok {
			i.StopCalls()
		}
	}
}

// Debug passes a request to the interpreter in this process.
func (c *Client) Debug(ctx context.Context, request []byte) []byte {
	if i, err := c.get(); err == nil {
		if d, ok := i.(engine.Debugger); ok {
			return d.Debug(ctx, request)
		}
	}
	return []byte(`{"type":"response","success":false,"message":"there is no debugger"}`)
}

// DebugEvents passes events of the interpreter in this process to take. It does not make one.
func (c *Client) DebugEvents(take func(event []byte)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.events = take
}

func (c *Client) event(text []byte) {
	c.mu.Lock()
	take := c.events
	c.mu.Unlock()
	if take != nil {
		take(text)
	}
}

// Close closes the interpreter in this process.
func (c *Client) Close() error {
	if c.interp == nil {
		return nil
	}
	return c.interp.Close()
}
