// SPDX-License-Identifier: BSD-3-Clause

//go:build unix && !linux

package worker

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"polka/kernel/engine"
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

// The child's descriptors of the reading ends of the pipes of stdout and stderr. A writing end
// cannot find out whether its text has been read.
const (
	fdUnreadStdout = fdCrash + 1
	fdUnreadStderr = fdCrash + 2
)

// inherited returns the reading ends that a child inherits.
func inherited(ours *ends) []*os.File { return []*os.File{ours.stdout, ours.stderr} }

// watched returns the descriptors with which the child asks for unread text: those of the reading
// ends.
func (e *ends) watched(stdout, stderr *os.File) map[engine.Stream]uintptr {
	syscall.CloseOnExec(fdUnreadStdout)
	syscall.CloseOnExec(fdUnreadStderr)
	return map[engine.Stream]uintptr{engine.Stdout: fdUnreadStdout, engine.Stderr: fdUnreadStderr}
}

// waiting reports whether a pipe has text that the other side has not read, given its reading end.
func waiting(fd uintptr) bool {
	p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	n, err := unix.Poll(p, 0)
	return err == nil && n > 0
}
