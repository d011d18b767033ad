// SPDX-License-Identifier: BSD-3-Clause

package noexec

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// childEnv names the variable that makes TestMain run a process that tries to run programs.
const childEnv = "POLKA_NOEXEC_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		child()
		return
	}
	os.Exit(m.Run())
}

// child prints which ways to run a program work, on threads from before and after the lock.
func child() {
	const program = "/bin/true"
	ready, locked, done := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		runtime.LockOSThread()
		ready <- true
		<-locked
		report("old thread", exec.Command(program).Run())
		done <- true
	}()
	<-ready
	os.Setenv(Env, "1") // too late
	report("Lock", Lock())
	close(locked)
	<-done
	report("os/exec", exec.Command(program).Run())
	_, err := syscall.ForkExec(program, []string{program}, &syscall.ProcAttr{})
	report("ForkExec", err)
	if Forbidden() { // where it is not, it would end this process
		report("execveat", execveat(program))
	}
	if runtime.GOARCH == "amd64" {
		_, _, errno := unix.RawSyscall(x32|520, 0, 0, 0) // execve of x32
		report("x32", errno)
	}
	report("Exec", syscall.Exec(program, []string{program}, nil))
}

func execveat(program string) error {
	path, err := unix.BytePtrFromString(program)
	if err != nil {
		return err
	}
	args := []*byte{path, nil}
	here := unix.AT_FDCWD
	_, _, errno := unix.RawSyscall6(unix.SYS_EXECVEAT, uintptr(here), uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(&args[0])), 0, 0, 0)
	return errno
}

func report(name string, err error) {
	switch {
	case err == nil:
		os.Stdout.WriteString(name + ": ok\n")
	case errors.Is(err, syscall.EPERM):
		os.Stdout.WriteString(name + ": forbidden\n")
	default:
		os.Stdout.WriteString(name + ": " + err.Error() + "\n")
	}
}

func TestLock(t *testing.T) {
	for _, test := range []struct{ env, want string }{
		{"0", "Lock: ok\nold thread: forbidden\nos/exec: forbidden\nForkExec: forbidden\nexecveat: forbidden\n" +
			map[bool]string{true: "x32: forbidden\n"}[runtime.GOARCH == "amd64"] + "Exec: forbidden\n"},
		{"", "Lock: ok\nold thread: ok\nos/exec: ok\nForkExec: ok\n"},
	} {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), childEnv+"=1", Env+"="+test.env)
		out, err := cmd.CombinedOutput()
		if got := string(out); err != nil || !strings.HasPrefix(got, test.want) || test.env == "0" && got != test.want {
			t.Errorf("%s=%s: %v\n%s\nexpected\n%s", Env, test.env, err, got, test.want)
		}
	}
}
