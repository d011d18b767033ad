// SPDX-License-Identifier: BSD-3-Clause

// The children of a Client, one after the other: starting one, waiting for it, and repeating
// declarations in it.

package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"polka/kernel/engine"
)

// A life is a child, and what still has to be reported about its predecessor.
type life struct {
	ready  chan struct{} // closed when the child can be used, or err is set
	err    error         // why there is no child
	proc   *process      // valid after ready, if err is nil
	before *obituary     // valid after ready; nil if nothing was lost or all has been reported
	used   bool          // a request was sent to it

	// The reply to an abandoned request, nil if there is none. Client.mu is held.
	open chan message
}

// start begins a life. before is what has to be reported about the last one. c.mu is held.
func (c *Client) start(before *obituary) *life {
	l := &life{ready: make(chan struct{}), before: before}
	c.lives.Add(1)
	go func() {
		defer c.lives.Done()
		l.proc, l.err = c.raise(before)
		close(l.ready)
		if l.err != nil {
			return
		}
		<-l.proc.gone
		c.debugEnd(l.proc)
		c.mu.Lock()
		// A child that dies before its first request is not replaced until another one is needed.
		if l.used {
			c.nextLocked(l)
		}
		c.mu.Unlock()
	}()
	return l
}

// next returns the life after l, which has ended or could not begin.
func (c *Client) next(l *life) *life {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nextLocked(l)
}

func (c *Client) nextLocked(l *life) *life {
	if c.now != l || c.closed {
		return c.now
	}
	o := l.before // may not have been reported
	if l.err == nil {
		if o == nil {
			o = &obituary{}
		}
		if o.told {
			o.told, o.lost, o.gone = false, nil, nil
		}
		o.death = l.proc.death
		variables, declarations := c.ledger.lose()
		o.lost = append(o.lost, variables...)
		o.gone = append(o.gone, declarations...)
	}
	c.now = c.start(o)
	return c.now
}

// raise starts a child and repeats the declarations of earlier cells in it.
func (c *Client) raise(o *obituary) (*process, error) {
	const attempts = 100 // an entry of the ledger that kills children needs two
	for range attempts {
		c.mu.Lock()
		command := c.command
		c.mu.Unlock()
		p, err := spawn(command, c.env)
		if err != nil {
			return nil, fmt.Errorf("the worker could not be started: %w", err)
		}
		select {
		case <-p.ready:
		case <-c.closing:
			p.kill("closed")
			<-p.gone
			return nil, errClosed
		}
		if p.hello.Kind != kindHello {
			<-p.gone
			return nil, errors.New(p.death.cause())
		}
		if c.replay(p, o) {
			c.rearm(p)
			return p, nil
		}
		p.kill("replay")
		<-p.gone
		select {
		case <-c.closing:
			return nil, errClosed
		default:
		}
	}
	return nil, errors.New("what earlier cells declared ends every new worker; restart the kernel")
}

// replay runs the ledger in p and reports whether p has survived. An entry that fails is removed
// from the ledger; entries that were not reached remain for the next child.
func (c *Client) replay(p *process, o *obituary) bool {
	c.mu.Lock()
	entries := slices.Clone(c.ledger.entries)
	c.mu.Unlock()
	kept := 0
	defer func() {
		if o != nil {
			o.kept = kept
		}
	}()
	for _, e := range entries {
		end := c.redeclare(p, e)
		if end == closed {
			return false
		}
		c.mu.Lock()
		dropped := true
		switch end {
		case worked:
			c.ledger.entries[kept].deaths = 0
			dropped = false
		case died:
			dropped = c.ledger.died(kept)
		default:
			c.ledger.drop(kept)
		}
		c.mu.Unlock()
		if dropped && o != nil {
			o.dropped = append(o.dropped, e.number)
		}
		if end == died || end == hung {
			return false
		}
		if end == worked {
			kept++
		}
	}
	return true
}

// The results of replaying an entry.
const (
	worked = iota
	refused
	died
	hung
	closed
)

// redeclare runs an entry of the ledger in p.
func (c *Client) redeclare(p *process, e *entry) (end int) {
	cell := engine.Cell{Number: e.number, Silent: true}
	code, whole := e.source()
	if whole {
		cell.Text = e.text
	}
	_, done, err := p.call(message{Kind: kindExecute, Cell: &cell, parts: [][]byte{[]byte(code)}})
	if err != nil {
		return refused
	}
	timer := time.NewTimer(startLimit)
	defer timer.Stop()
	select {
	case m := <-done:
		if r, err := m.takeReply(); err != nil || r.Err != nil {
			return refused
		}
		return worked
	case <-p.gone:
		return died
	case <-c.closing:
		return closed
	case <-timer.C:
		return hung
	}
}

// child waits for a child that is ready, and starts one if the last attempt failed.
func (c *Client) child(ctx context.Context) (*life, error) {
	c.mu.Lock()
	l := c.now
	c.mu.Unlock()
	for attempt := 0; ; attempt++ {
		select {
		case <-l.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closing:
			return nil, errClosed
		}
		select {
		case <-c.closing:
			return nil, errClosed
		default:
		}
		dead := l.err != nil
		if !dead {
			select {
			case <-l.proc.gone:
				dead = true
			default:
			}
		}
		if !dead {
			return l, nil
		}
		if attempt == 2 {
			if l.err == nil {
				return nil, errors.New(l.proc.death.cause())
			}
			return nil, l.err
		}
		l = c.next(l)
	}
}

// replayGrace is the time that a cell whose child was killed on Stop waits for the replay, which
// takes about a millisecond for each cell.
const replayGrace = startLimit / 3
