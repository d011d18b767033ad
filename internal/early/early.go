// SPDX-License-Identifier: BSD-3-Clause

// Package early opens the sockets of polka kernel before other packages are initialized.
//
// A Jupyter client may connect as soon as it has started the kernel. If nobody listens yet, its
// socket tries again after 100 to 200 ms. The packages of Polka and of Go's library that cells can
// import need several milliseconds before main begins, so the sockets are opened before that: from
// then on the system accepts connections, which wait for the kernel.
//
// Go initializes packages in the order of their paths, except that a package comes after those that
// it imports. This one imports only syscall, which is one of the first, and so it comes before time
// and os and all that need these. It must not import more.
//
// It acts only in a process whose command line is polka kernel FILE, if the file has the usual
// form: one flat object of JSON with five ports and an IPv4 address. In all other cases, also on
// errors, it does nothing, and the sockets are opened later and with proper errors.
package early

// A socket listens on an address, such as 127.0.0.1:4321.
type socket struct {
	address string
	fd      int
}

// sockets are those that nobody has taken.
var sockets = open()

// Take returns the descriptor of the socket that listens on the address, if there is one. It
// belongs to the caller. Take is not safe for concurrent use.
func Take(address string) (fd int, ok bool) {
	for i, s := range sockets {
		if s.address == address {
			sockets = append(sockets[:i], sockets[i+1:]...)
			return s.fd, true
		}
	}
	return 0, false
}

// members are those of a connection file that have to be known.
type members struct {
	transport, ip string
	ports         [5]int
}

var portNames = [5]string{"shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"}

// parse reads a flat object of JSON whose strings have no escapes. It reports false for anything
// else, and if a member is missing.
func parse(text []byte) (m members, ok bool) {
	p := parser{text: text}
	if !p.next('{') {
		return m, false
	}
	for {
		name, ok := p.string()
		if !ok || !p.next(':') {
			return m, false
		}
		value, ok := p.value()
		if !ok {
			return m, false
		}
		m.set(name, value)
		if !p.next(',') {
			break
		}
	}
	if !p.next('}') || m.transport != "tcp" {
		return m, false
	}
	for _, port := range m.ports {
		if port == 0 {
			return m, false
		}
	}
	return m, true
}

// set stores a member. A port that is not a number from 1 to 65535 becomes 0.
func (m *members) set(name, value string) {
	switch name {
	case "transport":
		m.transport = value
	case "ip":
		m.ip = value
	}
	for i, n := range portNames {
		if n == name {
			m.ports[i] = number(value, 65535)
		}
	}
}

// number reads a decimal number up to the limit without a leading zero; 0 stands for a mistake.
func number(s string, limit int) int {
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' || n == 0 && c == '0' {
			return 0
		}
		if n = 10*n + int(c-'0'); n > limit {
			return 0
		}
	}
	return n
}

// address4 reads an IPv4 address in decimal notation.
func address4(s string) (a [4]byte, ok bool) {
	part, start := 0, 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] != '.' {
			continue
		}
		field := s[start:i]
		n := number(field, 255)
		if part > 3 || n == 0 && field != "0" {
			return a, false
		}
		a[part] = byte(n)
		part, start = part+1, i+1
	}
	return a, part == 4
}

// A parser reads tokens of JSON.
type parser struct {
	text []byte
	at   int
}

// next skips spaces, and c if it follows.
func (p *parser) next(c byte) bool {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\n', '\r', '\t':
			p.at++
			continue
		case c:
			p.at++
			return true
		}
		break
	}
	return false
}

// string reads a string without escapes.
func (p *parser) string() (string, bool) {
	if !p.next('"') {
		return "", false
	}
	for start := p.at; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return string(p.text[start : p.at-1]), true
		case c == '\\', c < ' ':
			return "", false
		}
	}
	return "", false
}

// value reads a string, or a number or word as it is written.
func (p *parser) value() (string, bool) {
	if s, ok := p.string(); ok || p.at < len(p.text) && p.text[p.at] == '\\' {
		return s, ok
	}
	start := p.at
	for p.at < len(p.text) {
		if c := p.text[p.at]; (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			break
		}
		p.at++
	}
	return string(p.text[start:p.at]), p.at > start
}
