// SPDX-License-Identifier: BSD-3-Clause

// Package framing reads and writes the messages of editors. The Language Server Protocol and the
// Debug Adapter Protocol have the same frames: header lines, of which one is the length of the
// message, an empty line, and the message.
package framing

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Most is the length of the longest message that is read.
const Most = 64 << 20

// Read reads a message. The error is io.EOF at the end of the input, and only there.
func Read(r *bufio.Reader) ([]byte, error) {
	length := -1
	for first := true; ; first = false {
		line, err := r.ReadString('\n')
		if err != nil {
			if err == io.EOF && (line != "" || !first) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			break
		}
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > Most {
				return nil, fmt.Errorf("length %q of a message: expected a number up to %d", value, Most)
			}
		}
	}
	if length < 0 {
		return nil, errors.New("expected a line Content-Length")
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return text, nil
}

// Write writes a message in one piece.
func Write(w io.Writer, text []byte) error {
	_, err := w.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(text)), text...))
	return err
}
