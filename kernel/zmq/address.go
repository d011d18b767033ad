// SPDX-License-Identifier: BSD-3-Clause

package zmq

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"syscall"

	"polka/kernel/zmq/internal/guard"
)

// bind listens on ip and port and returns the port. A port of 0 means any free one.
func bind(transport, ip string, port int, o guard.Options) (*guard.Guard, int, error) {
	switch transport {
	case "", "tcp":
		return bindTCP(ip, port, o)
	case "ipc":
		return bindIPC(ip, port, o)
	}
	return nil, 0, fmt.Errorf("transport %q, expected tcp or ipc", transport)
}

func bindTCP(ip string, port int, o guard.Options) (*guard.Guard, int, error) {
	if port < 0 || port > 65535 {
		return nil, 0, fmt.Errorf("port %d, expected 0 to 65535", port)
	}
	if ip == "*" {
		ip = ""
	}
	g, err := guard.Listen("tcp", net.JoinHostPort(ip, strconv.Itoa(port)), o)
	if err != nil {
		return nil, 0, err
	}
	return g, g.Addr().(*net.TCPAddr).Port, nil
}

// maxPath is the maximum length of the path of a Unix socket on every system.
const maxPath = 103

// bindIPC listens on the file ip-port. A file left by a process that has ended is replaced.
func bindIPC(ip string, port int, o guard.Options) (*guard.Guard, int, error) {
	if ip == "" {
		return nil, 0, errors.New("no ip: the ipc transport needs the beginning of a path")
	}
	if port < 0 {
		return nil, 0, fmt.Errorf("port %d, expected 0 or more", port)
	}
	if port > 0 {
		g, err := bindFile(ip, port, o)
		return g, port, err
	}
	for port = 1; ; port++ {
		g, err := bindFile(ip, port, o)
		if !errors.Is(err, syscall.EADDRINUSE) {
			return g, port, err
		}
	}
}

func bindFile(ip string, port int, o guard.Options) (*guard.Guard, error) {
	path := ip + "-" + strconv.Itoa(port)
	if len(path) > maxPath {
		return nil, fmt.Errorf("path %s has %d bytes, expected at most %d", path, len(path), maxPath)
	}
	g, err := guard.Listen("unix", path, o)
	if errors.Is(err, syscall.EADDRINUSE) && abandoned(path) && os.Remove(path) == nil {
		g, err = guard.Listen("unix", path, o)
	}
	return g, err
}

// abandoned reports whether path is a socket on which no process listens.
func abandoned(path string) bool {
	if info, err := os.Lstat(path); err != nil || info.Mode().Type() != fs.ModeSocket {
		return false
	}
	conn, err := net.Dial("unix", path)
	if err == nil {
		conn.Close()
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}
