// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// complete is a connection file as jupyter_client writes it.
const complete = `{
  "shell_port": 57503,
  "iopub_port": 46491,
  "stdin_port": 41163,
  "control_port": 52559,
  "hb_port": 41929,
  "ip": "127.0.0.1",
  "key": "5f1e-aa",
  "transport": "tcp",
  "signature_scheme": "hmac-sha256",
  "kernel_name": "polka",
  "jupyter_session": "/home/ada/tour.ipynb"
}`

func TestReadConnection(t *testing.T) {
	name := filepath.Join(t.TempDir(), "kernel-1.json")
	if err := os.WriteFile(name, []byte(complete), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := ReadConnection(name)
	if err != nil {
		t.Fatal(err)
	}
	want := Connection{
		Transport: "tcp", IP: "127.0.0.1", Key: "5f1e-aa", SignatureScheme: "hmac-sha256", KernelName: "polka",
		ShellPort: 57503, IOPubPort: 46491, StdinPort: 41163, ControlPort: 52559, HBPort: 41929,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("ReadConnection (-want +got):\n%s", d)
	}
	if _, err := ReadConnection(name + "x"); err == nil || !strings.HasPrefix(err.Error(), "connection file: open ") {
		t.Errorf("a missing file: %v", err)
	}
	if err := os.WriteFile(name, []byte("{\n  oh"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadConnection(name); err == nil || !strings.HasPrefix(err.Error(), "connection file "+name+":2:3: ") {
		t.Errorf("a bad file: %v", err)
	}
}

func TestParseConnection(t *testing.T) {
	replace := func(from, to string) string {
		s := strings.Replace(complete, from, to, 1)
		if s == complete {
			t.Fatalf("%q is not in the file", from)
		}
		return s
	}
	for _, c := range []struct{ text, err string }{
		{complete, ""},
		{replace(`"hmac-sha256"`, `""`), ""},
		{replace(`"tcp"`, `""`), ""},
		{replace(`"tcp"`, `"ipc"`), ""},
		{replace(`"5f1e-aa"`, `""`), ""},
		{replace(`"polka"`, `"polka", "curve_publickey": null, "curve_secretkey": ""`), ""},

		{"", "1:1: expected a JSON object: unexpected end of JSON input"},
		{"[]", "1:1: expected a JSON object, found array"},
		{replace(`57503`, `x`), "2:17: expected a JSON object: invalid character 'x' looking for beginning of value"},
		{replace(`57503`, `"57503"`), "2:23: shell_port: expected a whole number, found string"},
		{replace(`57503`, `1.5`), "2:19: shell_port: expected a whole number, found number 1.5"},
		{replace(`"5f1e-aa"`, `7`), "8:10: key: expected a string, found number"},
		{replace(`"iopub_port": 46491`, `"x": 1`), "iopub_port is missing, expected a number from 1 to 65535"},
		{replace(`46491`, `65536`), "iopub_port is 65536, expected a number from 1 to 65535"},
		{replace(`46491`, `-1`), "iopub_port is -1, expected a number from 1 to 65535"},
		{replace(`41929`, `46491`), "iopub_port and hb_port are both 46491, expected five different ports"},
		{replace(`"127.0.0.1"`, `""`), "ip is missing, expected the address to listen on"},
		{replace(`"tcp"`, `"udp"`), `transport is "udp", expected "tcp" or "ipc"`},
		{replace(`"hmac-sha256"`, `"hmac-md5"`), `signature_scheme is "hmac-md5", expected "hmac-sha256"`},
		{replace(`"polka"`, `"polka", "curve_publickey": "rq:rM>}U?@Lns"`), "it has CURVE keys, but Polka does not encrypt; start it without encryption (its kernelspec does not offer any)"},
		{replace(`"polka"`, `"polka", "curve_secretkey": "D:)Q[IlAW!ahh"`), "it has CURVE keys, but Polka does not encrypt; start it without encryption (its kernelspec does not offer any)"},
		{`{"registration_ip":"127.0.0.1","registration_port":5555,"key":"k"}`, "registration_port: registering belongs to version 5.6 of the protocol, but Polka speaks 5.5; it expects the five ports in the file"},
	} {
		_, err := ParseConnection([]byte(c.text))
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), " ")
		}
		if got != c.err {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.err)
		}
	}
}

// Whatever the file holds, it is refused, or what is read can be written and read again.
func FuzzParseConnection(f *testing.F) {
	f.Add([]byte(complete))
	f.Add([]byte(`{"transport":"ipc","ip":"/tmp/k","shell_port":1,"iopub_port":2,"stdin_port":3,"control_port":4,"hb_port":5}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := ParseConnection(b)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of more than a line: %q", err)
			}
			return
		}
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseConnection(text)
		if err != nil || again != c {
			t.Errorf("%s was read as %+v, then as %+v, %v", b, c, again, err)
		}
	})
}

// Whatever the history file holds, reading it gives cells with positive session numbers.
func FuzzParseHistory(f *testing.F) {
	f.Add([]byte(`{"session":1,"start":"2026-11-21T10:00:00Z"}` + "\n" + `{"session":1,"line":1,"input":"1+1"}` + "\n" + `{"session":1,"line":1,"output":"2"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		lines, last := parseHistory(b)
		for _, l := range lines {
			if l.session < 1 || l.session > last {
				t.Errorf("session %d, the last is %d", l.session, last)
			}
		}
	})
}
