// SPDX-License-Identifier: BSD-3-Clause

// Programs that cells start.
//
// When the parent is killed, the system kills the child, which then cannot end the programs that
// cells have started. No signal reaches them either: a parent-death signal is not inherited. So
// there is a guard, a shell that belongs to the same process group and reads from a pipe whose
// other end only the child has. When the child has ended, for whatever reason, the guard reads the
// end of the pipe and kills the group, including itself.
//
// A guard is started when a cell starts its first program, so that most children have none. It
// costs a megabyte.

//go:build unix

package worker

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
)

var guard struct {
	sync.Mutex
	watching <-chan struct{} // closed when the guard has ended
	line     *os.File
}

// Guard ensures that the programs that this process starts from now on end with it. A child calls
// it before it starts a program. It does nothing in a process that is not the leader of its process
// group, and on systems without a shell.
func Guard() {
	if syscall.Getpgrp() != os.Getpid() {
		return
	}
	guard.Lock()
	defer guard.Unlock()
	select {
	case <-guard.watching:
		guard.line.Close()
		guard.watching = nil
	default:
		if guard.watching != nil {
			return
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		return
	}
	defer r.Close()
	cmd := exec.Command("/bin/sh", "-c", "trap '' HUP INT TERM; read line; kill -9 0")
	cmd.Stdin = r
	if cmd.Start() != nil {
		w.Close()
		return
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	guard.watching, guard.line = ended, w
}
