// SPDX-License-Identifier: BSD-3-Clause

// Frames.
//
// Parent and child communicate through two pipes, one for each direction, in frames. A frame is a
// small JSON header and any number of parts of raw bytes. Code, pictures and everything else that
// can be long is a part, since quoting and unquoting a drawing of a megabyte as a JSON string takes
// ten milliseconds.
//
//	magic    4 bytes   "plk1"
//	header   4 bytes   length of the header, big endian like every number here
//	parts    4 bytes   number of parts
//	lengths  4 bytes for each part
//	header   JSON
//	parts    bytes
//
// Code that runs in the child can write to its end of the pipe, so the parent trusts nothing: the
// magic word, the number of parts and the sum of all lengths are checked before anything is
// allocated, long parts are read in pieces so that a false length costs no memory, and every
// violation is an errGarbled, after which the stream is no longer used.
//
// Cost: one write and usually one read for a frame of up to 64 KiB; transferring 1 MB takes well
// under a millisecond.

package worker

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

const (
	frameMagic = 0x706c6b31 // "plk1"
	framePipe  = 64 << 10   // size of the buffers, and the capacity of a pipe on Linux and macOS

	// maxFrame bounds the bytes of one frame, on both sides. Jupyter's own server takes no messages
	// that long.
	maxFrame = 256 << 20
	maxParts = 1 << 14
	// maxTrust is how much is allocated for a part before its bytes have arrived.
	maxTrust = 1 << 20
)

var (
	errGarbled = errors.New("garbled frame")
	errTooBig  = errors.New("too much for one message")
)

// A frameReader reads frames. It is used by one goroutine.
type frameReader struct{ r *bufio.Reader }

func newFrameReader(r io.Reader) *frameReader {
	return &frameReader{bufio.NewReaderSize(r, framePipe)}
}

// read reads the next frame. At the end of the stream the error is io.EOF; if the stream ends
// inside a frame or does not contain a frame, the error wraps errGarbled.
func (f *frameReader) read() (m message, err error) {
	var fixed [12]byte
	if _, err := io.ReadFull(f.r, fixed[:]); err != nil {
		if err == io.ErrUnexpectedEOF {
			return m, fmt.Errorf("%w: it ends after the first bytes", errGarbled)
		}
		return m, err
	}
	if magic := binary.BigEndian.Uint32(fixed[:]); magic != frameMagic {
		return m, fmt.Errorf("%w: it begins with %q, expected %q", errGarbled, fixed[:4], "plk1")
	}
	head, count := binary.BigEndian.Uint32(fixed[4:]), binary.BigEndian.Uint32(fixed[8:])
	if count > maxParts {
		return m, fmt.Errorf("%w: %d parts, expected at most %d", errGarbled, count, maxParts)
	}
	lengths := make([]byte, 4*count)
	if _, err := io.ReadFull(f.r, lengths); err != nil {
		return m, cut(err)
	}
	total := uint64(head)
	for i := range count {
		total += uint64(binary.BigEndian.Uint32(lengths[4*i:]))
	}
	if total > maxFrame {
		return m, fmt.Errorf("%w: %d bytes, expected at most %d", errGarbled, total, maxFrame)
	}
	header, err := readBytes(f.r, head)
	if err != nil {
		return m, cut(err)
	}
	if err := json.Unmarshal(header, &m); err != nil {
		return message{}, fmt.Errorf("%w: %v", errGarbled, err)
	}
	for i := range count {
		part, err := readBytes(f.r, binary.BigEndian.Uint32(lengths[4*i:]))
		if err != nil {
			return message{}, cut(err)
		}
		m.parts = append(m.parts, part)
	}
	return m, nil
}

// cut converts the end of the stream inside a frame to an errGarbled.
func cut(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("%w: it ends early", errGarbled)
	}
	return err
}

// readBytes reads n bytes, and allocates at most maxTrust bytes more than have arrived.
func readBytes(r io.Reader, n uint32) ([]byte, error) {
	b := make([]byte, min(n, maxTrust))
	for at := 0; ; {
		if _, err := io.ReadFull(r, b[at:]); err != nil {
			return nil, err
		}
		if at = len(b); at == int(n) {
			return b, nil
		}
		b = append(b, make([]byte, min(int(n)-at, at))...)
	}
}

// A frameWriter writes complete frames. Its methods may be called by several goroutines.
type frameWriter struct {
	mu  sync.Mutex
	w   io.Writer
	buf []byte
}

func newFrameWriter(w io.Writer) *frameWriter { return &frameWriter{w: w} }

// write writes a frame. If m is too long for a frame, nothing is written and the error is
// errTooBig.
func (f *frameWriter) write(m message) error {
	header, err := json.Marshal(m)
	if err != nil {
		return err
	}
	total := len(header)
	for _, p := range m.parts {
		total += len(p)
	}
	if total > maxFrame || len(m.parts) > maxParts {
		return errTooBig
	}

	f.mu.Lock()
	defer f.mu.Unlock()
	b := f.buf[:0]
	b = binary.BigEndian.AppendUint32(b, frameMagic)
	b = binary.BigEndian.AppendUint32(b, uint32(len(header)))
	b = binary.BigEndian.AppendUint32(b, uint32(len(m.parts)))
	for _, p := range m.parts {
		b = binary.BigEndian.AppendUint32(b, uint32(len(p)))
	}
	b = append(b, header...)
	for _, p := range m.parts {
		if len(b)+len(p) <= framePipe {
			b = append(b, p...)
			continue
		}
		if _, err := f.w.Write(b); err != nil {
			return err
		}
		if b = b[:0]; len(p) <= framePipe {
			b = append(b, p...)
		} else if _, err := f.w.Write(p); err != nil {
			return err
		}
	}
	if f.buf = b[:0]; cap(b) > 4*framePipe {
		f.buf = nil
	}
	_, err = f.w.Write(b)
	return err
}
