// SPDX-License-Identifier: BSD-3-Clause

// Marks in what a page reads.
//
// A page makes the cells of Run All one after the other and reads no message meanwhile. They reach
// us one by one, each delayed by the page, the server and the network, so times do not show which
// cells were made before the page knew of an error. Therefore we send a mark before the error: we
// open a comm whose target the page does not know. JupyterLab's library, which reads the messages
// of a connection in order, answers that by closing the comm, and sends all that it sends in order
// too. So whatever comes before the answer was made before the page had read the mark, and is
// aborted if it is a cell; whatever comes after it was made later. The error follows the mark, so
// that a page that has seen the error has answered. Notebook 7 and JupyterLite have the same
// library; the classic notebook does not answer.
//
//	page to us     cell 1   cell 2   cell 3   comm_close   cell 4
//	                fails   aborted  aborted                 runs
//	us to page             comm_open error
//
// Several connections may read a mark and answer it. Only the answer of the session
// whose cell has failed counts.
//
// We rely on the answer if the page has answered a mark before. So that this is known at its first
// error, a page gets a mark when it opens a comm or asks for the open ones, as pages that can show
// widgets do when they connect, or with its first cell. If the first error comes before the
// answer, the page gets another mark; we rely on the answer for markPatience if the page has used
// comms, and otherwise dates decide (see shell.go). A page that leaves a mark unanswered for longer
// gets no more of them until it answers after all. That is so in the classic notebook. Clients that
// are not pages, such as programs, get none.
//
// An answer can be lost with the connection. A page that connects again asks for the kernel's
// information, and a page that is loaded again is a new session; from then on, dates decide. The
// last resort is markPatience: a cell that was made so long after the others of the series runs.
//
// The page writes to the console of its browser that it does not know the target, which users do
// not see.

package kernel

import (
	"crypto/rand"
	"strings"
	"sync"
	"time"
)

const (
	markTarget = "polka.mark"
	markPrefix = "polka-mark-" // of the ids of marks

	// markPatience is the longest time that a page takes between two cells of Run All, or to
	// answer.
	markPatience = 2 * time.Second

	mostPages = 1000 // pages of which we know whether they answer
)

// isMark reports whether a comm is a mark.
func isMark(id string) bool { return strings.HasPrefix(id, markPrefix) }

// pages records which sessions answer marks.
type pages struct {
	mu   sync.Mutex
	page map[string]*knowledge
}

// knowledge is what we know of a page.
type knowledge struct {
	answers bool      // it has answered the last mark
	comms   bool      // it has used comms
	asked   time.Time // when the first mark was sent that it has not answered; zero if there is none
	mute    bool      // a mark was not answered in time
}

// of returns what is known of a session. p.mu must be held.
func (p *pages) of(session string) *knowledge {
	if p.page[session] == nil {
		if p.page == nil || len(p.page) >= mostPages {
			p.page = map[string]*knowledge{} // all of them have to show themselves again
		}
		p.page[session] = &knowledge{}
	}
	return p.page[session]
}

// probe reports whether a session is to get a mark before there is an error. comms says that it
// uses comms.
func (p *pages) probe(session string, comms bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.of(session)
	k.comms = k.comms || comms
	first := !k.answers && k.asked.IsZero()
	if first {
		k.asked = time.Now()
	}
	return first
}

// ask reports whether a session is to get a mark, and whether we rely on the answer.
func (p *pages) ask(session string) (mark, certain bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.of(session)
	switch {
	case k.answers:
		return true, true
	case k.mute:
		return false, false
	case k.asked.IsZero():
		k.asked = time.Now()
	case time.Since(k.asked) >= markPatience:
		k.mute = true
		return false, false
	}
	return true, k.comms
}

// answered notes that a session has answered a mark.
func (p *pages) answered(session string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.of(session)
	k.answers, k.mute, k.asked = true, false, time.Time{}
}

// failed notes that a session has not answered a mark in time.
func (p *pages) failed(session string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.of(session)
	k.answers, k.mute, k.asked = false, true, time.Now()
}

// newMark returns a mark for the client of the cell that has failed, or "" if it gets none.
func (s *shell) newMark() string {
	f := &s.failure
	if !f.page {
		return ""
	}
	mark, certain := s.pages.ask(f.session)
	if !mark {
		return ""
	}
	f.mark, f.certain = newMarkID(), certain
	return f.mark
}

// newMarkID returns the id of a new mark.
func newMarkID() string { return markPrefix + rand.Text() }

// giveUp takes into account that r, a cell, is not covered although the mark has not come back.
func (s *shell) giveUp(r *request) {
	if f := &s.failure; f.certain && r.Header.Session == f.session {
		s.pages.failed(f.session)
		f.certain = false
	}
}

// returned says that a session has answered a mark. Its cells that come now were made after the
// failure.
func (s *shell) returned(session, mark string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure.session == session && s.failure.mark == mark {
		s.failure = failed{}
	}
}

// reconnected says that a session has connected again, so that a mark may be lost.
func (s *shell) reconnected(session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure.session == session {
		s.failure.certain = false
	}
}

// sendMark sends a mark to the client of r.
func (k *kernel) sendMark(r *request, mark string) {
	k.publish(r, "comm_open", map[string]any{"comm_id": mark, "target_name": markTarget, "data": struct{}{}})
}

// probe sends the client of r a mark if it is a page of which we do not know whether it answers.
func (k *kernel) probe(r *request) {
	if r.shell == nil || !r.stamp.page {
		return
	}
	switch r.Header.Type {
	case "execute_request", "comm_open", "comm_info_request":
		if k.pages.probe(r.Header.Session, r.Header.Type != "execute_request") {
			k.sendMark(r, newMarkID())
		}
	}
}

// readMark notes what a request says about marks, before the request enters its queue.
func (k *kernel) readMark(r *request) {
	session := r.Header.Session
	switch r.Header.Type {
	case "kernel_info_request":
		for _, s := range k.shells() {
			s.reconnected(session)
		}
	case "comm_close":
		var q struct {
			ID string `json:"comm_id"`
		}
		if r.Bind(&q) != nil || !isMark(q.ID) {
			return
		}
		k.pages.answered(session)
		for _, s := range k.shells() {
			s.returned(session, q.ID)
		}
	}
}
