// SPDX-License-Identifier: BSD-3-Clause

package zmq_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"polka/kernel/zmq"
	"polka/kernel/zmq/internal/peer"
)

// listen opens the sockets, echoes on shell, control and stdin, and checks at the end of the test
// that nothing of them is left.
func listen(t *testing.T, c zmq.Config) *zmq.Sockets {
	t.Helper()
	s := open(t, c)
	for _, ch := range []*zmq.Channel{s.Shell, s.Control, s.Stdin} {
		go func() {
			for {
				frames, err := ch.Recv(context.Background())
				if err != nil {
					return
				}
				if err := ch.Send(frames); err != nil && !errors.Is(err, zmq.ErrClosed) {
					t.Error(err)
				}
			}
		}()
	}
	return s
}

// open is listen without the echo.
func open(t *testing.T, c zmq.Config) *zmq.Sockets {
	t.Helper()
	if c.IP == "" {
		c.IP = "127.0.0.1"
	}
	t.Cleanup(func() { goleak.VerifyNone(t) })
	s, err := zmq.Listen(context.Background(), c, welcome)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

func welcome(topic []byte) [][]byte { return [][]byte{topic, []byte("welcome")} }

func publish(t *testing.T, s *zmq.Sockets, frames ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), peer.Patience)
	defer cancel()
	if err := s.Publish(ctx, byteFrames(frames)); err != nil {
		t.Fatal(err)
	}
}

func byteFrames(frames []string) [][]byte {
	var b [][]byte
	for _, f := range frames {
		b = append(b, []byte(f))
	}
	return b
}

// A port is one of the five, with the sort of peer that it is for.
type port struct {
	name, addr, kind string
}

func ports(s *zmq.Sockets) []port {
	at := func(p int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(p)) }
	p := s.Ports()
	return []port{
		{"shell", at(p.Shell), "DEALER"},
		{"iopub", at(p.IOPub), "SUB"},
		{"stdin", at(p.Stdin), "DEALER"},
		{"control", at(p.Control), "DEALER"},
		{"heartbeat", at(p.HB), "REQ"},
	}
}

// connect makes a good peer for the port.
func (p port) connect(t testing.TB) *peer.Peer {
	t.Helper()
	return peer.Connect(t, "tcp", p.addr, p.kind, "")
}

// alive checks that the port serves new peers.
func (p port) alive(t *testing.T, s *zmq.Sockets) {
	t.Helper()
	c := p.connect(t)
	defer c.Close()
	if p.name == "iopub" {
		c.Subscribe("")
		wantFrames(t, c.Recv(), "", "welcome")
		publish(t, s, "topic", "alive")
		for { // what others publish may come before
			if got := c.Recv(); cmp.Equal(got, []string{"topic", "alive"}) {
				return
			}
		}
	}
	c.Send("", "alive", p.name)
	wantFrames(t, c.Recv(), "", "alive", p.name)
}

func wantFrames(t *testing.T, got []string, want ...string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("message (-want +got):\n%s", d)
	}
}

func TestServe(t *testing.T) {
	s := listen(t, zmq.Config{})
	seen := map[int]bool{}
	for _, p := range ports(s) {
		p.alive(t, s)
		_, at, err := net.SplitHostPort(p.addr)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(at)
		if err != nil || n == 0 || seen[n] {
			t.Errorf("%s is at port %s", p.name, at)
		}
		seen[n] = true
	}
	b, err := json.Marshal(s.Ports())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"} {
		if !strings.Contains(string(b), `"`+key+`":`) {
			t.Errorf("%s lacks %s", b, key)
		}
	}
}

// TestIdentities: a reply goes to the peer that asked, named or not, and to no other.
func TestIdentities(t *testing.T) {
	s := listen(t, zmq.Config{})
	shell := ports(s)[0]
	long := strings.Repeat("i", 255)
	for i, id := range []string{"a", "b", long, "", "", "\x00like ours"} {
		p := peer.Connect(t, "tcp", shell.addr, "DEALER", id)
		p.Send("to", strconv.Itoa(i))
		wantFrames(t, p.Recv(), "to", strconv.Itoa(i))
	}
	if err := s.Shell.Send([][]byte{[]byte("nobody"), []byte("x")}); err != nil {
		t.Errorf("to an unknown peer: %v", err)
	}
	if err := s.Shell.Send([][]byte{[]byte("\x00probe"), []byte("x")}); err != nil {
		t.Errorf("to the probe: %v", err)
	}
	for _, frames := range [][][]byte{nil, {}, {[]byte("a")}} {
		if err := s.Shell.Send(frames); err == nil || !strings.Contains(err.Error(), "frames") {
			t.Errorf("Send of %d frames: error %v", len(frames), err)
		}
	}
	if err := s.Publish(context.Background(), nil); err == nil || !strings.Contains(err.Error(), "without frames") {
		t.Errorf("Publish of no frames: error %v", err)
	}
	shell.alive(t, s)
}

// TestTakeover: a second connection with the identity of a living one replaces it.
func TestTakeover(t *testing.T) {
	s := listen(t, zmq.Config{})
	shell := ports(s)[0]
	for i := range 50 {
		old := peer.Connect(t, "tcp", shell.addr, "DEALER", "same")
		if i%2 == 0 { // also one that zmq4 has hardly heard of
			old.Send("old")
			wantFrames(t, old.Recv(), "old")
		}
		young := peer.Connect(t, "tcp", shell.addr, "DEALER", "same")
		young.Send("young")
		wantFrames(t, young.Recv(), "young")
		old.WantClosed()
		young.Send("still")
		wantFrames(t, young.Recv(), "still")
		young.Close()
	}
}

// TestHeartbeatSameBytes: what comes back is what was sent, also where a replier of zmq4 fails.
func TestHeartbeatSameBytes(t *testing.T) {
	s := listen(t, zmq.Config{})
	hb := ports(s)[4]
	req, dealer := hb.connect(t), peer.Connect(t, "tcp", hb.addr, "DEALER", "")
	for _, body := range []string{"ping", "", "\x00\x01\xff", strings.Repeat("x", 300), strings.Repeat("y", 1<<20)} {
		req.Send("", body)
		dealer.Send(body)
		wantFrames(t, req.Recv(), "", body)
		wantFrames(t, dealer.Recv(), body)
	}
	req.Send("", "", "a", "", "")
	wantFrames(t, req.Recv(), "", "", "a", "", "")
}

func TestRecv(t *testing.T) {
	s := open(t, zmq.Config{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Shell.Recv(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Recv with a canceled context: %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if _, err := s.Control.Recv(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("Recv while the context is canceled: %v", err)
			}
		})
	}
	cancel()
	wg.Wait()
	for range 3 {
		wg.Go(func() {
			if _, err := s.Stdin.Recv(context.Background()); !errors.Is(err, zmq.ErrClosed) {
				t.Errorf("Recv while the sockets close: %v", err)
			}
		})
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if err := s.Shell.Send([][]byte{[]byte("a"), []byte("b")}); !errors.Is(err, zmq.ErrClosed) {
		t.Errorf("Send after Close: %v", err)
	}
	if err := s.Publish(context.Background(), [][]byte{[]byte("a")}); !errors.Is(err, zmq.ErrClosed) {
		t.Errorf("Publish after Close: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestContextCloses: the end of the context of Listen closes the sockets.
func TestContextCloses(t *testing.T) {
	t.Cleanup(func() { goleak.VerifyNone(t) })
	ctx, cancel := context.WithCancel(context.Background())
	s, err := zmq.Listen(ctx, zmq.Config{IP: "127.0.0.1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := ports(s)[0].connect(t)
	cancel()
	p.WantClosed()
	if _, err := s.Shell.Recv(context.Background()); !errors.Is(err, zmq.ErrClosed) {
		t.Errorf("Recv: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := zmq.Listen(ctx, zmq.Config{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Listen with a canceled context: %v", err)
	}
}

// TestFirstSend: a reply may be sent before any peer has ever connected.
func TestFirstSend(t *testing.T) {
	s := open(t, zmq.Config{})
	sent := make(chan error, 1)
	go func() { sent <- s.Stdin.Send([][]byte{[]byte("nobody"), []byte("x")}) }()
	select {
	case err := <-sent:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(peer.Patience):
		t.Fatal("Send waits for a peer")
	}
}

func TestListenErrors(t *testing.T) {
	taken := open(t, zmq.Config{}).Ports().Control
	for _, tt := range []struct {
		c    zmq.Config
		says string
	}{
		{zmq.Config{Transport: "udp"}, `shell socket: transport "udp", expected tcp or ipc`},
		{zmq.Config{Transport: "ipc"}, "no ip"},
		{zmq.Config{Transport: "ipc", IP: filepath.Join(t.TempDir(), strings.Repeat("long", 30))}, "bytes, expected at most 103"},
		{zmq.Config{Transport: "ipc", IP: filepath.Join(t.TempDir(), "none", "k")}, "no such file"},
		{zmq.Config{IP: "127.0.0.1", Stdin: 1 << 16}, "stdin socket: port 65536"},
		{zmq.Config{IP: "127.0.0.1", HB: -1}, "heartbeat socket: port -1"},
		{zmq.Config{IP: "127.0.0.1", IOPub: taken}, "iopub socket"},
		{zmq.Config{IP: "not an address"}, "shell socket"},
	} {
		s, err := zmq.Listen(context.Background(), tt.c, nil)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tt.says) || !strings.HasPrefix(err.Error(), "zmq: ") {
			t.Errorf("Listen with %+v: error %v, want one that says %q", tt.c, err, tt.says)
		}
	}
}

func TestIPC(t *testing.T) {
	base := filepath.Join(t.TempDir(), "kernel-ipc")
	if err := os.WriteFile(base+"-2", nil, 0o600); err != nil { // in the way: port 2 is not free
		t.Fatal(err)
	}
	// A socket that a dead process has left behind.
	old, err := net.ListenUnix("unix", &net.UnixAddr{Name: base + "-3", Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	old.SetUnlinkOnClose(false)
	old.Close()

	s := listen(t, zmq.Config{Transport: "ipc", IP: base})
	if d := cmp.Diff(zmq.Ports{Shell: 1, IOPub: 3, Stdin: 4, Control: 5, HB: 6}, s.Ports()); d != "" {
		t.Errorf("ports (-want +got):\n%s", d)
	}
	p := peer.Connect(t, "unix", base+"-1", "DEALER", "")
	p.Send("hello")
	wantFrames(t, p.Recv(), "hello")
	info, err := os.Stat(base + "-1")
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the socket has mode %v, want 0600", info.Mode())
	}

	// A living socket is not taken over.
	if other, err := zmq.Listen(context.Background(), zmq.Config{Transport: "ipc", IP: base, Shell: 1}, nil); err == nil {
		other.Close()
		t.Error("two processes can listen on the same file")
	}

	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(base + "-*")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{base + "-2"}, left); d != "" {
		t.Errorf("files after Close (-want +got):\n%s", d)
	}
}

// TestManyClients asks from many connections at once.
func TestManyClients(t *testing.T) {
	s := listen(t, zmq.Config{})
	shell := ports(s)[0]
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			p, err := peer.TryConnect(t, "tcp", shell.addr, "DEALER", fmt.Sprint("client", i))
			if err != nil {
				t.Error(err)
				return
			}
			p.SetDeadline(time.Now().Add(peer.Patience))
			for j := range 100 {
				want := []string{fmt.Sprint(i), fmt.Sprint(j), strings.Repeat("z", j*j)}
				if _, err := p.Write(peer.Message(want...)); err != nil {
					t.Error(err)
					return
				}
				if _, got, err := p.TryRecv(); err != nil || !cmp.Equal(got, want) {
					t.Errorf("client %d, message %d: %.20q, %v", i, j, got, err)
					return
				}
			}
		})
	}
	wg.Wait()
}
