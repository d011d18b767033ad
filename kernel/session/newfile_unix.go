// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package session

import (
	"os"
	"syscall"
)

// newFile is os.NewFile, except that a file of a standard stream gets its own descriptor. Otherwise
// closing such a file, which the garbage collector does too, would close the stream for all later
// cells.
func newFile(fd uintptr, name string) *os.File {
	if fd <= 2 {
		syscall.ForkLock.RLock()
		own, err := syscall.Dup(int(fd))
		if err == nil {
			syscall.CloseOnExec(own)
			fd = uintptr(own)
		}
		syscall.ForkLock.RUnlock()
	}
	return os.NewFile(fd, name)
}
