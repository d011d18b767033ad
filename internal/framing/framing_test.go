// SPDX-License-Identifier: BSD-3-Clause

package framing

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestFrames(t *testing.T) {
	var buf bytes.Buffer
	for _, text := range []string{"", "{}", "é\r\n\r\nContent-Length: 3"} {
		if err := Write(&buf, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	r := bufio.NewReader(&buf)
	for _, want := range []string{"", "{}", "é\r\n\r\nContent-Length: 3"} {
		if got, err := Read(r); string(got) != want || err != nil {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	if _, err := Read(r); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	for text, want := range map[string]string{
		"Content-Type: x\r\ncontent-length:2\r\n\r\n{}": "",
		"Content-Length: 3\r\n\r\n{}":                   "unexpected EOF",
		"Content-Length: 3\r\n":                         "unexpected EOF",
		"Content-Length: -3\r\n\r\n":                    `length " -3" of a message: expected a number up to 67108864`,
		"Content-Length: 99999999999\r\n\r\n":           `length " 99999999999" of a message: expected a number up to 67108864`,
		"\r\n":                                          "expected a line Content-Length",
	} {
		_, err := Read(bufio.NewReader(strings.NewReader(text)))
		if err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
}
