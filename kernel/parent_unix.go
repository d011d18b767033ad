// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package kernel

import (
	"errors"
	"os"
	"strconv"
	"syscall"
)

// parentAlive returns a function that reports whether the process of that id, in decimal, is still
// alive; call release after its last call. It returns nil if there is nothing to watch.
func parentAlive(id string) (alive func() bool, release func()) {
	pid, err := strconv.Atoi(id)
	if err != nil || pid < 1 {
		return nil, nil
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return nil, nil
	}
	lives := func() bool {
		err := p.Signal(syscall.Signal(0))
		return err == nil || errors.Is(err, syscall.EPERM) // another user's process is one too
	}
	ours := os.Getppid() == pid
	if !ours && !lives() {
		p.Release()
		return nil, nil
	}
	return func() bool { return lives() && (!ours || os.Getppid() == pid) }, func() { p.Release() }
}
