// SPDX-License-Identifier: BSD-3-Clause

// Stopping a cell.
//
// A stop ends the run of the cell: every goroutine ends at its next call or loop iteration,
// goroutines that wait for a channel, a timer or a lock wake up, and deferred calls run
// (kernel/machine/internal/run/stop.go). This takes microseconds, or some milliseconds if
// goroutines wait for a processor.
//
// The functions of net/http that serve return when the cell is stopped (extra/servers.go). Other
// compiled code that does not watch the cell's context cannot be ended. It is left behind: the cell
// ends, all variables stay, and the goroutine ends when the compiled code returns to the cell. The
// error gives the number of such goroutines, and %goroutines lists them. The process is not ended
// because of them; they may use a processor until the compiled code returns, unless the user
// restarts the kernel.
//
// How long to wait does not depend on the clock alone, since the machine may be busy. The session
// looks at the stacks of all goroutines. While one is in code of a cell, it waits; deferred calls
// get deferPatience, and then a second stop. A goroutine that waits in compiled code (for a
// connection, a file, a child process) is left behind at once, and one that computes there is left
// behind after a time in which most calls end.

package session

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"polka/internal/plural"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

const (
	firstLook     = 8 * time.Millisecond  // until the stacks are looked at
	lookPause     = 4 * time.Millisecond  // between two looks
	callPatience  = 60 * time.Millisecond // for compiled code that computes,
	callLooks     = 12                    // and at least so many looks, which take longer on a busy machine
	deferPatience = 60 * time.Millisecond // for deferred calls
	// for compiled functions that return when the cell is stopped
	returnPatience = time.Second
)

// performing is the number of runs in progress in all sessions.
var performing atomic.Int32

// stop stops r and returns the number of its goroutines that are left behind. ran is closed when
// the code of the cell has ended.
func (s *Session) stop(r *run, ran <-chan struct{}) int {
	end := sync.OnceFunc(machine.Yield())
	defer end()
	r.machine.Stop()
	if !r.call {
		s.vm.StopOthers(r.machine)
	}
	r.cancel()
	count := func() (main, all int) {
		select {
		case <-ran:
		default:
			main = 1
		}
		return main, main + s.leftOf(r)
	}
	began := time.Now()
	look, looks, second := began.Add(firstLook), 0, false
	for ended := ran; ; {
		select { // a timer may be a millisecond late, the end of the cell is not
		case <-ended:
			ended = nil
		case <-time.After(50 * time.Microsecond):
		}
		if _, all := count(); all == 0 {
			return 0
		}
		now := time.Now()
		if now.Before(look) {
			continue
		}
		end()
		state := machine.Look()
		looks++
		look = time.Now().Add(max(lookPause, 4*time.Since(now)))
		since := now.Sub(began)
		if since <= s.o.Grace {
			if state.InCell && since > deferPatience && !second {
				second = true
				r.machine.Stop()
			}
			// The code may belong to a cell of another session.
			inCell := state.InCell && performing.Load() == 1
			if inCell || s.vm.Interrupting() && since < returnPatience || !state.Waiting && (since < callPatience || looks < callLooks) {
				continue
			}
		}
		main, all := count()
		if main == 1 {
			over := s.addTask(r, r.cell.Number, 0)
			go func() {
				<-ran
				over()
			}()
		}
		return all
	}
}

// interrupted returns the error of a cell that was stopped, with the number of goroutines that are
// still running.
func interrupted(left int) *engine.Error {
	msg := "the cell was stopped"
	if left > 0 {
		msg = fmt.Sprintf("the cell was stopped, but %d of its goroutines %s in code that cannot be stopped", left, plural.Word(left, "is", "are"))
	}
	return &engine.Error{Name: engine.Interrupted, Message: msg, Trace: []string{red + engine.Interrupted + reset + ": " + msg}}
}
