// SPDX-License-Identifier: BSD-3-Clause

package early

import "syscall"

// largest is the size of a connection file that is read, in bytes. Those of Jupyter have 300.
const largest = 4096

// open opens the sockets of the connection file on the command line.
func open() []socket {
	name, ok := connectionFile(read("/proc/self/cmdline"))
	if !ok {
		return nil
	}
	return openFile(name)
}

// openFile opens the sockets of a connection file, all or none.
func openFile(name string) []socket {
	m, ok := parse(read(name))
	if !ok {
		return nil
	}
	a, ok := address4(m.ip)
	if !ok {
		return nil
	}
	var list []socket
	for _, port := range m.ports {
		fd, err := listen(a, port)
		if err != nil {
			for _, s := range list {
				syscall.Close(s.fd)
			}
			return nil
		}
		list = append(list, socket{m.ip + ":" + decimal(port), fd})
	}
	return list
}

// connectionFile returns the third word of a command line whose second is kernel. Words end with a
// zero byte.
func connectionFile(line []byte) (string, bool) {
	var words [3]string
	for i := range words {
		end := 0
		for end < len(line) && line[end] != 0 {
			end++
		}
		if end == len(line) {
			return "", false
		}
		words[i], line = string(line[:end]), line[end+1:]
	}
	return words[2], words[1] == "kernel"
}

// read returns the contents of a short file, or nil.
func read(name string) []byte {
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(fd)
	var buf [largest]byte // on the stack: most processes need only the first few bytes
	n := 0
	for n < len(buf) {
		k, err := syscall.Read(fd, buf[n:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return nil
		}
		if k == 0 {
			return append([]byte(nil), buf[:n]...)
		}
		n += k
	}
	return nil
}

// listen opens a socket as net.Listen does.
func listen(address [4]byte, port int) (int, error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		return 0, err
	}
	err = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	if err == nil {
		err = syscall.Bind(fd, &syscall.SockaddrInet4{Port: port, Addr: address})
	}
	if err == nil {
		err = syscall.Listen(fd, syscall.SOMAXCONN)
	}
	if err != nil {
		syscall.Close(fd)
	}
	return fd, err
}

// decimal writes a positive number.
func decimal(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + string(rune('0'+n%10))
}
