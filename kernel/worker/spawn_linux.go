// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"polka/kernel/engine"
)

// childAttributes put the child into a process group of its own, so that the SIGINT that is sent to
// the kernel's group does not reach it, and have the system kill it when this process dies.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

const selfPath = "/proc/self/exe" // this program, even if its file was replaced meanwhile

// widen makes room for a megabyte in a pipe, so that a picture is transferred with one switch
// between the processes. It may fail if the user has many pipes; the pipe is then unchanged.
func widen(f *os.File) {
	if raw, err := f.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20) })
	}
}

// available returns the number of unread bytes in a pipe. Both ends may call it. It is called for
// every write and does not block, so it bypasses the scheduler.
func available(fd uintptr) int {
	var n int32
	if _, _, err := unix.RawSyscall(unix.SYS_IOCTL, fd, unix.TIOCINQ, uintptr(unsafe.Pointer(&n))); err != 0 {
		return 0
	}
	return int(n)
}

// inherited returns the reading ends that a child inherits: none.
func inherited(*ends) []*os.File { return nil }

// watched returns the descriptors with which the child asks for unread text, given those with which
// it writes.
func (e *ends) watched(stdout, stderr *os.File) map[engine.Stream]uintptr {
	return map[engine.Stream]uintptr{engine.Stdout: stdout.Fd(), engine.Stderr: stderr.Fd()}
}

// waiting reports whether a pipe has text that the other side has not read.
func waiting(fd uintptr) bool { return available(fd) > 0 }
