// Parent watch.
//
// A frontend that dies cannot shut its kernels down, and a kernel that nobody can reach holds
// memory and a processor forever. So jupyter_client passes its process id in JPY_PARENT_PID, and
// the kernel ends when that process is gone. There is no event for it that works everywhere (the
// parent-death signal of Linux is sent when the thread that started us ends, which may be long
// before), so we check once a second.
//
// The frontend may not be our parent: a script or a container may be in between. In a container its
// id may mean nothing, or another process. So a process that is not there when we start is not
// watched, and the process is held by a handle where the system has one, so that another process
// with the same id is not mistaken for it. If it is our parent, it is also gone when we have
// another: this sees a dead parent whose own parent has not yet taken notice.

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
