// SPDX-License-Identifier: BSD-3-Clause

// The debugger of the child.
//
// Requests and events pass through the pipes as they are. The parent remembers how the debugger has
// been set up, and sets it up in the same way in a child that replaces one that has ended. If a
// child ends while its goroutines are stopped, the parent reports that they have continued, so that
// no page waits for them.

package worker

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"polka/kernel/engine"
)

// A debugState is how the debugger has been set up.
type debugState struct {
	mu       sync.Mutex
	take     func(event []byte)
	requests []debugRequest // in the order in which they are to be repeated
	stopped  *process       // whose goroutines have stopped, nil for none
	thread   int            // that has stopped first
}

// A debugRequest is one that sets the debugger up. A later one with the same key replaces it.
type debugRequest struct {
	key  string
	text []byte
}

// debugKey returns the key of a request, "" for one that is not repeated.
func debugKey(text []byte) (command, key string) {
	var q struct {
		Command   string `json:"command"`
		Arguments struct {
			Code   string `json:"code"`
			Source struct {
				Path string `json:"path"`
			} `json:"source"`
		} `json:"arguments"`
	}
	if json.Unmarshal(text, &q) != nil {
		return "", ""
	}
	switch q.Command {
	case "initialize", "attach", "setExceptionBreakpoints":
		return q.Command, q.Command
	case "dumpCell":
		return q.Command, q.Command + " " + q.Arguments.Code
	case "setBreakpoints":
		return q.Command, q.Command + " " + q.Arguments.Source.Path
	}
	return q.Command, ""
}

// DebugEvents implements [engine.Debugger].
func (c *Client) DebugEvents(take func(event []byte)) {
	c.debug.mu.Lock()
	defer c.debug.mu.Unlock()
	c.debug.take = take
}

// Debug implements [engine.Debugger].
func (c *Client) Debug(ctx context.Context, request []byte) []byte {
	l, err := c.child(ctx)
	if err != nil {
		return debugFailure(request, err.Error())
	}
	c.mu.Lock()
	l.used = true
	c.mu.Unlock()
	response, err := c.debugChild(ctx, l.proc, request)
	if err != nil {
		return debugFailure(request, err.Error())
	}
	c.debug.remember(request, response)
	return response
}

// debugChild sends a request to a child and waits for the response.
func (c *Client) debugChild(ctx context.Context, p *process, request []byte) ([]byte, error) {
	id, done, err := p.call(message{Kind: kindDebug, parts: [][]byte{request}})
	if err != nil {
		return nil, err
	}
	canceled := ctx.Done()
	var late <-chan time.Time
	for {
		select {
		case m := <-done:
			return m.takePart()
		case <-p.gone:
			return nil, errEnded
		case <-canceled:
			canceled = nil
			p.send(message{Kind: kindInterrupt, ID: id})
			late = time.After(c.grace)
		case <-late:
			return nil, ctx.Err()
		}
	}
}

// remember records a request that has succeeded.
func (s *debugState) remember(request, response []byte) {
	var r struct {
		Success bool `json:"success"`
	}
	if json.Unmarshal(response, &r) != nil || !r.Success {
		return
	}
	command, key := debugKey(request)
	s.mu.Lock()
	defer s.mu.Unlock()
	if command == "disconnect" {
		s.requests = nil
	}
	if key == "" {
		return
	}
	s.requests = slices.DeleteFunc(s.requests, func(q debugRequest) bool { return q.key == key })
	s.requests = append(s.requests, debugRequest{key, request})
}

// rearm sets up the debugger of a new child as that of its predecessor was.
func (c *Client) rearm(p *process) {
	c.debug.mu.Lock()
	list := slices.Clone(c.debug.requests)
	c.debug.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	for _, q := range list {
		if _, err := c.debugChild(ctx, p, q.text); err != nil {
			return
		}
	}
	p.hears(c.debugEvent)
}

// debugEvent passes on an event of a child.
func (c *Client) debugEvent(p *process, text []byte) {
	var e struct {
		Event string `json:"event"`
		Body  struct {
			Thread int `json:"threadId"`
		} `json:"body"`
	}
	if json.Unmarshal(text, &e) != nil {
		return
	}
	c.debug.mu.Lock()
	switch e.Event {
	case "stopped":
		c.debug.stopped, c.debug.thread = p, e.Body.Thread
	case "continued":
		c.debug.stopped = nil
	}
	take := c.debug.take
	c.debug.mu.Unlock()
	if take != nil {
		take(text)
	}
}

// debugEnd reports that the goroutines of a child that has ended are no longer stopped.
func (c *Client) debugEnd(p *process) {
	c.debug.mu.Lock()
	stopped, thread := c.debug.stopped == p, c.debug.thread
	c.debug.mu.Unlock()
	if stopped {
		text, _ := json.Marshal(map[string]any{"seq": 0, "type": "event", "event": "continued",
			"body": map[string]any{"threadId": thread, "allThreadsContinued": true}})
		c.debugEvent(p, text)
	}
}

// debugFailure returns the response to a request that no child has answered.
func debugFailure(request []byte, text string) []byte {
	var q struct {
		Seq     int    `json:"seq"`
		Command string `json:"command"`
	}
	_ = json.Unmarshal(request, &q)
	r, _ := json.Marshal(map[string]any{"seq": 0, "type": "response", "request_seq": q.Seq, "command": q.Command, "success": false, "message": text})
	return r
}

// hears sets the function that receives the events of the debugger in the child.
func (p *process) hears(take func(p *process, event []byte)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.debugEvent = take
}

// event sends an event of the debugger. It stays in its place among the texts of the cell.
func (c *child) event(text []byte) {
	c.order.Lock()
	defer c.order.Unlock()
	c.trip(message{Kind: kindEvent, parts: [][]byte{text}})
}

// debug answers a request for the debugger, in the child.
func (c *child) debug(ctx context.Context, m message) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.cancels[m.ID]()
		delete(c.cancels, m.ID)
	}()
	r := message{Kind: kindReply, ID: m.ID}
	if d, ok := c.interp.(engine.Debugger); ok && len(m.parts) == 1 {
		r.parts = [][]byte{d.Debug(ctx, m.parts[0])}
	}
	if c.write.write(r) == errTooBig {
		r.parts = [][]byte{debugFailure(m.parts[0], errTooBig.Error())}
		c.write.write(r)
	}
}
