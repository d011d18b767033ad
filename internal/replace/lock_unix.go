// SPDX-License-Identifier: BSD-3-Clause

//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package replace

import (
	"os"
	"syscall"
)

// onlyWhenClosed reports whether files can be renamed and removed only when they are closed.
const onlyWhenClosed = false

// lock locks an open file, and reports false if another process, or this one, has locked it. The
// lock ends when the file is closed. On a file system without locks it reports true.
func lock(f *os.File) bool {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
		case syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return false
		default:
			return true
		}
	}
}
