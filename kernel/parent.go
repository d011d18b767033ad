// SPDX-License-Identifier: BSD-3-Clause

// Parent watch.
//
// A frontend that dies cannot shut down its kernels, and a kernel that nobody can reach would hold
// memory and perhaps a processor forever. So jupyter_client passes its process id in
// JPY_PARENT_PID, and the kernel ends when that process has ended. There is no event for it that
// works everywhere (the parent-death signal of Linux is sent when the thread that started us ends,
// which may be long before), so we check once a second.
//
// The frontend may not be our parent: a script or a container may be in between. In a container the
// id may be unknown, or that of another process. So a process that does not exist at the start is
// not watched, and where the system has handles of processes one is kept open, so that another
// process with the same id is not mistaken for it. If the frontend is our parent, it has also ended
// when we have another parent: this detects a dead parent that has not been waited for.

package kernel

import (
	"context"
	"time"
)

const parentPause = time.Second

// watchParent calls gone when alive reports false for the first time, unless ctx is done before.
func watchParent(ctx context.Context, alive func() bool, gone func()) {
	t := time.NewTicker(parentPause)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if !alive() {
				gone()
				return
			}
		}
	}
}
