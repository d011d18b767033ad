// SPDX-License-Identifier: BSD-3-Clause

package early

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// freePorts returns ports on which nobody listens.
func freePorts(t *testing.T) (ports [5]int) {
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports[i] = l.Addr().(*net.TCPAddr).Port
	}
	return ports
}

func connection(t *testing.T, ports [5]int) string {
	name := filepath.Join(t.TempDir(), "kernel.json")
	text := fmt.Sprintf(`{"shell_port": %d, "iopub_port": %d, "stdin_port": %d, "control_port": %d, "hb_port": %d,`+
		`"ip": "127.0.0.1", "transport": "tcp", "key": "secret"}`, ports[0], ports[1], ports[2], ports[3], ports[4])
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestOpen connects to the sockets that a connection file names, and takes them.
func TestOpen(t *testing.T) {
	ports := freePorts(t)
	sockets = openFile(connection(t, ports))
	if len(sockets) != len(ports) {
		t.Fatalf("%d sockets, want %d", len(sockets), len(ports))
	}
	for _, port := range ports {
		address := fmt.Sprintf("127.0.0.1:%d", port)
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fd, ok := Take(address)
		if !ok {
			t.Fatalf("nobody has %s", address)
		}
		f := os.NewFile(uintptr(fd), address)
		defer f.Close()
		l, err := net.FileListener(f)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		accepted, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		accepted.Close()
		if _, ok := Take(address); ok {
			t.Errorf("%s can be taken twice", address)
		}
	}
}

// TestOpenAllOrNone gives a port that is taken: the other sockets are closed.
func TestOpenAllOrNone(t *testing.T) {
	ports := freePorts(t)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", ports[3]))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if list := openFile(connection(t, ports)); list != nil {
		t.Fatalf("%v, want none", list)
	}
	if again, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", ports[0])); err != nil {
		t.Error(err)
	} else {
		again.Close()
	}
}

// TestNoConnection opens nothing without a file that can be read at once.
func TestNoConnection(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "missing", t.TempDir(), pipe, "/dev/zero"} {
		if list := openFile(name); list != nil {
			t.Errorf("%s: %v, want none", name, list)
		}
	}
}

func TestConnectionFile(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"polka\x00kernel\x00/tmp/k.json\x00", "/tmp/k.json"},
		{"/bin/polka\x00kernel\x00k\x00-x\x00", "k"},
		{"polka\x00kernel\x00", ""},
		{"polka\x00run\x00kernel\x00", ""},
		{"polka\x00kernel\x00k", ""}, // cut off
		{"", ""},
	} {
		name, ok := connectionFile([]byte(c.line))
		if ok != (c.want != "") || ok && name != c.want {
			t.Errorf("%q: %q, %v; want %q", c.line, name, ok, c.want)
		}
	}
}
