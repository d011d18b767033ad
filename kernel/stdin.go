// SPDX-License-Identifier: BSD-3-Clause

// Questions to the user.
//
// A cell that wants a line of input sends input_request on the stdin channel to the client that
// sent the cell, and waits for an input_reply. The difficulty is to distinguish the answer from
// older ones. The answer to an abandoned question (the user pressed Stop while the box was open)
// may still arrive, and must not be taken for the answer to the next question. JupyterLab puts the
// question into the reply's parent header; jupyter_client leaves that empty. So a reply is accepted
// if a question is open, if it comes from the client that was asked (the sockets guarantee the
// identity), and if its parent is the question, the cell, or empty. All other replies are dropped.
//
// A client connects to the sockets one after the other, and a cell can ask a few milliseconds after
// it arrived. A message to a client that is not yet connected to stdin would be lost, and the cell
// would wait forever. So the kernel waits for the client first.

package kernel

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"sync"

	"polka/kernel/wire"
)

// A prompter asks one question at a time.
type prompter struct {
	codec *wire.Codec
	stdin asker
	log   *slog.Logger
	turn  chan struct{} // holds a token while a question is open

	mu   sync.Mutex
	open *question
}

// A question is a question that the user has not answered yet.
type question struct {
	asked  *wire.Message // the input_request
	cell   string        // id of the execute_request
	answer chan string   // has room for the answer
}

func newPrompter(codec *wire.Codec, stdin asker, log *slog.Logger) *prompter {
	return &prompter{codec: codec, stdin: stdin, log: log, turn: make(chan struct{}, 1)}
}

// endOfInput is what frontends send when the user types Control-D.
const endOfInput = "\x04"

// ask puts a question to the client that sent r and waits for the answer, or until ctx is done. The
// error is io.EOF or that of ctx, or says why the question could not be sent.
func (p *prompter) ask(ctx context.Context, r *request, prompt string, secret bool) (string, error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	m, err := p.codec.Reply(r.Message, "input_request", map[string]any{"prompt": prompt, "password": secret})
	if err != nil {
		return "", err
	}
	q := &question{asked: m, cell: r.Header.ID, answer: make(chan string, 1)}
	p.set(q)
	defer p.set(nil)
	if len(m.Identities) > 0 {
		if err := p.stdin.AwaitPeer(ctx, m.Identities[0]); err != nil {
			return "", err
		}
	}
	if err := p.stdin.Send(p.codec.Encode(m)); err != nil {
		return "", err
	}
	select {
	case line := <-q.answer:
		if line == endOfInput {
			return "", io.EOF
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (p *prompter) set(q *question) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = q
}

// deliver handles a message from the stdin channel.
func (p *prompter) deliver(m *wire.Message) {
	var content struct {
		Value *string `json:"value"`
	}
	if m.Header.Type != "input_reply" || m.Bind(&content) != nil || content.Value == nil {
		p.log.Debug("stdin message dropped: expected an input_reply with a value", "message", m)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.open
	if q == nil || !q.answeredBy(m) {
		p.log.Debug("stale input_reply dropped", "message", m)
		return
	}
	q.answer <- *content.Value
	p.open = nil
}

// answeredBy reports whether m answers q, and no older question.
func (q *question) answeredBy(m *wire.Message) bool {
	var parent wire.Header
	if json.Unmarshal(m.ParentJSON, &parent) != nil {
		return false
	}
	if !slices.EqualFunc(m.Identities, q.asked.Identities, slices.Equal) {
		return false
	}
	return parent.ID == "" || parent.ID == q.asked.Header.ID || parent.ID == q.cell
}
