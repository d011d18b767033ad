// Marks in what a page reads.
//
// A page makes the cells of Run All one after the other and reads no message meanwhile. They reach
// us one by one, each as late as the page, the server and the network please, so no time tells
// which cells were made before the page knew of an error. Therefore we send a mark before the
// error: we open a comm whose target the page does not know. JupyterLab's library, which reads the
// messages of a connection in order, answers that by closing the comm, and sends all that it sends
// in order too. So whatever comes before the answer was made before the page had read the mark, and
// is aborted if it is a cell; whatever comes after it was made later. The error follows the mark,
// so that who sees the error has answered. Notebook 7 and JupyterLite have the same library; the
// classic notebook does not answer.
//
//	page to us     cell 1   cell 2   cell 3   comm_close   cell 4
//	                fails   aborted  aborted                 runs
//	us to page             comm_open error
//
// Several connections may read a mark and answer it. Each speaks for itself: only the answer of the
// session whose cell has failed counts.
//
// We rely on the answer if the page is known to handle comms: it has answered a mark before, or has
// opened a comm or asked for the open ones, as pages do that can show widgets. A page of which we
// do not know it gets the mark too, but until it has answered one, dates decide (see shell.go). A
// page that leaves a mark unanswered gets no more of them until it answers after all: the classic
// notebook with widgets aborts the cells that are made within markPatience after its first error,
// and no others. Clients that are not pages, such as programs, get none.
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

// pages tell of sessions whether they answer marks.
type pages struct {
	mu      sync.Mutex
	answers map[string]bool
}

// known reports whether a session answers, and whether we know.
func (p *pages) known(session string) (answers, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	answers, known = p.answers[session]
	return answers, known
}

// note remembers whether a session answers.
func (p *pages) note(session string, answers bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.answers == nil || len(p.answers) >= mostPages {
		p.answers = make(map[string]bool) // all of them have to show themselves again
	}
	p.answers[session] = answers
}

// newMark returns a mark for the client of the cell that has failed, or "" if it gets none.
func (s *shell) newMark() string {
	f := &s.failure
	answers, known := s.pages.known(f.session)
	if !f.page || known && !answers {
		return ""
	}
	if !known {
		s.pages.note(f.session, false) // until it has answered
	}
	f.mark, f.certain = markPrefix+rand.Text(), answers
	return f.mark
}

// giveUp takes into account that r, a cell, is not covered although the mark has not come back.
func (s *shell) giveUp(r *request) {
	if f := &s.failure; f.certain && r.Header.Session == f.session {
		s.pages.note(f.session, false)
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

// readMark notes what a request says about marks, before the request enters its queue.
func (k *kernel) readMark(r *request) {
	session := r.Header.Session
	switch r.Header.Type {
	case "kernel_info_request":
		for _, s := range k.shells() {
			s.reconnected(session)
		}
	case "comm_open", "comm_info_request":
		if _, known := k.pages.known(session); !known {
			k.pages.note(session, true)
		}
	case "comm_close":
		var q struct {
			ID string `json:"comm_id"`
		}
		if r.Bind(&q) != nil || !isMark(q.ID) {
			return
		}
		k.pages.note(session, true)
		for _, s := range k.shells() {
			s.returned(session, q.ID)
		}
	}
}
