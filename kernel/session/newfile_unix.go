//go:build unix

package session

import (
	"os"
	"syscall"
)

// newFile is os.NewFile, but that a file of a standard stream has a descriptor of its own: to close
// such a file, which the garbage collector does too, would otherwise close the stream for all later
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
