// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// startApart starts a process without a console, and outside the job object of the kernel if that
// is permitted. Otherwise it ends with the kernel, and Start resumes its campaign.
func startApart(cmd *exec.Cmd) error {
	again := *cmd
	const apart = windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: apart | windows.CREATE_BREAKAWAY_FROM_JOB}
	if cmd.Start() == nil {
		return nil
	}
	*cmd = again
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: apart}
	return cmd.Start()
}
