//go:build unix && !linux

package worker

import (
	"os"
	"syscall"
)

// childAttributes put the child into a process group of its own, so that the SIGINT that is sent to
// the kernel's group does not reach it. When this process dies, the child reads the end of its
// requests.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

const selfPath = ""

// widen does nothing: the system determines the sizes of pipes.
func widen(*os.File) {}

// available returns an upper bound on the number of unread bytes in a pipe.
func available(fd uintptr) int { return pipeSize }

// waiting should report whether a pipe has text that the other side has not read; on this system
// the writing end cannot determine that.
func waiting(fd uintptr) bool { return false }
