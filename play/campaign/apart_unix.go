// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package campaign

import (
	"os/exec"
	"syscall"
)

// startApart starts a process in a session of its own, so that it does not receive the signals that
// end the kernel.
func startApart(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd.Start()
}
