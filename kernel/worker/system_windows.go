// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"polka/kernel/engine"
)

// Windows. The child inherits handles, whose numbers are in its environment. It belongs to a job
// object, to which the programs that it starts belong too, and which ends with the parent, however
// that ends.
//
// Pipes cannot be waited for without a pending read, and a pending read blocks every other query of
// the pipe's state. So the parent asks at intervals whether there is text; barriers do not depend
// on them.

var (
	kernel32 = windows.NewLazySystemDLL("kernel32.dll")
	peek     = kernel32.NewProc("PeekNamedPipe")
	compare  = windows.NewLazySystemDLL("kernelbase.dll").NewProc("CompareObjectHandles")
)

// envPipes has the handles that a child inherits, in decimal: requests, replies, stderr, crash, and
// the reading ends of the pipes of stdout and stderr.
const envPipes = "POLKA_WORKER_PIPES"

// newPipe makes a pipe between parent and child that holds as much as one of Linux.
func newPipe() (r, w *os.File, err error) {
	var in, out windows.Handle
	if err := windows.CreatePipe(&in, &out, nil, pipeSize); err != nil {
		return nil, nil, os.NewSyscallError("CreatePipe", err)
	}
	return os.NewFile(uintptr(in), "|0"), os.NewFile(uintptr(out), "|1"), nil
}

// attach gives a command the child's ends of the pipes, and a console of its own that is not
// visible, so that the Control-C of the kernel's console does not reach it.
func attach(cmd *exec.Cmd, ours, theirs *ends) error {
	attributes := &syscall.SysProcAttr{CreationFlags: windows.CREATE_NO_WINDOW}
	var numbers []string
	for _, f := range []*os.File{theirs.requests, theirs.replies, theirs.stderr, theirs.crash, ours.stdout, ours.stderr} {
		h := f.Fd()
		if err := windows.SetHandleInformation(windows.Handle(h), windows.HANDLE_FLAG_INHERIT, windows.HANDLE_FLAG_INHERIT); err != nil {
			return os.NewSyscallError("SetHandleInformation", err)
		}
		attributes.AdditionalInheritedHandles = append(attributes.AdditionalInheritedHandles, syscall.Handle(h))
		numbers = append(numbers, fmt.Sprint(h))
	}
	cmd.SysProcAttr = attributes
	cmd.Env = append(cmd.Environ(), envPipes+"="+strings.Join(numbers, " "))
	return nil
}

// attached returns the child's ends of the pipes in the child.
func attached() (e ends, err error) {
	h, err := readHandles(os.Getenv(envPipes))
	os.Unsetenv(envPipes)
	if err != nil {
		return e, errByHand
	}
	for _, h := range h {
		if kind, err := windows.GetFileType(windows.Handle(h)); err != nil || kind != windows.FILE_TYPE_PIPE {
			return e, errByHand
		}
		if err := windows.SetHandleInformation(windows.Handle(h), windows.HANDLE_FLAG_INHERIT, 0); err != nil {
			return e, os.NewSyscallError("SetHandleInformation", err)
		}
	}
	file := func(i int) *os.File { return os.NewFile(h[i], "|"+fmt.Sprint(i)) }
	e.requests, e.replies, e.stderr, e.crash = file(0), file(1), file(2), file(3)
	e.unread = map[engine.Stream]uintptr{engine.Stdout: h[4], engine.Stderr: h[5]}
	return e, nil
}

// readHandles reads the handles in envPipes.
func readHandles(s string) (h [6]uintptr, err error) {
	_, err = fmt.Sscan(s, &h[0], &h[1], &h[2], &h[3], &h[4], &h[5])
	return h, err
}

// watched returns the handles with which the child asks for unread text: those of the reading ends.
func (e *ends) watched(stdout, stderr *os.File) map[engine.Stream]uintptr { return e.unread }

// samePipe reports whether a file is open and writes to the pipe to which another file writes.
func samePipe(f, other *os.File) bool {
	same, _, _ := compare.Call(f.Fd(), other.Fd())
	return same != 0
}

// duplicate returns another handle of f.
func duplicate(f *os.File) (*os.File, error) {
	self := windows.CurrentProcess()
	var h windows.Handle
	if err := windows.DuplicateHandle(self, windows.Handle(f.Fd()), self, &h, 0, false, windows.DUPLICATE_SAME_ACCESS); err != nil {
		return nil, os.NewSyscallError("DuplicateHandle", err)
	}
	return os.NewFile(uintptr(h), f.Name()), nil
}

// widen does nothing: the sizes of pipes do not change.
func widen(*os.File) {}

// available returns the number of unread bytes in a pipe, of which h is the reading end.
func available(h uintptr) int {
	var n uint32
	if ok, _, _ := peek.Call(h, 0, 0, 0, uintptr(unsafe.Pointer(&n)), 0); ok == 0 {
		return 0
	}
	return int(n)
}

// waiting reports whether a pipe has text that the other side has not read.
func waiting(h uintptr) bool { return available(h) > 0 }

// unblock does nothing: readPipe reads only what there is.
func unblock(syscall.RawConn) {}

// readPipe reads from a pipe without blocking. It returns 0 if there is nothing to read.
func readPipe(h uintptr, b []byte) int {
	most := min(available(h), len(b))
	if most == 0 {
		return 0
	}
	var n uint32
	if err := windows.ReadFile(windows.Handle(h), b[:most], &n, nil); err != nil {
		return 0
	}
	return int(n)
}

// idle is the longest interval at which a pipe without text is looked at.
const idle = 64 * gather

// followPipe calls pass when a pipe may have data, until it is closed. Pass returns the number of
// bytes that it has read.
func followPipe(p *pipe, pass func(h uintptr) int) {
	for interval := gather; ; time.Sleep(interval) {
		n := 0
		if err := p.raw.Control(func(h uintptr) { n = pass(h) }); err != nil {
			return
		}
		if interval *= 2; n > 0 {
			interval = gather
		}
		interval = min(interval, idle)
	}
}

// A group is a job object: the child and the programs that it has started. Without one, if the
// system refuses it, only the child is ended.
type group struct {
	mu  sync.Mutex
	job windows.Handle // 0 for none
}

// newGroup is called when the child has been started. It has no requests yet, so it has started no
// programs.
func newGroup(child *os.Process) *group {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return &group{}
	}
	err = limitJob(job, windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, 0)
	if err == nil {
		child.WithHandle(func(h uintptr) { err = windows.AssignProcessToJobObject(job, windows.Handle(h)) })
	}
	if err != nil {
		windows.CloseHandle(job)
		return &group{}
	}
	return &group{job: job}
}

// limitJob sets the limits of a job object; memory is that of each process, if flags have it.
func limitJob(job windows.Handle, flags uint32, memory uintptr) error {
	var l windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	l.BasicLimitInformation.LimitFlags = flags
	l.ProcessMemoryLimit = memory
	_, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&l)), uint32(unsafe.Sizeof(l)))
	return err
}

// kill ends the child and the programs that it has started.
func (g *group) kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.job != 0 {
		windows.TerminateJobObject(g.job, 1)
	}
}

// end is called when the child has ended. It ends the programs that the child has started.
func (g *group) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.job != 0 {
		windows.CloseHandle(g.job) // which ends them
		g.job = 0
	}
}

// Guard does nothing: programs that a child starts belong to its job object.
func Guard() {}
