// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package kernel

import (
	"os"
	"os/exec"
	"strconv"
	"testing"
)

func TestParentAlive(t *testing.T) {
	for _, id := range []string{"", "0", "-1", "no number", "999999999"} {
		if alive, _ := parentAlive(id); alive != nil {
			t.Errorf("%q is watched, but is no process", id)
		}
	}
	alive, release := parentAlive(strconv.Itoa(os.Getppid()))
	if alive == nil || !alive() {
		t.Fatal("our parent is not alive")
	}
	release()

	// Another process is watched until it ends.
	cmd := exec.Command("cat")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	alive, release = parentAlive(strconv.Itoa(cmd.Process.Pid))
	if alive == nil || !alive() {
		t.Fatal("a running process is not alive")
	}
	defer release()
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if alive() {
		t.Error("a process that has ended is alive")
	}
}
