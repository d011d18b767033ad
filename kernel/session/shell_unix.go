// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package session

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// killTree kills a process and its descendants, which are found by ps.
func killTree(p *os.Process) error {
	p.Signal(syscall.SIGSTOP) // so that it starts no others in the meantime
	out, _ := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	children := map[int][]int{}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) == 2 {
			pid, _ := strconv.Atoi(f[0])
			parent, _ := strconv.Atoi(f[1])
			children[parent] = append(children[parent], pid)
		}
	}
	for list := children[p.Pid]; len(list) > 0; list = list[1:] {
		syscall.Kill(list[0], syscall.SIGKILL)
		list = append(list, children[list[0]]...)
	}
	return p.Kill()
}
