// SPDX-License-Identifier: BSD-3-Clause

//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package kernel

import (
	"os"
	"syscall"
)

// lockFile takes the lock of that name, a file that it creates if necessary. It fails with
// errLocked if another process holds it. The system frees the lock of a process that ends.
func lockFile(name string) (unlock func(), err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		f.Close()
		if err == syscall.EWOULDBLOCK {
			err = errLocked
		}
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	return func() { f.Close() }, nil
}
