// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"polka/internal/limit"
	"polka/kernel/wire"
)

// A Connection is the content of a frontend's connection file: where to listen, and the key that
// the frontend shares with the kernel.
type Connection struct {
	Transport       string `json:"transport"` // "tcp" or "ipc"
	IP              string `json:"ip"`        // address to bind; for ipc the path that sockets' names begin with
	ShellPort       int    `json:"shell_port"`
	IOPubPort       int    `json:"iopub_port"`
	StdinPort       int    `json:"stdin_port"`
	ControlPort     int    `json:"control_port"`
	HBPort          int    `json:"hb_port"`
	Key             string `json:"key"`              // signs messages; empty: they are not signed
	SignatureScheme string `json:"signature_scheme"` // wire.Scheme, or empty for the same
	KernelName      string `json:"kernel_name"`      // of the kernelspec; may be empty
}

// ReadConnection reads the connection file of that name. Its errors begin with the name; those of
// [ParseConnection] give the position and what was expected.
func ReadConnection(name string) (Connection, error) {
	b, err := limit.ReadFile(name, limit.Config)
	if err != nil {
		return Connection{}, fmt.Errorf("connection file: %w", err)
	}
	c, err := ParseConnection(b)
	if err != nil {
		return Connection{}, fmt.Errorf("connection file %s:%w", name, err)
	}
	return c, nil
}

// ParseConnection reads the text of a connection file. Unknown members are ignored, but a file that
// asks for something unsupported (encryption, another signature scheme, registration) is an error,
// since the frontend would wait in vain. If the text cannot be parsed, the error begins with the
// line and column after the wrong value.
func ParseConnection(b []byte) (Connection, error) {
	var f struct {
		Connection
		CurvePublicKey   any `json:"curve_publickey"`
		CurveSecretKey   any `json:"curve_secretkey"`
		RegistrationPort any `json:"registration_port"`
	}
	if err := json.Unmarshal(b, &f); err != nil {
		return Connection{}, positioned(b, err)
	}
	c := f.Connection
	if c.Transport == "" {
		c.Transport = "tcp"
	}
	switch {
	case present(f.CurvePublicKey) || present(f.CurveSecretKey):
		return Connection{}, errors.New(" it has CURVE keys, but Polka does not encrypt; start it without encryption (its kernelspec does not offer any)")
	case present(f.RegistrationPort):
		return Connection{}, fmt.Errorf(" registration_port: registering belongs to version 5.6 of the protocol, but Polka speaks %s; it expects the five ports in the file", wire.Version)
	case c.SignatureScheme != "" && c.SignatureScheme != wire.Scheme:
		return Connection{}, fmt.Errorf(" signature_scheme is %q, expected %q", c.SignatureScheme, wire.Scheme)
	case c.Transport != "tcp" && c.Transport != "ipc":
		return Connection{}, fmt.Errorf(` transport is %q, expected "tcp" or "ipc"`, c.Transport)
	case c.IP == "":
		return Connection{}, errors.New(" ip is missing, expected the address to listen on")
	}
	user := map[int]string{}
	for _, p := range c.ports() {
		switch other, taken := user[p.number]; {
		case p.number == 0:
			return Connection{}, fmt.Errorf(" %s is missing, expected a number from 1 to 65535", p.name)
		case p.number < 1 || p.number > 65535:
			return Connection{}, fmt.Errorf(" %s is %d, expected a number from 1 to 65535", p.name, p.number)
		case taken:
			return Connection{}, fmt.Errorf(" %s and %s are both %d, expected five different ports", other, p.name, p.number)
		}
		user[p.number] = p.name
	}
	return c, nil
}

type namedPort struct {
	name   string
	number int
}

// ports lists the five ports under their names in connection files and in connect_reply.
func (c Connection) ports() [5]namedPort {
	return [5]namedPort{
		{"shell_port", c.ShellPort},
		{"iopub_port", c.IOPubPort},
		{"stdin_port", c.StdinPort},
		{"control_port", c.ControlPort},
		{"hb_port", c.HBPort},
	}
}

// present reports whether a member has a value.
func present(v any) bool { return v != nil && v != "" }

// positioned puts line and column, both counted from 1 and in bytes, before an error of
// encoding/json.
func positioned(b []byte, err error) error {
	at := func(offset int64) string {
		line, column := 1, 1
		for _, c := range b[:min(max(offset-1, 0), int64(len(b)))] {
			if column++; c == '\n' {
				line, column = line+1, 1
			}
		}
		return fmt.Sprintf("%d:%d:", line, column)
	}
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("%s expected a JSON object: %w", at(e.Offset), err)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if e.Field == "" {
			return fmt.Errorf("%s expected a JSON object, found %s", at(e.Offset), e.Value)
		}
		_, member, _ := strings.Cut(e.Field, ".") // after the name of the embedded struct
		return fmt.Errorf("%s %s: expected %s, found %s", at(e.Offset), member, article(e.Type.Kind().String()), e.Value)
	}
	return fmt.Errorf(" %w", err)
}

// article returns the name of a kind of value, with its article.
func article(kind string) string {
	switch kind {
	case "int":
		return "a whole number"
	case "string":
		return "a string"
	}
	return kind
}
