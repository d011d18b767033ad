// SPDX-License-Identifier: BSD-3-Clause

// Language servers for pages.
//
// A page that checks cells while they are written, as our extension of JupyterLab does, opens a
// comm with the target editorTarget. The data of each message, in either direction, is one message
// of the Language Server Protocol. Every such comm has a server of its own, started by
// Config.Editor, which ends with the comm, and vice versa.
//
// These messages do not wait in the queue of the shell: the server knows nothing of the session, so
// they are answered while a cell runs, even if the page has no subshells.
//
// A page that is loaded again does not close its comms. Therefore there are at most mostEditors
// servers: another one ends the oldest, whose page, if it is still there, opens a comm again.

package kernel

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"sync"

	"polka/internal/framing"
	comm "polka/kernel/comm/host"
)

const (
	editorTarget = "polka.lsp"
	mostEditors  = 4

	// editorQueue is how many messages wait for a server. One that does not read them is ended.
	editorQueue = 1000
)

// editors are the servers of a kernel.
type editors struct {
	mu      sync.Mutex
	list    []*editor // the oldest first
	closed  bool
	running sync.WaitGroup
}

// An editor is a server with its comm.
type editor struct {
	k     *kernel
	id    string
	queue chan json.RawMessage // messages of the page

	mu    sync.Mutex
	r     *request // the last message of the page
	conn  io.Closer
	ended bool // the queue is closed
}

// forEditor reports whether a request is for a language server.
func (k *kernel) forEditor(r *request) bool {
	var q commContent
	switch comm.Kind(r.Header.Type) {
	case comm.Opened, comm.Sent, comm.Closed:
		return r.Bind(&q) == nil && (q.Target == editorTarget || k.editors.of(q.ID) != nil)
	}
	return false
}

// of returns the server of a comm, nil if there is none.
func (s *editors) of(id string) *editor {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.list {
		if e.id == id {
			return e
		}
	}
	return nil
}

// editorMessage passes a message of a page on.
func (k *kernel) editorMessage(r *request, m comm.Message) {
	if m.Kind == comm.Opened {
		k.comms.note(m)
		k.openEditor(r, m.ID)
		return
	}
	e := k.editors.of(m.ID)
	switch {
	case e == nil:
	case m.Kind == comm.Closed:
		k.comms.note(m)
		e.end(false)
	default:
		if !e.take(r, m.Data) {
			k.log.Error("a language server does not read", "comm", m.ID)
			e.end(true)
		}
	}
}

// take puts a message of the page into the queue, and reports whether there was room.
func (e *editor) take(r *request, data json.RawMessage) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ended {
		return true
	}
	e.r = r
	select {
	case e.queue <- data:
		return true
	default:
		return false
	}
}

// openEditor starts a server.
func (k *kernel) openEditor(r *request, id string) {
	e := &editor{k: k, id: id, r: r, queue: make(chan json.RawMessage, editorQueue)}
	var oldest *editor
	k.editors.mu.Lock()
	refused := k.editors.closed || k.startEditor == nil
	if !refused {
		if len(k.editors.list) >= mostEditors {
			oldest = k.editors.list[0]
		}
		k.editors.list = append(k.editors.list, e)
		k.editors.running.Go(e.run)
	}
	k.editors.mu.Unlock()
	if refused {
		e.close()
	}
	if oldest != nil {
		oldest.end(true)
	}
}

// run passes the messages of the server on until it ends.
func (e *editor) run() {
	conn, err := e.k.startEditor()
	if err != nil {
		e.k.log.Error("no language server", "err", err)
		e.end(true)
		return
	}
	e.mu.Lock()
	if e.ended {
		e.mu.Unlock()
		conn.Close()
		return
	}
	e.conn = conn
	e.mu.Unlock()
	e.k.editors.running.Go(func() {
		for m := range e.queue {
			if framing.Write(conn, m) != nil {
				break
			}
		}
	})
	for in := bufio.NewReader(conn); ; {
		text, err := framing.Read(in)
		if err != nil {
			break
		}
		e.publish(comm.Message{Kind: comm.Sent, ID: e.id, Data: text})
	}
	e.end(true)
}

// publish sends a message of the comm to the page.
func (e *editor) publish(m comm.Message) {
	e.mu.Lock()
	r := e.r
	e.mu.Unlock()
	if p := e.k.publicationOfComm(r, m); p != nil {
		e.k.iopub.put(e.k.codec.Encode(p))
	}
}

// close closes the comm.
func (e *editor) close() { e.publish(comm.Message{Kind: comm.Closed, ID: e.id}) }

// end ends the server, and closes the comm unless the page has closed it.
func (e *editor) end(tell bool) {
	e.k.editors.mu.Lock()
	e.k.editors.list = slices.DeleteFunc(e.k.editors.list, func(other *editor) bool { return other == e })
	e.k.editors.mu.Unlock()
	e.mu.Lock()
	if e.ended {
		e.mu.Unlock()
		return
	}
	e.ended = true
	close(e.queue)
	conn := e.conn
	e.mu.Unlock()
	if conn != nil {
		e.k.editors.running.Go(func() { conn.Close() }) // which may take a second; run waits for it
	}
	if tell {
		e.close()
	}
}

// endAll ends all servers and waits for them. No server is started after that.
func (s *editors) endAll() {
	s.mu.Lock()
	s.closed = true
	list := slices.Clone(s.list)
	s.mu.Unlock()
	for _, e := range list {
		e.end(false)
	}
	s.running.Wait()
}
