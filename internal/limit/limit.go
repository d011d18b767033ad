// SPDX-License-Identifier: BSD-3-Clause

// Package limit bounds the size of input, so that a file of any length, an endless stream or a
// small file that decompresses to a huge one causes an error instead of exhausting the memory:
//
//	text, err := limit.ReadFile(name, limit.Text)
//
// Readers of compressed text also bound the decompressed data.
package limit

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// The limits for a file or stream, in bytes.
const (
	Text   = 256 << 20 // cover problems, lists of shapes, programs, notebooks
	Puzzle = 16 << 20  // boards, pieces and puzzles, which take up to a hundred times as much memory
	Token  = 1 << 30   // tokens, which may hold the state of an engine: an eighth of the memory of the search
	Config = 1 << 20   // connection files, kernelspecs
	Line   = 1 << 20   // lines of files that are read line by line
)

// An Error is the error of a file or stream that is longer than the limit.
type Error struct {
	Most int64 // the limit in bytes
}

func (e *Error) Error() string {
	if e.Most%(1<<20) == 0 {
		return fmt.Sprintf("too long: the limit is %d MiB", e.Most>>20)
	}
	return fmt.Sprintf("too long: the limit is %d bytes", e.Most)
}

// Reader returns a reader of the data of r that fails with an *Error after most bytes.
func Reader(r io.Reader, most int64) io.Reader { return &reader{r, most, most} }

type reader struct {
	r          io.Reader
	left, most int64
}

func (l *reader) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, &Error{l.most}
	}
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return n - 1, &Error{l.most} // one more byte shows that there is more
	}
	return n, err
}

// ReadAll is io.ReadAll with a limit.
func ReadAll(r io.Reader, most int64) ([]byte, error) { return io.ReadAll(Reader(r, most)) }

// ReadLine reads a line with its end, as r.ReadString does, of at most most bytes.
func ReadLine(r *bufio.Reader, most int64) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case int64(len(line)) > most:
			return string(line[:most]), &Error{most}
		case err != bufio.ErrBufferFull:
			return string(line), err
		}
	}
}

// ReadFile is os.ReadFile with a limit. Its errors name the file.
func ReadFile(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > most {
		return nil, &fs.PathError{Op: "read", Path: name, Err: &Error{most}}
	}
	text, err := ReadAll(f, most)
	if long := (*Error)(nil); errors.As(err, &long) {
		err = &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return text, err
}

// OpenFile opens a regular file of a file system. To open a named pipe would wait for its writer,
// so anything else is an error and is not opened.
func OpenFile(fsys fs.FS, name string) (fs.File, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("not a regular file")}
	}
	return fsys.Open(name)
}

// ReadFileFS is ReadFile for a regular file of a file system.
func ReadFileFS(fsys fs.FS, name string, most int64) ([]byte, error) {
	f, err := OpenFile(fsys, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > most {
		return nil, &fs.PathError{Op: "read", Path: name, Err: &Error{most}}
	}
	text, err := ReadAll(f, most)
	if long := (*Error)(nil); errors.As(err, &long) {
		err = &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return text, err
}
