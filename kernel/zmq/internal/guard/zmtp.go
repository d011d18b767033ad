// SPDX-License-Identifier: BSD-3-Clause

package guard

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The parts of ZMTP 3.0 (https://rfc.zeromq.org/spec/23) that are needed here.
//
// A connection begins with a greeting of 64 bytes from each side, then a READY command from each
// side, and continues with messages and commands, which consist of frames. A frame is one byte of
// flags, the length of the body in one byte, or in eight if flagLong is set, and the body.
const (
	flagMore    = 1 // another frame of the same message follows
	flagLong    = 2 // the length takes eight bytes
	flagCommand = 4 // the frame is a command

	greetingLen = 64
	headerLen   = 9 // at most

	maxCommand  = 4096 // bytes of a command's body; libzmq's own have fewer than 300
	maxIdentity = 255
)

// greeting is ours: version 3.0, the NULL mechanism.
func greeting() []byte {
	g := make([]byte, greetingLen)
	g[0], g[8], g[9], g[10] = 0xff, 1, 0x7f, 3
	copy(g[12:], "NULL")
	return g
}

// appendHeader appends the header of a frame with n bytes of body.
func appendHeader(b []byte, flags byte, n int) []byte {
	if n > 255 {
		return binary.BigEndian.AppendUint64(append(b, flags|flagLong), uint64(n))
	}
	return append(b, flags, byte(n))
}

func appendFrame(b []byte, flags byte, body []byte) []byte {
	return append(appendHeader(b, flags, len(body)), body...)
}

// appendMessage appends a whole message.
func appendMessage(b []byte, frames [][]byte) []byte {
	for i, f := range frames {
		var flags byte
		if i < len(frames)-1 {
			flags = flagMore
		}
		b = appendFrame(b, flags, f)
	}
	return b
}

// appendReady appends a READY command with the two properties that matter.
func appendReady(b []byte, kind, identity string) []byte {
	body := []byte("\x05READY")
	for _, p := range [][2]string{{"Socket-Type", kind}, {"Identity", identity}} {
		body = append(append(body, byte(len(p[0]))), p[0]...)
		body = append(binary.BigEndian.AppendUint32(body, uint32(len(p[1]))), p[1]...)
	}
	return appendFrame(b, flagCommand, body)
}

// readHeader reads the header of a frame. The flags come without flagLong.
func readHeader(r *bufio.Reader) (flags byte, n uint64, err error) {
	if flags, err = r.ReadByte(); err != nil {
		return 0, 0, err
	}
	if flags&^(flagMore|flagLong|flagCommand) != 0 {
		return 0, 0, fmt.Errorf("flags %#02x of a frame, expected no bits but 0x07", flags)
	}
	if flags&flagLong == 0 {
		b, err := r.ReadByte()
		return flags, uint64(b), noEOF(err)
	}
	var size [8]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return 0, 0, noEOF(err)
	}
	return flags &^ flagLong, binary.BigEndian.Uint64(size[:]), nil
}

// noEOF turns the end of input into an unexpected one.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readCommand reads the body of a command whose header has been read.
func readCommand(r *bufio.Reader, flags byte, n uint64) (name string, body []byte, err error) {
	if flags&flagMore != 0 {
		return "", nil, errors.New("command of several frames")
	}
	if n == 0 || n > maxCommand {
		return "", nil, fmt.Errorf("command of %d bytes, expected 1 to %d", n, maxCommand)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		return "", nil, noEOF(err)
	}
	k := 1 + int(b[0])
	if k > len(b) {
		return "", nil, fmt.Errorf("command name of %d bytes in a command of %d", b[0], len(b))
	}
	return string(b[1:k]), b[k:], nil
}
