// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"errors"
	"fmt"
	"io"

	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// A kind is the kind of a message.
type kind string

// Messages of the parent: requests, each of which gets one reply with the same ID, and others.
const (
	kindExecute    kind = "execute"    // Cell; the code is part 0
	kindComplete   kind = "complete"   // Pos; the code is part 0
	kindInspect    kind = "inspect"    // Pos, Detail; the code is part 0
	kindIsComplete kind = "iscomplete" // the code is part 0
	kindComm       kind = "comm"       // Comm, whose buffers are the parts; the child sends the same
	kindDebug      kind = "debug"      // a request for the debugger is part 0, and the response part 0 of the reply
	kindInterrupt  kind = "interrupt"  // stop the request of that ID
	kindStopCalls  kind = "stopcalls"  // stop the functions that messages of comms have called
	kindAck        kind = "ack"        // of the barrier, display or clear of that ID: it is done
	kindAnswer     kind = "answer"     // to the input of that ID: Text, or Failure
)

// Messages of the child.
const (
	kindHello   kind = "hello"   // the child is ready: PID, Memory, Stack; or it has failed: Failure
	kindBegin   kind = "begin"   // the cell of that ID begins
	kindReply   kind = "reply"   // to a request
	kindBarrier kind = "barrier" // read all text in the pipes, then ack; further text will be written to Stream
	kindDisplay kind = "display" // show Display, then ack
	kindClear   kind = "clear"   // Wait, then ack
	kindInput   kind = "input"   // ask for a line: Prompt, Secret
	kindEvent   kind = "event"   // of the debugger is part 0; ack
	kindMarks   kind = "marks"   // Marks have changed between cells; Next: cells are to run
	kindForget  kind = "forget"  // the input of that ID is no longer needed
)

// A message is the content of a frame. Only the fields of its kind are set.
type message struct {
	Kind kind   `json:"kind"`
	ID   uint64 `json:"id,omitempty"`

	Cell   *engine.Cell `json:"cell,omitempty"` // without its Code
	Pos    int          `json:"pos,omitempty"`
	Detail int          `json:"detail,omitempty"`

	PID    int   `json:"pid,omitempty"`
	Memory int64 `json:"memory,omitempty"` // limits in force, in bytes; 0 for none
	Stack  int64 `json:"stack,omitempty"`

	Reply        *replyHead           `json:"reply,omitempty"`
	Completion   *engine.Completion   `json:"completion,omitempty"`
	Inspection   *bundleHead          `json:"inspection,omitempty"` // absent if nothing was found
	Completeness *engine.Completeness `json:"completeness,omitempty"`

	Marks []engine.Mark `json:"marks,omitempty"`
	Next  bool          `json:"next,omitempty"`

	Comm    *comm.Message `json:"comm,omitempty"`
	Calls   bool          `json:"calls,omitempty"`
	Display *eventHead    `json:"display,omitempty"`
	Stream  engine.Stream `json:"stream,omitempty"`
	Wait    bool          `json:"wait,omitempty"`
	Prompt  string        `json:"prompt,omitempty"`
	Secret  bool          `json:"secret,omitempty"`
	Text    string        `json:"text,omitempty"`
	Failure string        `json:"failure,omitempty"`

	parts [][]byte // in the order in which the header's fields need them
}

// A bundleHead is a bundle without its bytes: each type has a part.
type bundleHead struct {
	Types    []string       `json:"types"`
	Metadata map[string]any `json:"metadata,omitempty"`
}

type eventHead struct {
	Bundle bundleHead `json:"bundle"`
	ID     string     `json:"id,omitempty"`
	Update bool       `json:"update,omitempty"`
}

// A replyHead is an engine.Reply. Its parts are those of Value, Payloads and Expressions.
type replyHead struct {
	Value       *bundleHead               `json:"value,omitempty"`
	Err         *engine.Error             `json:"error,omitempty"`
	Payloads    []payloadHead             `json:"payloads,omitempty"`
	Names       []string                  `json:"names,omitempty"` // of Expressions, in the order of their parts
	Expressions map[string]expressionHead `json:"expressions,omitempty"`
	Declared    engine.Declared           `json:"declared,omitzero"`
	Require     *engine.Require           `json:"require,omitempty"`
	Marks       []engine.Mark             `json:"marks,omitempty"`
	Next        *engine.Cell              `json:"next,omitempty"`
	Again       bool                      `json:"again,omitempty"`
}

type payloadHead struct {
	Page *bundleHead       `json:"page,omitempty"`
	Next *engine.NextInput `json:"next,omitempty"`
}

type expressionHead struct {
	Value bundleHead    `json:"value"`
	Err   *engine.Error `json:"error,omitempty"`
}

// put adds the bytes of b to m's parts and returns b's head.
func (m *message) put(b display.Bundle) bundleHead {
	h := bundleHead{Types: b.Types(), Metadata: b.Metadata}
	for _, t := range h.Types {
		m.parts = append(m.parts, b.Data[t])
	}
	return h
}

// take returns the bundle of h and removes its bytes from m's parts.
func (m *message) take(h bundleHead) (display.Bundle, error) {
	b := display.Bundle{Data: make(map[string][]byte, len(h.Types)), Metadata: h.Metadata}
	for _, t := range h.Types {
		data, err := m.takePart()
		if err != nil {
			return b, err
		}
		b.Data[t] = data
	}
	return b, nil
}

func (m *message) takePart() ([]byte, error) {
	if len(m.parts) == 0 {
		return nil, fmt.Errorf("%w: a part is missing", errGarbled)
	}
	p := m.parts[0]
	m.parts = m.parts[1:]
	return p, nil
}

// putReply puts r into m.
func (m *message) putReply(r engine.Reply) {
	h := &replyHead{Err: r.Err, Declared: r.Declared, Require: r.Require, Marks: r.Marks, Next: r.Next, Again: r.Again}
	if r.Value != nil {
		b := m.put(*r.Value)
		h.Value = &b
	}
	for _, p := range r.Payloads {
		ph := payloadHead{Next: p.SetNextInput}
		if p.Page != nil {
			b := m.put(*p.Page)
			ph.Page = &b
		}
		h.Payloads = append(h.Payloads, ph)
	}
	if r.Expressions != nil {
		h.Expressions = make(map[string]expressionHead, len(r.Expressions))
		for name, e := range r.Expressions {
			h.Names = append(h.Names, name)
			h.Expressions[name] = expressionHead{Value: m.put(e.Value), Err: e.Err}
		}
	}
	m.Reply = h
}

// takeReply is the reverse of putReply.
func (m *message) takeReply() (r engine.Reply, err error) {
	h := m.Reply
	if h == nil {
		return r, fmt.Errorf("%w: a reply is missing", errGarbled)
	}
	r.Err, r.Declared, r.Require = h.Err, h.Declared, h.Require
	r.Marks, r.Next, r.Again = h.Marks, h.Next, h.Again
	if h.Value != nil {
		b, err := m.take(*h.Value)
		if err != nil {
			return r, err
		}
		r.Value = &b
	}
	for _, ph := range h.Payloads {
		p := engine.Payload{SetNextInput: ph.Next}
		if ph.Page != nil {
			b, err := m.take(*ph.Page)
			if err != nil {
				return r, err
			}
			p.Page = &b
		}
		r.Payloads = append(r.Payloads, p)
	}
	if h.Expressions != nil {
		r.Expressions = make(map[string]engine.Expression, len(h.Names))
		for _, name := range h.Names {
			eh := h.Expressions[name]
			b, err := m.take(eh.Value)
			if err != nil {
				return r, err
			}
			r.Expressions[name] = engine.Expression{Value: b, Err: eh.Err}
		}
	}
	return r, nil
}

// The errors of Output.Input that keep their identity; others are transferred as text.
var inputErrors = []error{engine.ErrNoInput, io.EOF, context.Canceled, context.DeadlineExceeded}

func failure(err error) string {
	if err == nil {
		return ""
	}
	for _, known := range inputErrors {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return err.Error()
}

func (m message) failure() error {
	if m.Failure == "" {
		return nil
	}
	for _, known := range inputErrors {
		if m.Failure == known.Error() {
			return known
		}
	}
	return errors.New(m.Failure)
}
