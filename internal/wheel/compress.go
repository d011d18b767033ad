// SPDX-License-Identifier: BSD-3-Clause

// The compression of wheels.
//
// Pip and the index of Python packages accept no method of zip files but deflate, and there are
// better and worse encoders for it: of a program of 47 MB, that of Go's library makes 20.2 MB in 3
// seconds, and libdeflate at its highest level 19.3 MB in 35 seconds. So releases use libdeflate,
// through the Python package deflate, and wheels for oneself do not need it.

package main

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"os/exec"
)

// python is a Python with the package deflate, or "".
var python string

// large is the number of bytes from which on it is worth while to start Python.
const large = 1 << 20

// A compressor writes what it has got, compressed, when it is closed.
type compressor struct {
	bytes.Buffer
	to io.Writer
}

// Close implements [io.Closer].
func (c *compressor) Close() error {
	packed, err := compress(c.Bytes())
	if err != nil {
		return err
	}
	_, err = c.to.Write(packed)
	return err
}

// compress returns data in the format deflate, without a header.
func compress(data []byte) ([]byte, error) {
	if python != "" && len(data) >= large {
		return compressLong(data)
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// compressLong compresses with libdeflate, and checks the result with Go's decoder.
func compressLong(data []byte) ([]byte, error) {
	const program = "import deflate, sys; sys.stdout.buffer.write(deflate.deflate_compress(sys.stdin.buffer.read(), 12))"
	cmd := exec.Command(python, "-c", program)
	cmd.Stdin = bytes.NewReader(data)
	var problem bytes.Buffer
	cmd.Stderr = &problem
	packed, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", python, err, &problem)
	}
	if back, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed))); err != nil || !bytes.Equal(back, data) {
		return nil, errors.Join(errors.New("libdeflate has changed the data"), err)
	}
	return packed, nil
}
