//go:build unix && !linux

package worker

import (
	"os"
	"syscall"
)

// childAttributes put the child into a process group of its own, so that the SIGINT that is sent to the
// kernel's group does not reach it. When this process dies, the child sees the end of its requests.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

const selfPath = ""

// widen does nothing: the system sizes its pipes itself.
func widen(*os.File) {}
