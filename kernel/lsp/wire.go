// SPDX-License-Identifier: BSD-3-Clause

// JSON-RPC: messages from and to the client. There is one connection, and requests are answered in
// order, one at a time, since each takes milliseconds. A goroutine reads ahead, so that a request
// that the client has canceled in the meantime is not carried out, and so that work that can wait
// waits as long as there are messages.

package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"polka/internal/framing"
)

// A message is a request or a notification of the client, or a response to a request of the server.
type message struct {
	ID     json.RawMessage `json:"id"` // nil for a notification
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// A responseError is an error that the client gets.
type responseError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *responseError) Error() string { return e.Message }

// The codes of errors.
const (
	parseError       = -32700
	invalidRequest   = -32600
	methodNotFound   = -32601
	invalidParams    = -32602
	internalError    = -32603
	notInitialized   = -32002
	requestFailed    = -32803
	requestCancelled = -32800
)

// A connection is what the server reads from and writes to.
type connection struct {
	out      io.Writer
	incoming chan message
	end      error // of the input; it is set before incoming is closed

	mu       sync.Mutex
	canceled map[string]bool // requests that have not been answered, by their IDs
}

func connect(in io.Reader, out io.Writer) *connection {
	c := &connection{out: out, incoming: make(chan message, 256), canceled: make(map[string]bool)}
	go func() {
		defer close(c.incoming)
		r := bufio.NewReader(in)
		for {
			text, err := framing.Read(r)
			if err != nil {
				c.end = err
				return
			}
			var m message
			if err := json.Unmarshal(text, &m); err != nil {
				m = message{Method: "", Params: text}
			}
			if m.Method == "$/cancelRequest" {
				var p struct {
					ID json.RawMessage `json:"id"`
				}
				if json.Unmarshal(m.Params, &p) == nil && p.ID != nil {
					c.mu.Lock()
					c.canceled[string(p.ID)] = true
					c.mu.Unlock()
				}
				continue
			}
			c.incoming <- m
		}
	}()
	return c
}

// waiting reports whether there are messages that have not been handled.
func (c *connection) waiting() bool { return len(c.incoming) > 0 }

// wasCanceled reports whether the client has canceled a request, and forgets that.
func (c *connection) wasCanceled(id json.RawMessage) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.canceled[string(id)]
	if delete(c.canceled, string(id)); len(c.canceled) > 1000 {
		clear(c.canceled) // of requests that had been answered
	}
	return was
}

func (c *connection) send(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("lsp: %w", err)
	}
	return framing.Write(c.out, text)
}

func (c *connection) notify(method string, params any) error {
	return c.send(struct {
		Version string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}{"2.0", method, params})
}

// reply answers a request.
func (c *connection) reply(id json.RawMessage, result any, failed *responseError) error {
	if failed != nil {
		return c.send(struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Error   *responseError  `json:"error"`
		}{"2.0", id, failed})
	}
	return c.send(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  any             `json:"result"`
	}{"2.0", id, result})
}
