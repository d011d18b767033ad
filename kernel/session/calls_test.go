// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"testing"

	"polka/kernel/widget/host"
)

// A testCall is a call that can be made again, of compiled code.
type testCall struct{ finished bool }

func (c *testCall) Call() []any                 { return nil }
func (c *testCall) Called() bool                { return true }
func (c *testCall) Output() host.Output         { return nil }
func (c *testCall) Finish([]any, *host.Failure) { c.finished = true }

// A cell that begins to wait before a call is known to run stops the call like others: the call is
// made again after the cell.
func TestCellBeforeCall(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.turn <- struct{}{} // the goroutine that makes the calls has the turn,
	s.mu.Lock()
	s.jobs.waiting++ // and a cell finds no call that it could stop
	s.repeat()
	s.mu.Unlock()
	c := &testCall{}
	j := &job{e: c}
	s.performJob(t.Context(), j, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.finished || len(s.jobs.queue) != 1 || s.jobs.queue[0] != j {
		t.Errorf("the call is made before the cell: finished %v, queue %v", c.finished, s.jobs.queue)
	}
	s.jobs.waiting--
	s.jobs.queue = nil
}
