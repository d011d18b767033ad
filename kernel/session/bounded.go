// SPDX-License-Identifier: BSD-3-Clause

// The limits of a check: its time and its memory.
//
// An answer that appends without end fills gigabytes in some seconds. The limit of the process
// would end it, and the variables of the notebook with it, so a check is stopped long before: when
// what the garbage collector has found reachable has grown by checkMemory, or by a quarter of the
// memory of the process if that is less. A single allocation that is larger than the limit of the
// process still ends it.

package session

import (
	"context"
	"errors"
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
)

// Why a check was stopped.
var (
	errTime   = errors.New("too slow")
	errMemory = errors.New("too much memory")
)

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
	ctx, stop := context.WithCancelCause(parent)
	ctx, cancel := context.WithTimeoutCause(ctx, most, errTime)
	limit := reachable() + s.mostMemory()
	go func() {
		t := time.NewTicker(memoryInterval)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if reachable() > limit {
					stop(errMemory)
					return
				}
			}
		}
	}()
	return ctx, func() { cancel(); stop(nil) }
}

// exceeded returns errTime or errMemory if ctx, which bounded has made, has ended for that reason,
// and nil otherwise.
func exceeded(ctx context.Context) error {
	if err := context.Cause(ctx); err == errTime || err == errMemory {
		return err
	}
	return nil
}

// reachable returns the memory, in bytes, that the last garbage collection has found in use.
func reachable() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
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
