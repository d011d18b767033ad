// SPDX-License-Identifier: BSD-3-Clause

// Package comm implements comms, as the messaging protocol calls them: connections between an
// object in the frontend and one in a cell. Either side opens a comm for a target, a name that
// tells the other side what the comm is for. Then both sides send messages, and one of them closes
// the comm. Widgets are built on comms.
//
//	c := comm.Open("my-target", map[string]any{"n": 1})
//	c.OnMessage(func(data map[string]any, buffers [][]byte) { fmt.Println(data["n"]) })
//	c.Send(map[string]any{"n": 2})
//
// Functions of cells that react to messages are called when no code of cells runs, in the order of
// the messages. In a plain Go program there is no frontend, and messages are dropped.
package comm

import "polka/kernel/comm/host"

// A Comm is a connection to the frontend. Its methods may be called by several goroutines at once.
type Comm struct{ c *host.Comm }

// Open opens a comm for a target of the frontend. The data must be a value that encoding/json
// encodes as an object, or nil for an empty one; Open panics if it is not.
func Open(target string, data any, buffers ...[]byte) *Comm {
	return nowhere.Open(target, data, buffers...)
}

// Register registers a function for a target. It is called with each comm that the frontend opens
// for the target, and with the data of the first message. A second registration replaces the first.
func Register(target string, opened func(c *Comm, data map[string]any)) {
	nowhere.Register(target, opened)
}

// commands are the functions of the package that need a frontend.
type commands struct {
	Open     func(target string, data any, buffers ...[]byte) *Comm
	Register func(target string, opened func(c *Comm, data map[string]any))
}

func init() { host.Commands = func(h *host.Hub) any { return commandsOf(h) } }

func commandsOf(h *host.Hub) commands {
	return commands{
		Open: func(target string, data any, buffers ...[]byte) *Comm {
			return &Comm{h.Open(host.Message{Target: target, Data: host.Encode(data), Buffers: buffers}, nil)}
		},
		Register: func(target string, opened func(c *Comm, data map[string]any)) {
			h.Register(target, func(c *host.Comm, data map[string]any) { opened(&Comm{c}, data) })
		},
	}
}

// nowhere has the commands of programs without a frontend.
var nowhere = commandsOf(host.NewHub(func(host.Message) {}, func(f func()) { f() }))

// ID returns the id, which is the same on both sides.
func (c *Comm) ID() string { return c.c.ID() }

// Target returns the name that the comm was opened for.
func (c *Comm) Target() string { return c.c.Target() }

// String returns a description of the comm on one line.
func (c *Comm) String() string { return c.c.String() }

// Send sends data, as in Open, and binary buffers. It does nothing if the comm is closed.
func (c *Comm) Send(data any, buffers ...[]byte) { c.c.Send(data, buffers...) }

// OnMessage registers a function that is called with each message of the frontend.
func (c *Comm) OnMessage(f func(data map[string]any, buffers [][]byte)) { c.c.OnMessage(f) }

// OnClose registers a function that is called when the frontend closes the comm.
func (c *Comm) OnClose(f func()) { c.c.OnClose(f) }

// Close closes the comm.
func (c *Comm) Close() { c.c.Close() }
