// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/go-zeromq/zmq4"

	"polka/kernel"
	"polka/kernel/wire"
)

// A client speaks to a kernel as a frontend does, over the five sockets. It is for one request at a
// time.
type client struct {
	codec                 *wire.Codec
	shell, control, stdin zmq4.Socket
	heartbeat             zmq4.Socket
	iopub                 <-chan received
	replies               map[string]<-chan received // by socket: "shell", "control"
	sockets               []zmq4.Socket              // all of them
}

// received is a message, or what went wrong.
type received struct {
	msg *wire.Message
	err error
}

// dial connects to the kernel of a connection file once it listens, and waits until it is sure to
// get everything that the kernel publishes. The sockets close when ctx ends.
func dial(ctx context.Context, c kernel.Connection) (*client, error) {
	codec, err := wire.NewCodec([]byte(c.Key), c.SignatureScheme)
	if err != nil {
		return nil, err
	}
	id := zmq4.WithID(zmq4.SocketIdentity(codec.Session()))
	k := &client{
		codec:     codec,
		shell:     zmq4.NewDealer(ctx, id),
		control:   zmq4.NewDealer(ctx, id),
		stdin:     zmq4.NewDealer(ctx, id),
		heartbeat: zmq4.NewReq(ctx),
	}
	iopub := zmq4.NewSub(ctx)
	for _, s := range []struct {
		socket zmq4.Socket
		port   int
	}{{k.shell, c.ShellPort}, {k.control, c.ControlPort}, {k.stdin, c.StdinPort}, {k.heartbeat, c.HBPort}, {iopub, c.IOPubPort}} {
		address := net.JoinHostPort(c.IP, strconv.Itoa(s.port))
		if err := listening(ctx, address); err != nil {
			return nil, fmt.Errorf("port %d: %w", s.port, err)
		}
		k.sockets = append(k.sockets, s.socket)
		if err := s.socket.Dial("tcp://" + address); err != nil {
			return nil, fmt.Errorf("port %d: %w", s.port, err)
		}
	}
	k.replies = map[string]<-chan received{"shell": k.receive(ctx, k.shell), "control": k.receive(ctx, k.control)}
	k.iopub = k.receive(ctx, iopub)
	if err := iopub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return nil, err
	}
	return k, k.until(ctx, k.iopub, func(m *wire.Message) (bool, error) { return m.Header.Type == "iopub_welcome", nil })
}

// close closes the sockets. A kernel that ends waits a little for its clients to go first.
func (k *client) close() {
	for _, s := range k.sockets {
		s.Close()
	}
}

// listening waits until a process listens at a TCP address.
func listening(ctx context.Context, address string) error {
	var d net.Dialer
	for {
		conn, err := d.DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// receive reads a socket until it closes.
func (k *client) receive(ctx context.Context, s zmq4.Socket) <-chan received {
	c := make(chan received)
	go func() {
		for {
			var r received
			m, err := s.Recv()
			if err == nil {
				r.msg, err = k.codec.Decode(m.Frames)
			}
			r.err = err
			select {
			case c <- r:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return c
}

// until reads messages until done returns true.
func (k *client) until(ctx context.Context, c <-chan received, done func(*wire.Message) (bool, error)) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r := <-c:
			if r.err != nil {
				return r.err
			}
			if ok, err := done(r.msg); ok || err != nil {
				return err
			}
		}
	}
}

// request sends a request on "shell" or "control" and gives the content of the reply.
func (k *client) request(ctx context.Context, socket, typ string, content any) (request *wire.Message, reply json.RawMessage, err error) {
	if request, err = k.codec.New(nil, typ, content); err != nil {
		return nil, nil, err
	}
	s := k.shell
	if socket == "control" {
		s = k.control
	}
	if err := s.SendMulti(zmq4.NewMsgFrom(k.codec.Encode(request)...)); err != nil {
		return nil, nil, err
	}
	err = k.until(ctx, k.replies[socket], func(m *wire.Message) (bool, error) {
		reply = m.Content
		return parent(m) == request.Header.ID, nil
	})
	return request, reply, err
}

// value runs a cell and gives the text of its value, when the kernel is idle again.
func (k *client) value(ctx context.Context, code string) (string, error) {
	request, reply, err := k.request(ctx, "shell", "execute_request", map[string]any{"code": code, "store_history": false})
	if err != nil {
		return "", err
	}
	var status struct{ Status, Ename, Evalue string }
	if err := json.Unmarshal(reply, &status); err != nil {
		return "", err
	}
	if status.Status != "ok" {
		return "", fmt.Errorf("%s: %s: %s", status.Status, status.Ename, status.Evalue)
	}
	var text string
	err = k.until(ctx, k.iopub, func(m *wire.Message) (bool, error) {
		if parent(m) != request.Header.ID {
			return false, nil
		}
		switch m.Header.Type {
		case "execute_result":
			var result struct{ Data map[string]any }
			if err := m.Bind(&result); err != nil {
				return false, err
			}
			text, _ = result.Data["text/plain"].(string)
		case "status":
			var s struct {
				State string `json:"execution_state"`
			}
			return s.State == "idle" || m.Bind(&s) == nil && s.State == "idle", nil
		}
		return false, nil
	})
	return text, err
}

// echo sends bytes on the heartbeat socket and expects them back.
func (k *client) echo(ctx context.Context) error {
	const beat = "polka doctor"
	back := make(chan error, 1)
	go func() {
		if err := k.heartbeat.Send(zmq4.NewMsgString(beat)); err != nil {
			back <- err
			return
		}
		m, err := k.heartbeat.Recv()
		if err == nil && string(m.Bytes()) != beat {
			err = errors.New("it sends back something else")
		}
		back <- err
	}()
	select {
	case err := <-back:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// parent returns the id of the request that a message answers.
func parent(m *wire.Message) string {
	var h wire.Header
	if err := json.Unmarshal(m.ParentJSON, &h); err != nil {
		return ""
	}
	return h.ID
}
