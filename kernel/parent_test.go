// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestWatchParent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var dead atomic.Bool
		gone := make(chan time.Time, 1)
		begin := time.Now()
		ended := make(chan bool)
		go func() {
			watchParent(t.Context(), func() bool { return !dead.Load() }, func() { gone <- time.Now() })
			close(ended)
		}()
		time.Sleep(10500 * time.Millisecond)
		if len(gone) > 0 {
			t.Error("a living parent is reported as dead")
		}
		dead.Store(true)
		if d := (<-gone).Sub(begin); d != 11*time.Second {
			t.Errorf("noticed after %v, want at the next second", d)
		}
		<-ended
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() {
			watchParent(ctx, func() bool { return true }, func() { t.Error("gone") })
			close(ended)
		}()
		cancel()
		<-ended
	})
}
