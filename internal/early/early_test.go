// SPDX-License-Identifier: BSD-3-Clause

package early

import (
	"encoding/json"
	"net"
	"testing"
)

// TestParse compares with encoding/json: what parse accepts has the same members there.
func TestParse(t *testing.T) {
	const ports = `"shell_port": 1025, "iopub_port": 2, "stdin_port":3,"control_port"	:65535
		, "hb_port" : 5`
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{`{"transport": "tcp", "ip": "127.0.0.1", ` + ports + `}`, true},
		{`{"transport": "tcp", "ip": "127.0.0.1", ` + ports + `, "key": "ab-c", "signature_scheme": "hmac-sha256", "kernel_name": ""}`, true},
		{`{` + ports + `, "transport": "tcp", "ip": "10.0.0.1", "jupyter_session": null, "x": true}`, true},
		{`{"transport": "ipc", "ip": "127.0.0.1", ` + ports + `}`, false},
		{`{"ip": "127.0.0.1", ` + ports + `}`, false},
		{`{"transport": "tcp", "ip": "127.0.0.1", ` + ports + `, "hb_port": 65536}`, false},
		{`{"transport": "tcp", "ip": "127.0.0.1", ` + ports + `, "hb_port": 1.5}`, false},
		{`{"transport": "tcp", "ip": "127.0.0.1", ` + ports + `, "hb_port": -1}`, false},
		{`{"transport": "tcp", "ip": "127.0.0.1", "shell_port": 1}`, false},
		{`{"transport": "tcp", "key": "a\"b", ` + ports + `}`, false},
		{`{"transport": "tcp", "more": {"a": 1}, ` + ports + `}`, false},
		{`{"transport": "tcp", ` + ports, false},
		{`{"transport": "tcp", ` + ports + `,}`, false},
		{`{"transport"`, false},
		{`{"transport":`, false},
		{`{"transport": "tcp`, false},
		{`[]`, false},
		{``, false},
	} {
		m, ok := parse([]byte(c.text))
		if ok != c.ok {
			t.Errorf("%s: %v, want %v", c.text, ok, c.ok)
		}
		if !ok {
			continue
		}
		var want struct {
			Transport string
			IP        string
			Shell     int `json:"shell_port"`
			IOPub     int `json:"iopub_port"`
			Stdin     int `json:"stdin_port"`
			Control   int `json:"control_port"`
			HB        int `json:"hb_port"`
		}
		if err := json.Unmarshal([]byte(c.text), &want); err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if w := (members{want.Transport, want.IP, [5]int{want.Shell, want.IOPub, want.Stdin, want.Control, want.HB}}); m != w {
			t.Errorf("%s: %+v, want %+v", c.text, m, w)
		}
	}
}

// TestAddress4 compares with package net.
func TestAddress4(t *testing.T) {
	for _, s := range []string{"127.0.0.1", "0.0.0.0", "255.255.255.255", "256.0.0.1", "1.2.3", "1.2.3.4.5", "1..2.3", "01.2.3.4", "", "localhost", "::1", "1.2.3.4 "} {
		a, ok := address4(s)
		ip := net.ParseIP(s).To4()
		if ok != (ip != nil) || ok && [4]byte(ip) != a {
			t.Errorf("%q: %v %v, want %v", s, a, ok, ip)
		}
	}
}
