package worker

import "syscall"

// childAttributes put the child into a process group of its own, so that the SIGINT that is sent to the
// kernel's group does not reach it, and have the system kill it when this process dies.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

const selfPath = "/proc/self/exe" // this program, even if its file was replaced meanwhile
