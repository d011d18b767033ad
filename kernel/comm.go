// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"encoding/json"
	"sync"

	comm "polka/kernel/comm/host"
	"polka/kernel/engine"
	"polka/kernel/wire"
)

// A comm connects an object in the frontend with one in the interpreter, for widgets. The kernel
// forwards messages in both directions and keeps track of the open comms. If a frontend opens a
// comm for an interpreter without comms, or for an unknown target, the kernel closes it.

// comms are the open comms.
type comms struct {
	mu     sync.Mutex
	open   map[string]string // their targets, by id
	parted map[string]bool   // ids of comms that ended with a farewell, whose objects stay on the page
}

// note records the comm that a message, in either direction, opens or closes. It reports false for
// a message that closes a comm that is not open.
func (c *comms) note(m comm.Message) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known := c.open[m.ID]
	switch m.Kind {
	case comm.Opened:
		if c.open == nil {
			c.open = make(map[string]string)
		}
		c.open[m.ID] = m.Target
	case comm.Closed:
		delete(c.open, m.ID)
		if len(m.Farewell) > 0 {
			if c.parted == nil {
				c.parted = make(map[string]bool)
			}
			c.parted[m.ID] = true
		}
		return known
	}
	return true
}

// hasParted reports whether a comm has ended with a farewell.
func (c *comms) hasParted(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.parted[id]
}

// target returns the target of a comm that is open, "" for others.
func (c *comms) target(id string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open[id]
}

// A commContent is the content of the messages of a comm.
type commContent struct {
	ID     string          `json:"comm_id"`
	Target string          `json:"target_name"` // of a comm that is opened
	Data   json.RawMessage `json:"data"`
}

// commInfo answers comm_info_request.
func (k *kernel) commInfo(_ context.Context, r *request) any {
	var q struct {
		Target string `json:"target_name"`
	}
	if err := r.Bind(&q); err != nil {
		return badRequest(err)
	}
	k.comms.mu.Lock()
	defer k.comms.mu.Unlock()
	list := map[string]any{}
	for id, target := range k.comms.open {
		if q.Target == "" || q.Target == target {
			list[id] = map[string]string{"target_name": target}
		}
	}
	return reply{"status": "ok", "comms": list}
}

// commMessage handles comm_open, comm_msg and comm_close.
func (k *kernel) commMessage(_ context.Context, r *request) any {
	var q commContent
	if err := r.Bind(&q); err != nil || q.ID == "" {
		k.log.Debug("message of a comm dropped", "message", r.Message, "err", err)
		return nil
	}
	if isMark(q.ID) {
		return nil
	}
	m := comm.Message{Kind: comm.Kind(r.Header.Type), ID: q.ID, Target: q.Target, Data: q.Data, Metadata: r.Metadata, Buffers: r.Buffers}
	if k.forEditor(r) {
		k.editorMessage(r, m)
		return nil
	}
	interp, ok := k.interp.(engine.Comms)
	if !ok {
		if m.Kind == comm.Opened {
			(&commOutput{k, r}).Comm(comm.Message{Kind: comm.Closed, ID: m.ID})
		}
		return nil
	}
	k.comms.note(m)
	r.calls = interp.Comm(m, &commOutput{k, r})
	return nil
}

// A commOutput publishes the answers to a message of the frontend.
type commOutput struct {
	k *kernel
	r *request
}

// Comm implements [engine.CommOutput]. An update of a widget must not overtake the message with the
// states of all widgets, which would undo it.
func (o *commOutput) Comm(m comm.Message) {
	states := o.k.comms.target(m.ID) == comm.StatesTarget
	switch p := o.k.publicationOfComm(o.r, m); {
	case p == nil:
	case states:
		o.k.iopub.put(o.k.codec.Encode(p))
	default:
		o.k.iopub.follow(m.ID, o.k.codec.Encode(p))
	}
}

// Comm implements [engine.CommOutput], for what a cell sends. It overtakes the output of the cell,
// so that a page knows a widget before it has to show it.
func (o *output) Comm(m comm.Message) {
	o.mu.Lock()
	ctx := o.ctx
	o.mu.Unlock()
	if p := o.k.publicationOfComm(o.r, m); p != nil {
		o.k.iopub.overtake(ctx, m.ID, o.k.codec.Encode(p))
	}
}

// publicationOfComm makes a message of a comm for iopub; r is the request that has caused it. It
// returns nil if there is nothing to send.
func (k *kernel) publicationOfComm(r *request, m comm.Message) *wire.Message {
	known := k.comms.note(m)
	if m.Kind == comm.Closed {
		switch {
		case !known && r.Header.Type == "execute_request":
			return nil // it has been closed before
		case len(m.Farewell) > 0:
			m.Kind, m.Data = comm.Sent, m.Farewell
		case k.comms.hasParted(m.ID):
			return nil // a message that was sent before the farewell arrived gets no other answer
		}
	}
	data := m.Data
	if len(data) == 0 {
		data = json.RawMessage("{}")
	}
	content := map[string]any{"comm_id": m.ID, "data": data}
	if m.Kind == comm.Opened {
		content["target_name"] = m.Target
	}
	p := k.publication(r, string(m.Kind), content)
	if p == nil {
		return nil
	}
	if len(m.Metadata) > 0 {
		p.Metadata = m.Metadata
	}
	p.Buffers = m.Buffers
	return p
}
