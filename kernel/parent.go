// Parent watch.
//
// A frontend that dies cannot shut its kernels down, and a kernel that nobody can reach holds
// memory and a processor for ever. So jupyter_client tells its process id in JPY_PARENT_PID, and
// the kernel ends when that process is gone. There is no event for it that works everywhere (the
// parent-death signal of Linux comes when the thread ends that started us, which may be long
// before), so we look once a second.
//
// The frontend may not be our parent: a script or a container may stand between. In a container its
// id may mean nothing, or another process. So a process that is not there when we start is not
// watched, and the process is held by a handle where the system has one, so that another process
// with the same id is not taken for it. If it is our parent, it is also gone when we have another:
// this sees a dead parent whose own parent has not yet taken notice.

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
