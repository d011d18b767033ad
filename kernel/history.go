// SPDX-License-Identifier: BSD-3-Clause

// History.
//
// The history lists the cells that users have run, in all sessions. Each kernel process is a
// numbered session, and each counted cell is a line of it. Frontends ask for the last cells, for a
// range of a session, or for cells that match a pattern.
//
// It is stored in a file of JSON lines, one record per line, which several kernels may write at the
// same time:
//
//	{"session":12,"start":"2026-11-21T10:00:00Z"}
//	{"session":12,"line":1,"input":"1+1"}
//	{"session":12,"line":1,"output":"2"}
//
// A separate goroutine reads and writes the file while it holds a lock (lock_unix.go), so that a
// slow disk or a contended lock delays no cell. If the lock is held by somebody else for longer
// than historyPatience, the file is not a regular file, or the disk is full, the history stays in
// memory; the next cell reports this once. A session's number is one more than the largest in the
// file; the first record of the session reserves it. A record is one write at the end of the file.
// If the last line is incomplete (after a power failure), the next record begins a new line, and
// what is not a record is skipped. When the file is longer than historyLimit, its older half is
// removed.
//
// A kernel reads the file once, when it is first needed. Cells of kernels that run at the same time
// become visible to the next kernel.
//
// Own is bounded too: when it holds more than historyLimit bytes, its older half is removed.
//
// Invariants: past holds records of other sessions, own those of this one, both in order of time;
// session, past and err do not change after ready is closed.

package kernel

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	historyLimit = 4 << 20  // bytes in the file
	inputLimit   = 64 << 10 // bytes of a cell that are kept in the file
	shownLimit   = 4 << 10  // bytes of an output that are kept

	historyPatience = time.Second // for a lock that another process holds
	lockPause       = 10 * time.Millisecond
)

// A line is a cell of the history.
type line struct {
	session, line int
	input         string
	output        *string // text/plain of its value; nil if it had none
}

// A history is the history as seen by one kernel.
type history struct {
	file     string
	log      *slog.Logger
	patience time.Duration // historyPatience, or longer in a test

	begin sync.Once
	ready chan struct{} // closed when session and past are known
	ended chan struct{} // closed when everything was written

	session int
	past    []line

	mu     sync.Mutex
	own    []line   // session is set only when they are read
	size   int      // of own, in bytes
	fault  error    // why the file is not used
	told   bool     // fault was said
	queue  []record // to be written; session is set then
	filled sync.Cond
	closed bool
}

func newHistory(file string, log *slog.Logger) *history {
	h := &history{file: file, log: log, patience: historyPatience, ready: make(chan struct{}), ended: make(chan struct{}), session: 1}
	h.filled.L = &h.mu
	return h
}

// input adds a cell.
func (h *history) input(n int, code string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	kept := prefix(code, inputLimit)
	h.own = append(h.own, line{line: n, input: kept})
	if h.size += len(kept); h.size > historyLimit {
		for i, l := range h.own {
			if h.size -= len(l.input); h.size <= historyLimit/2 {
				h.own = slices.Clone(h.own[i+1:])
				break
			}
		}
	}
	h.enqueue(record{Line: n, Input: &kept})
}

// output adds the value of the last cell that was added.
func (h *history) output(n int, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	text = prefix(text, shownLimit)
	if i := len(h.own) - 1; i >= 0 && h.own[i].line == n {
		h.own[i].output = &text
	}
	h.enqueue(record{Line: n, Output: &text})
}

// prefix returns s, or as much of it as fits into n bytes.
func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// enqueue passes a record to the goroutine that writes; h.mu is held.
func (h *history) enqueue(r record) {
	h.start()
	if h.file != "" && !h.closed && (h.fault == nil || h.fileWorks()) {
		h.queue = append(h.queue, r)
		h.filled.Signal()
	}
}

// fileWorks reports whether the file was read, so that records can be written to it; h.mu is held.
func (h *history) fileWorks() bool {
	select {
	case <-h.ended:
		return false
	default:
		return true
	}
}

// start starts the goroutine, if the history has a file.
func (h *history) start() {
	h.begin.Do(func() {
		if h.file == "" {
			close(h.ready)
			close(h.ended)
			return
		}
		go h.run()
	})
}

// run reads the file, and then writes records to it until close. If the file cannot be read, it is
// left alone, and the history is kept in memory.
func (h *history) run() {
	defer close(h.ended)
	err := h.load()
	if err != nil {
		h.log.Error("history not read", "err", err)
		h.fail(err)
	}
	close(h.ready)
	for err == nil {
		h.mu.Lock()
		for len(h.queue) == 0 && !h.closed {
			h.filled.Wait()
		}
		records := h.queue
		h.queue = nil
		h.mu.Unlock()
		if len(records) == 0 {
			return
		}
		for i := range records {
			records[i].Session = h.session
		}
		if err := h.locked(func() error { return h.append(records) }); err != nil {
			h.log.Error("history not written", "err", err)
			h.fail(err)
		}
	}
}

// fail records why the file is not used.
func (h *history) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fault == nil {
		h.fault = err
	}
}

// remark returns, once, the message that the file is not used and why.
func (h *history) remark() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fault == nil || h.told {
		return ""
	}
	h.told = true
	return fmt.Sprintf("note: the history of cells is not kept in a file: %v (%s names another file, or off)", h.fault, HistoryEnv)
}

// close waits until everything is written, but not long enough for a user to notice.
func (h *history) close() {
	h.begin.Do(func() { close(h.ready); close(h.ended) })
	h.mu.Lock()
	h.closed = true
	h.filled.Signal()
	h.mu.Unlock()
	if !within(flushGrace, h.ended) {
		h.log.Error("history not written in time")
	}
}
