// SPDX-License-Identifier: BSD-3-Clause

// The limits of a check: its time and its memory.
//
// On a busy machine an answer gets a processor for a part of the time only. So it is not stopped
// when its time is over, but when it has used a processor for so long, after mostWait times as
// long, or if it hardly uses one, because it waits for what does not come.
//
// An answer that appends without end fills gigabytes in some seconds. The limit of the process
// would end it, and the variables of the notebook with it, so a check is stopped long before: when
// the memory that is reachable has grown by checkMemory, or by a quarter of the memory of the
// process if that is less. A single allocation that is larger than the limit of the process still
// ends it.
//
// What the garbage collector has found reachable is a first sign only. It knows nothing of what
// cells have kept or given up since, and counts all that is allocated while it marks, which is much
// if an answer makes garbage. So garbage is collected before a check unless the heap is small, and
// once more before a check is stopped; what was allocated meanwhile is not counted.
// An answer that fills memory as fast as it is marked is stopped when it has taken three times as
// much. Garbage alone seldom comes that far: marking begins before the heap has doubled.

package session

import (
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"polka/internal/po"
	"polka/internal/size"
)

const (
	// checkTime is how long a check may take, unless the options say otherwise.
	checkTime = 20 * time.Second
	// checkMemory is by how much memory may grow during a check, unless the options say otherwise.
	checkMemory = 256 << 20
	// memoryInterval is how often the memory of a check is measured.
	memoryInterval = 20 * time.Millisecond
	// mostWait is how many times its time a check lasts at most.
	mostWait = 5
	// idle is the part of the time, 1/idle, for which a check at least uses a processor, even on
	// a busy machine, unless it waits.
	idle = 50
	// memoryRest is how many times as long as a collection no other one is asked for.
	memoryRest = 4
)

// Why a check was stopped.
var (
	errTime   = errors.New("too slow")
	errMemory = errors.New("too much memory")
)

// CheckTime returns the CheckTime of sessions that the environment variable POLKA_CHECK_TIME asks
// for, such as 60s, and zero if it does not.
func CheckTime() time.Duration {
	d, _ := time.ParseDuration(os.Getenv("POLKA_CHECK_TIME"))
	return max(d, 0)
}

// mostTime returns how long a check may take.
func (s *Session) mostTime() time.Duration {
	if s.o.CheckTime != 0 {
		return s.o.CheckTime
	}
	return checkTime
}

// mostMemory returns by how much the memory may grow during a check.
func (s *Session) mostMemory() int64 {
	if s.o.CheckMemory != 0 {
		return s.o.CheckMemory
	}
	return min(checkMemory, debug.SetMemoryLimit(-1)/4)
}

// bounded returns a context that ends after a time or with too much memory; its cause is then
// errTime or errMemory.
func (s *Session) bounded(parent context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	if held(inUse) > s.mostMemory()/4 {
		runtime.GC() // which is no part of the time
	}
	ctx, stop := context.WithCancelCause(parent)
	remaining := s.stopwatch(most)
	end := time.NewTimer(most)
	had := held(marked)
	limit := had + s.mostMemory()
	go func() {
		t := time.NewTicker(memoryInterval)
		defer t.Stop()
		defer end.Stop()
		var rest time.Time // until then
		for {
			select {
			case <-ctx.Done():
				return
			case <-end.C:
				more := remaining()
				if more <= 0 {
					stop(errTime)
					return
				}
				end.Reset(more)
			case now := <-t.C:
				if held(marked) <= limit || now.Before(rest) {
					continue
				}
				if least, all := reachable(); least > limit || all > limit+2*max(had, s.mostMemory()) {
					stop(errMemory)
					return
				}
				rest = time.Now().Add(memoryRest * time.Since(now))
			}
		}
	}()
	return ctx, func() { stop(nil) }
}

// stopwatch returns a function for the end of a check that begins now: how much longer it may go on
// at least.
func (s *Session) stopwatch(most time.Duration) (remaining func() time.Duration) {
	if s.o.Processor == nil {
		return func() time.Duration { return 0 }
	}
	began, had := time.Now(), s.o.Processor()
	return func() time.Duration {
		elapsed, used := time.Since(began), s.o.Processor()-had
		if had < 0 || elapsed >= mostWait*most || used < elapsed/idle {
			return 0
		}
		return min(most-used, mostWait*most-elapsed)
	}
}

// exceeded returns errTime or errMemory if ctx, which bounded has made, has ended for that reason,
// and nil otherwise.
func exceeded(ctx context.Context) error {
	if err := context.Cause(ctx); err == errTime || err == errMemory {
		return err
	}
	return nil
}

// Numbers of bytes that the runtime knows.
const (
	marked    = "/gc/heap/live:bytes"                // found reachable by the last collection
	inUse     = "/memory/classes/heap/objects:bytes" // reachable, or not yet freed
	allocated = "/gc/heap/allocs:bytes"              // since the process began
)

// held returns one of these numbers.
func held(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
}

// reachable collects garbage, and returns what it has found reachable: the least that it can be,
// without what was allocated meanwhile, and all.
func reachable() (least, all int64) {
	before := held(allocated)
	runtime.GC()
	all = held(marked)
	return all - (held(allocated) - before), all
}

// tooLarge returns the message about a check that has used too much memory.
func (w *watch) tooLarge(most int64, words po.Catalog) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := size.Rounded(uint64(most))
	if c := w.waiting(); c != nil {
		return words.Sprintf("%v had filled more than %s of memory when the check was stopped: is there a loop that appends without end?", c, n)
	}
	return words.Sprintf("the check had filled more than %s of memory and was stopped: is there a loop that appends without end?", n)
}
