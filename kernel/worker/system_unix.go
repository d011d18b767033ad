// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package worker

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Descriptors beyond the standard ones with which the child starts.
const (
	fdRequests = 3 // the child reads frames; the next ones are
	_          = 4 // the child writes frames
	_          = 5 // of the child's os.Stderr
	fdCrash    = 6 // for debug.SetCrashOutput
)

// newPipe makes a pipe between parent and child.
func newPipe() (r, w *os.File, err error) { return os.Pipe() }

// attach gives a command the child's ends of the pipes.
func attach(cmd *exec.Cmd, ours, theirs *ends) error {
	cmd.ExtraFiles = append([]*os.File{theirs.requests, theirs.replies, theirs.stderr, theirs.crash}, inherited(ours)...)
	if self, err := os.Executable(); err == nil && self == cmd.Path && selfPath != "" {
		cmd.Path = selfPath
	}
	cmd.SysProcAttr = childAttributes()
	return nil
}

// beyond is the least descriptor to which the child moves its pipes: a cell that reads or closes
// descriptor 3 must not affect them.
const beyond = 200

// attached returns the child's ends of the pipes in the child.
func attached() (e ends, err error) {
	for i, at := range []**os.File{&e.requests, &e.replies, &e.stderr, &e.crash} {
		fd := fdRequests + i
		var stat syscall.Stat_t
		if err := syscall.Fstat(fd, &stat); err != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFIFO {
			return e, errByHand
		}
		if moved, err := fcntl(fd, syscall.F_DUPFD_CLOEXEC, beyond); err == nil {
			syscall.Close(fd)
			fd = moved
		}
		syscall.CloseOnExec(fd)
		// A thread waits for requests. While goroutines compute on all processors, Go looks for
		// data in non-blocking pipes only every 10 ms.
		syscall.SetNonblock(fd, false)
		*at = os.NewFile(uintptr(fd), "|"+fmt.Sprint(fd))
	}
	return e, nil
}

// fcntl returns the system call.
func fcntl(fd, cmd, arg int) (int, error) {
	n, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), uintptr(cmd), uintptr(arg))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// samePipe reports whether a file is open and writes to the pipe to which another file writes.
func samePipe(f, other *os.File) bool {
	var a, b syscall.Stat_t
	return syscall.Fstat(int(f.Fd()), &a) == nil && syscall.Fstat(int(other.Fd()), &b) == nil && a.Dev == b.Dev && a.Ino == b.Ino
}

// duplicate returns another descriptor of f.
func duplicate(f *os.File) (*os.File, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// unblock lets reads from a pipe return at once, also if os/exec has made it blocking.
func unblock(raw syscall.RawConn) {
	raw.Control(func(fd uintptr) { syscall.SetNonblock(int(fd), true) })
}

// readPipe reads from a pipe without blocking. It returns 0 or less if there is nothing to read.
func readPipe(fd uintptr, b []byte) int {
	for {
		if n, err := syscall.Read(int(fd), b); err != syscall.EINTR {
			return n
		}
	}
}

// followPipe calls pass when a pipe may have data, until it is closed. Pass returns the number of
// bytes that it has read.
func followPipe(p *pipe, pass func(fd uintptr) int) {
	p.raw.Read(func(fd uintptr) (done bool) {
		for pass(fd) > 0 {
			// A cell that prints line by line would wake us for each line. Barriers do not wait for
			// this.
			time.Sleep(gather)
		}
		return false
	})
}

// A group is the process group of a child: the child and the programs that it has started.
type group struct{ leader int }

// newGroup is called when the child has been started.
func newGroup(child *os.Process) *group { return &group{child.Pid} }

// kill ends the child and the programs that it has started.
func (g *group) kill() { syscall.Kill(-g.leader, syscall.SIGKILL) }

// end is called when the child has ended. It ends the programs that the child has started.
func (g *group) end() { g.kill() }
