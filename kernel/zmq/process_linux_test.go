// SPDX-License-Identifier: BSD-3-Clause

package zmq_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"polka/kernel/zmq"
	"polka/kernel/zmq/internal/peer"
)

// Some things can be seen only of a whole process. The test program is also the program for these:
// with childEnv set it serves, writes its ports to standard output, and does what the variable
// says.
const childEnv = "POLKA_ZMQ_TEST_CHILD"

func TestMain(m *testing.M) {
	if job := os.Getenv(childEnv); job != "" {
		if err := child(job); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A job of the child is "flood" or "descriptors N".
func child(job string) error {
	if n, ok := strings.CutPrefix(job, "descriptors "); ok {
		limit, err := strconv.ParseUint(n, 10, 64)
		if err != nil {
			return err
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { // the parent holds our standard input open until it is done
		io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	s, err := zmq.Listen(ctx, zmq.Config{IP: "127.0.0.1", Limits: zmq.Limits{Handshake: time.Hour}}, welcome)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode(s.Ports()); err != nil {
		return err
	}
	// A request on shell starts the job, and is answered at its end.
	request, err := s.Shell.Recv(ctx)
	if ctx.Err() != nil {
		return nil // the parent has failed
	}
	if err != nil {
		return err
	}
	if job == "flood" {
		for i := range floodMessages {
			if err := s.Publish(ctx, [][]byte{[]byte(strconv.Itoa(i)), bytes.Repeat([]byte{byte(i)}, 1<<20)}); err != nil {
				return err
			}
		}
	}
	if err := s.Shell.Send(request); err != nil {
		return err
	}
	<-ctx.Done()
	return s.Close()
}

const floodMessages = 300

// startChild starts a child and gives it with its ports.
func startChild(t *testing.T, job string) (*exec.Cmd, []port) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+job)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("child: %v\n%s", err, &stderr)
		}
	})
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var p zmq.Ports
	if err := json.Unmarshal(line, &p); err != nil {
		t.Fatal(err)
	}
	at := func(n int) string { return "127.0.0.1:" + strconv.Itoa(n) }
	return cmd, []port{{"shell", at(p.Shell), "DEALER"}, {"iopub", at(p.IOPub), "SUB"}, {"stdin", at(p.Stdin), "DEALER"},
		{"control", at(p.Control), "DEALER"}, {"heartbeat", at(p.HB), "REQ"}}
}

// TestMemory publishes 300 MB to a subscriber that reads, beside some that never do. The one that
// reads gets everything, and the whole process stays below 100 MB.
func TestMemory(t *testing.T) {
	cmd, ports := startChild(t, "flood")
	for range 3 {
		stuck := ports[1].connect(t)
		stuck.Subscribe("")
	}
	good := ports[1].connect(t)
	good.Subscribe("")
	wantFrames(t, good.Recv(), "", "welcome")
	client := ports[0].connect(t)
	client.Send("start")
	for i := range floodMessages {
		frames := good.Recv()
		if len(frames) != 2 || frames[0] != strconv.Itoa(i) || frames[1] != strings.Repeat(string([]byte{byte(i)}), 1<<20) {
			t.Fatalf("message %d is %.20q", i, frames)
		}
	}
	wantFrames(t, client.Recv(), "start")
	peak := peakMemory(t, cmd.Process.Pid)
	t.Logf("peak memory %d MB", peak>>20)
	if peak >= 100<<20 && !raceDetector {
		t.Errorf("peak memory %d MB, want less than 100 MB", peak>>20)
	}
}

// peakMemory gives the most bytes that a process has had in memory.
func peakMemory(t *testing.T, pid int) int64 {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			var kb int64
			if _, err := fmt.Sscan(rest, &kb); err != nil {
				t.Fatal(err)
			}
			return kb << 10
		}
	}
	t.Fatal("no VmHWM in the status of the process")
	return 0
}

// TestNoDescriptors takes all file descriptors of the process by silent connections. Good peers,
// which try again as ZeroMQ's do, still get in.
func TestNoDescriptors(t *testing.T) {
	_, ports := startChild(t, "descriptors 64")
	for range 5 {
		for _, p := range ports {
			for range 30 {
				peer.Dial(t, "tcp", p.addr)
			}
		}
		wait(t, "an echo of the heartbeat", func() bool { return echoes(t, ports[4].addr) })
	}
	wait(t, "the end of the job", func() bool { return echoes(t, ports[0].addr) })
}

// echoes reports whether a new peer gets its message back.
func echoes(t *testing.T, addr string) bool {
	c, err := peer.TryConnect(t, "tcp", addr, "DEALER", "")
	if err != nil {
		return false
	}
	defer c.Close()
	return passes(c, "", "alive")
}
