// SPDX-License-Identifier: BSD-3-Clause

package zmq_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"polka/kernel/zmq"
)

// python finds a Python that has pyzmq. A test machine must have one.
func python(t *testing.T) string {
	t.Helper()
	if p := os.Getenv("POLKA_PYTHON"); p != "" {
		return p
	}
	p, err := filepath.Abs(filepath.Join("..", "..", ".venv", "bin", "python"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(p); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("POLKA_PYTHON is not set, and there is no %s", p)
		}
		t.Skipf("POLKA_PYTHON is not set, and there is no %s", p)
	}
	return p
}

// TestLibzmq runs the tests of testdata/libzmq.py, whose peers are real ZeroMQ, over tcp and ipc.
func TestLibzmq(t *testing.T) {
	exe := python(t)
	transports := []string{"tcp", "ipc"}
	if testing.Short() {
		transports = transports[:1]
	}
	for _, transport := range transports {
		t.Run(transport, func(t *testing.T) {
			c := zmq.Config{Transport: transport}
			sep := ":"
			if transport == "ipc" {
				c.IP = filepath.Join(t.TempDir(), "kernel")
				sep = "-"
			} else {
				c.IP = "127.0.0.1"
			}
			s := open(t, c)
			for _, ch := range []*zmq.Channel{s.Shell, s.Control, s.Stdin} {
				go serve(t, s, ch)
			}
			p := s.Ports()
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, exe, filepath.Join("testdata", "libzmq.py"))
			for _, port := range []int{p.Shell, p.IOPub, p.Stdin, p.Control, p.HB} {
				cmd.Args = append(cmd.Args, transport+"://"+c.IP+sep+strconv.Itoa(port))
			}
			out, err := cmd.CombinedOutput()
			t.Logf("%s", out)
			if err != nil {
				t.Errorf("libzmq.py: %v", err)
			}
			if n := strings.Count(string(out), "ok test_"); n != libzmqTests {
				t.Errorf("%d tests of libzmq.py have passed, want %d", n, libzmqTests)
			}
		})
	}
}

// libzmqTests is the number of tests in libzmq.py.
const libzmqTests = 14

// serve echoes, and publishes what it is asked to.
func serve(t *testing.T, s *zmq.Sockets, ch *zmq.Channel) {
	ctx := context.Background()
	stop := make(chan struct{})
	for {
		frames, err := ch.Recv(ctx)
		if err != nil {
			return
		}
		if string(frames[1]) == "stop" {
			close(stop)
			stop = make(chan struct{})
			continue
		}
		if len(frames) == 5 && string(frames[1]) == "publish" {
			var n, size int
			if _, err := fmt.Sscan(string(frames[3])+" "+string(frames[4]), &n, &size); err != nil {
				t.Error(err)
				continue
			}
			go func(stop <-chan struct{}) { // so that shell goes on serving
				publishMany(t, s, frames[2], n, size, stop)
				ch.Send([][]byte{frames[0], []byte("published")})
			}(stop)
			continue
		}
		if err := ch.Send(frames); err != nil && !errors.Is(err, zmq.ErrClosed) {
			t.Error(err)
		}
	}
}

// publishMany publishes n numbered messages, or, if n is negative, goes on until it is stopped.
func publishMany(t *testing.T, s *zmq.Sockets, topic []byte, n, size int, stop <-chan struct{}) {
	for i := 0; i != n; i++ {
		select {
		case <-stop:
			return
		default:
		}
		err := s.Publish(context.Background(), [][]byte{topic, []byte(strconv.Itoa(i)), make([]byte, size)})
		if errors.Is(err, zmq.ErrClosed) {
			return
		} else if err != nil {
			t.Error(err)
		}
	}
}
