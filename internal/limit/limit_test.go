// SPDX-License-Identifier: BSD-3-Clause

package limit

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadAll(t *testing.T) {
	for _, c := range []struct {
		text  string
		most  int64
		whole bool
	}{{"", 0, true}, {"a", 0, false}, {"abcd", 4, true}, {"abcde", 4, false}, {strings.Repeat("x", 5000), 4999, false}} {
		for name, slow := range map[string]func(io.Reader) io.Reader{
			"by halves": iotest.HalfReader, "by bytes": iotest.OneByteReader, "with the end": iotest.DataErrReader,
		} {
			text, err := ReadAll(slow(strings.NewReader(c.text)), c.most)
			var long *Error
			if c.whole && (err != nil || string(text) != c.text) {
				t.Errorf("%d bytes %s, limit %d: %d bytes, %v", len(c.text), name, c.most, len(text), err)
			}
			if !c.whole && (!errors.As(err, &long) || string(text) != c.text[:c.most]) {
				t.Errorf("%d bytes %s, limit %d: %d bytes, %v, want an error", len(c.text), name, c.most, len(text), err)
			}
		}
	}
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", 5000)
	r := bufio.NewReader(strings.NewReader("one\n\n" + long + "\n" + long + "y\n"))
	for _, want := range []string{"one\n", "\n", long + "\n"} {
		if line, err := ReadLine(r, 5001); err != nil || line != want {
			t.Errorf("%.10q, %v, want %.10q", line, err, want)
		}
	}
	if line, err := ReadLine(r, 5001); err == nil || err.Error() != "too long: the limit is 5001 bytes" {
		t.Errorf("%d bytes, %v, want an error", len(line), err)
	}
	if line, err := ReadLine(bufio.NewReader(strings.NewReader("end")), 3); err != io.EOF || line != "end" {
		t.Errorf("%q, %v", line, err)
	}
}

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("abcde"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadFile(name, 5); err != nil || string(text) != "abcde" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := ReadFile(name, 4); err == nil || err.Error() != "read "+name+": too long: the limit is 4 bytes" {
		t.Errorf("limit 4: %v, want an error with the name", err)
	}
	if got, want := (&Error{Text}).Error(), "too long: the limit is 256 MiB"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
