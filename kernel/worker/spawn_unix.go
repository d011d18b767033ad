//go:build unix && !linux

package worker

import (
	"os"
	"syscall"
)

// childAttributes put the child into a process group of its own, so that the SIGINT that is sent to
// the kernel's group does not reach it. When this process dies, the child sees the end of its
// requests.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

const selfPath = ""

// widen does nothing: the system sizes its pipes itself.
func widen(*os.File) {}

// available is at least the number of bytes in a pipe that wait to be read.
func available(fd uintptr) int { return pipeSize }

// waiting would report whether there is text in a pipe that the other side has not read; the end
// that writes cannot ask that here.
func waiting(fd uintptr) bool { return false }
