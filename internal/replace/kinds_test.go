// SPDX-License-Identifier: BSD-3-Clause

//go:build darwin || linux

package replace

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestKinds saves to what is not a regular file: it stays unchanged, and nothing is written to it.
func TestKinds(t *testing.T) {
	dir, err := os.MkdirTemp("", "k") // short, for the socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	pipe, socket, null := filepath.Join(dir, "pipe"), filepath.Join(dir, "socket"), filepath.Join(dir, "null")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := os.Symlink(os.DevNull, null); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, want string }{
		{pipe, "is a named pipe, expected a file"},
		{socket, "is a socket, expected a file"},
		{null, os.DevNull + " is a device, expected a file"},
		{os.DevNull, "is a device, expected a file"},
		{dir, "is a folder, expected a file"},
	} {
		before, err := os.Stat(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if err := Save(c.name, []byte("text"), 0o666); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Save: %v, want %s", err, c.want)
		}
		if _, err := Lock(c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Lock: %v, want %s", err, c.want)
		}
		if after, err := os.Stat(c.name); err != nil || after.Mode() != before.Mode() {
			t.Errorf("%s has mode %v, had %v; error %v", c.name, after.Mode(), before.Mode(), err)
		}
	}
	if err := Output(null, []byte("text"), 0o666); err != nil {
		t.Error(err)
	}
}
