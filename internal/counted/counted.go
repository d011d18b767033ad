// SPDX-License-Identifier: BSD-3-Clause

// Package counted counts the bytes that are written, for implementations of io.WriterTo:
//
//	to := &counted.Writer{W: w}
//	fmt.Fprintln(to, "one line")
//	return to.N, nil
package counted

import "io"

// A Writer writes to W and counts the bytes.
type Writer struct {
	W io.Writer
	N int64 // the bytes that W has taken
}

// Write writes p to w.W.
func (w *Writer) Write(p []byte) (int, error) {
	n, err := w.W.Write(p)
	w.N += int64(n)
	return n, err
}
