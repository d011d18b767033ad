// SPDX-License-Identifier: BSD-3-Clause

// Package host is the side of package comm that sessions and package widget use. Cells cannot
// import it, so that package comm contains only what is for them.
//
// A [Hub] holds the comms of one session. It receives messages from any goroutine while cells run;
// functions of cells are called when no code of cells runs, in the order of the messages.
//
//	h := host.NewHub(send, later)
//	defer h.CloseAll()
//	c := h.Open(host.Message{Target: "my-target"}, nil)
package host

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
)

// A Kind is the kind of a message.
type Kind string

// The kinds, as the messaging protocol names them.
const (
	Opened Kind = "comm_open"
	Sent   Kind = "comm_msg"
	Closed Kind = "comm_close"
)

// StatesTarget is the target of the comms on which a page that is loaded again receives the states
// of all widgets. It is a name of the widget protocol.
const StatesTarget = "jupyter.widget.control"

// A Message is a message of a comm, in either direction.
type Message struct {
	Kind     Kind            `json:"kind"`
	ID       string          `json:"id"`               // of the comm
	Target   string          `json:"target,omitempty"` // of a comm that is opened
	Data     json.RawMessage `json:"data,omitempty"`
	Metadata json.RawMessage `json:"metadata,omitempty"`
	Buffers  [][]byte        `json:"-"`

	// Farewell, if set when a comm is opened, is the data of the last message to the frontend. It
	// is sent instead of a message that closes the comm, so that what the comm shows stays on the
	// page. The kernel treats the comm as closed.
	Farewell json.RawMessage `json:"farewell,omitempty"`
}

// A Comm is a connection to the frontend. Its methods may be called by several goroutines at once.
type Comm struct {
	hub      *Hub
	id       string
	target   string
	farewell json.RawMessage

	mu      sync.Mutex
	receive func(m Message, send func(Message)) // at once, by whoever receives; may be nil
	message []func(data map[string]any, buffers [][]byte)
	close   []func()
	closed  bool
}

// A Hub holds the comms of one session.
type Hub struct {
	send  func(Message)
	later func(f func())

	mu      sync.Mutex
	comms   map[string]*Comm
	targets map[string]target
}

// A target handles the comms that the frontend opens for a name.
type target struct {
	now   func(c *Comm, m Message, send func(Message)) // for packages
	later func(c *Comm, data map[string]any)           // for cells
}

// NewHub returns a Hub that sends messages with send. It passes calls of functions of cells to
// later, which must make them one after the other when no code of cells runs.
func NewHub(send func(Message), later func(f func())) *Hub {
	return &Hub{send: send, later: later, comms: map[string]*Comm{}, targets: map[string]target{}}
}

// Commands returns a struct with the functions of package comm for cells, bound to h. Package comm
// sets it when it is initialized.
var Commands func(h *Hub) any

// Open opens a comm. The message contains target, data, metadata and buffers, and may contain the
// id. If receive is not nil, it is called with the messages of the frontend at once, instead of the
// functions of OnMessage; it replies with send.
func (h *Hub) Open(m Message, receive func(m Message, send func(Message))) *Comm {
	m.Kind = Opened
	if m.ID == "" {
		m.ID = NewID()
	}
	c := &Comm{hub: h, id: m.ID, target: m.Target, farewell: m.Farewell, receive: receive}
	h.mu.Lock()
	h.comms[c.id] = c
	h.mu.Unlock()
	h.send(m)
	return c
}

// NewID returns a new id of a comm: 32 hexadecimal digits.
func NewID() string {
	return fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())
}

// Handle registers a function that is called at once with each comm that the frontend opens for a
// target.
func (h *Hub) Handle(name string, opened func(c *Comm, m Message, send func(Message))) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.targets[name] = target{now: opened}
}

// Register is like Handle for a function of a cell, which is called when no code of cells runs.
func (h *Hub) Register(name string, opened func(c *Comm, data map[string]any)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.targets[name] = target{later: opened}
}

// Receive handles a message of the frontend. Immediate replies are passed to send. If the target of
// a new comm is not registered, or the comm of a message is not open, the comm is closed.
func (h *Hub) Receive(m Message, send func(Message)) {
	h.mu.Lock()
	c := h.comms[m.ID]
	switch m.Kind {
	case Opened:
		t, ok := h.targets[m.Target]
		if !ok || c != nil {
			h.mu.Unlock()
			send(Message{Kind: Closed, ID: m.ID})
			return
		}
		c = &Comm{hub: h, id: m.ID, target: m.Target}
		h.comms[m.ID] = c
		h.mu.Unlock()
		if t.now != nil {
			t.now(c, m, send)
			return
		}
		h.later(func() { t.later(c, decode(m.Data)) })
	case Closed:
		delete(h.comms, m.ID)
		h.mu.Unlock()
		if c != nil {
			c.ended()
		}
	default:
		h.mu.Unlock()
		if c == nil {
			send(Message{Kind: Closed, ID: m.ID})
			return
		}
		c.mu.Lock()
		receive := c.receive
		c.mu.Unlock()
		if receive != nil {
			receive(m, send)
			return
		}
		h.later(func() {
			c.mu.Lock()
			list := slices.Clone(c.message)
			c.mu.Unlock()
			for _, f := range list {
				f(decode(m.Data), m.Buffers)
			}
		})
	}
}

// Later calls f when no code of cells runs.
func (h *Hub) Later(f func()) { h.later(f) }

// CloseAll closes all comms, because the objects on this side no longer exist.
func (h *Hub) CloseAll() {
	h.mu.Lock()
	list := slices.Collect(maps.Values(h.comms))
	clear(h.comms)
	h.mu.Unlock()
	for _, c := range list {
		c.end(c.farewell)
	}
}

// ID returns the id, which is the same on both sides.
func (c *Comm) ID() string { return c.id }

// Target returns the name that the comm was opened for.
func (c *Comm) Target() string { return c.target }

// String returns a description of the comm on one line.
func (c *Comm) String() string { return fmt.Sprintf("comm %s (%s)", c.id, c.target) }

// Send sends data, which encoding/json must encode as an object, and binary buffers. It does
// nothing if the comm is closed.
func (c *Comm) Send(data any, buffers ...[]byte) {
	c.SendRaw(Encode(data), buffers)
}

// SendRaw is Send for data that is already JSON.
func (c *Comm) SendRaw(data json.RawMessage, buffers [][]byte) {
	c.mu.Lock()
	closed := c.closed
	c.mu.Unlock()
	if !closed {
		c.hub.send(Message{Kind: Sent, ID: c.id, Data: data, Buffers: buffers})
	}
}

// Attach registers a function that is called at once with each message of the frontend, instead of
// the functions of OnMessage.
func (c *Comm) Attach(receive func(m Message, send func(Message))) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.receive = receive
}

// OnMessage registers a function that is called with each message of the frontend.
func (c *Comm) OnMessage(f func(data map[string]any, buffers [][]byte)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.message = append(c.message, f)
}

// OnClose registers a function that is called when the frontend closes the comm.
func (c *Comm) OnClose(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.close = append(c.close, f)
}

// Close closes the comm.
func (c *Comm) Close() { c.end(nil) }

// end closes the comm, with a farewell or without one.
func (c *Comm) end(farewell json.RawMessage) {
	c.mu.Lock()
	closed := c.closed
	c.closed = true
	c.mu.Unlock()
	if closed {
		return
	}
	c.hub.mu.Lock()
	delete(c.hub.comms, c.id)
	c.hub.mu.Unlock()
	c.hub.send(Message{Kind: Closed, ID: c.id, Farewell: farewell})
}

// ended handles a comm that the frontend has closed.
func (c *Comm) ended() {
	c.mu.Lock()
	c.closed = true
	list := slices.Clone(c.close)
	c.mu.Unlock()
	for _, f := range list {
		c.hub.later(f)
	}
}

// Encode encodes data as a JSON object. It panics if data is something else.
func Encode(data any) json.RawMessage {
	if data == nil {
		return json.RawMessage("{}")
	}
	raw, err := json.Marshal(data)
	if err != nil {
		panic("comm: the data cannot be written as JSON: " + err.Error())
	}
	if len(raw) == 0 || raw[0] != '{' {
		panic("comm: the data is not a JSON object")
	}
	return raw
}

func decode(data json.RawMessage) map[string]any {
	m := map[string]any{}
	if len(data) > 0 && json.Unmarshal(data, &m) != nil {
		m = map[string]any{}
	}
	return m
}
