// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || windows

package worker

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
)

// parent is what this binary does with the argument "parent": it runs a cell in a child and prints
// the process ids of the child and of a program that a cell has started, and whatever the cell
// prints.
func parent(code string) {
	w := New(Config{})
	defer w.Close()
	for _, order := range []string{"pid", "start"} {
		r := w.Execute(context.Background(), engine.Cell{Code: order}, engine.Discard)
		fmt.Println(r.Value.Plain())
	}
	w.Execute(context.Background(), engine.Cell{Code: code}, printer{engine.Discard})
	select {}
}

// A printer is an Output that prints.
type printer struct{ engine.Output }

func (printer) Write(_ engine.Stream, text []byte) { os.Stdout.Write(text) }

// When the parent is killed, nothing is left of the child and of what it started, whether it is at
// work or not.
func TestParentKilled(t *testing.T) {
	for _, code := range []string{"out begun", "loop", "spin", "out begun\nstop\nloop"} {
		cmd := exec.Command(os.Args[0], "parent", code)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		var pids [2]int
		var ends [2]func() bool
		for i := range pids {
			lines.Scan()
			if pids[i], err = strconv.Atoi(lines.Text()); err != nil {
				t.Fatal(err)
			}
			ends[i] = watchEnd(t, pids[i])
		}
		if lines.Scan(); lines.Text() != "begun" {
			t.Errorf("got %q", lines.Text())
		}
		for strings.Contains(code, "stop") && !suspended(t, pids[0]) {
		}
		cmd.Process.Kill()
		cmd.Wait()
		begin := time.Now()
		for i, who := range []string{"the child", "the program that it started"} {
			if !ends[i]() {
				t.Errorf("%s: %s still runs", strings.ReplaceAll(code, "\n", ";"), who)
				kill(pids[i])
			}
		}
		t.Logf("%s: gone after %v", strings.ReplaceAll(code, "\n", ";"), time.Since(begin))
	}
}
