// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestAlone runs a campaign without any network interface. Where a system does not permit that,
// the test is skipped, but not where CI runs it.
func TestAlone(t *testing.T) {
	dir := t.TempDir()
	queens(t, dir)
	for i, args := range []string{"new queens.dlx --parts 50", "work queens", "status", "verify queens", "result queens", "rm queens"} {
		cmd := program(t, dir, strings.Fields(args)...)
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		}
		if i == 0 {
			probe := *cmd
			if err := probe.Start(); err != nil {
				if os.Getenv("CI") != "" {
					t.Fatal(err)
				}
				t.Skipf("network namespaces cannot be made here: %v", err)
			}
			if err := probe.Wait(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got := expect(t, cmd, 0, ""); args == "result queens" && got != "solutions: 92\n" {
			t.Errorf("%q, expected 92 solutions", got)
		}
	}
}
