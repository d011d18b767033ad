// SPDX-License-Identifier: BSD-3-Clause

// Files of shapes.
//
// A file has one shape per line, as Shape.String returns it; if its name ends in .gz it is
// compressed. Enumerations write files that do not fit into memory and take long enough to be
// interrupted, by the user or by the machine. What is in the file is kept, and the same call
// continues it, so that the result has the same bytes as without the interruption:
//
//   - Enumerations visit their shapes always in the same order. So the number of complete lines in
//     the file determines where to continue. Each line must be what the enumeration produces there;
//     otherwise the file is damaged or a different one, and is left unchanged.
//   - An incomplete line at the end is cut off if it is the beginning of the next line.
//   - A compressed file consists of members in the sense of RFC 1952, each a compressed file of its
//     own with a checksum, which readers join. A new member starts when the text of the last one
//     has reached 1 MB, so its end does not depend on interruptions. An incomplete member is cut
//     off if its text is the beginning of what comes next. The last member is decompressed and
//     continued if it is not full.
//
// The shapes already in the file are enumerated again and compared, which takes less time than
// writing them took.
//
// Example: a file has the lines A, B and the beginning of C, and is to contain A, B, C, D. The
// first two are kept; C and D are appended.

package shapes

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"polka/internal/limit"
	"polka/internal/replace"
)

// blockSize is the number of bytes of text after which a new block starts.
const blockSize = 1 << 20

// compressed reports whether a file with that name is compressed.
func compressed(name string) bool { return strings.HasSuffix(name, ".gz") }

// ReadFile reads the shapes of a file in any form that [ParseAll] reads. The file is decompressed
// if its name ends in .gz, and may have up to 256 MiB of text. Mistakes in the text are errors of
// type *[SyntaxError] with file, line and column. Use [EachInFile] for files that do not fit into
// memory.
func ReadFile(name string) ([]Shape, error) {
	f, err := openText(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := limit.ReadAll(f, limit.Text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	list, err := ParseAll(string(text))
	return list, inFile(name, err)
}

// EachInFile calls visit for each shape of a file that has one shape per line, as [Shape.String]
// writes them, until visit returns false. Blank lines are skipped. The file is decompressed if its
// name ends in .gz. Mistakes in the text are errors of type *[SyntaxError], and lines longer than 1
// MiB are errors; the shapes before them have been visited.
func EachInFile(name string, visit func(Shape) bool) error {
	f, err := openText(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for number := 1; ; number++ {
		line, err := limit.ReadLine(r, limit.Line)
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s: %w", name, err)
		}
		if strings.TrimSpace(line) != "" {
			s, mistake := (&parser{text: strings.TrimRight(line, "\r\n"), line: number, column: 1}).shape()
			if mistake != nil {
				return inFile(name, mistake)
			}
			if !visit(s) {
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// inFile adds the name of the file to a SyntaxError.
func inFile(name string, err error) error {
	var mistake *SyntaxError
	if errors.As(err, &mistake) {
		at := *mistake
		at.File = name
		return &at
	}
	return err
}

// textFile is a file with the reader that decompresses it.
type textFile struct {
	io.Reader
	file *os.File
}

func (f *textFile) Close() error { return f.file.Close() }

func openText(name string) (*textFile, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if !compressed(name) {
		return &textFile{file, file}, nil
	}
	r, err := gzip.NewReader(bufio.NewReader(file))
	switch {
	case err == io.EOF: // nothing has been written yet
		return &textFile{strings.NewReader(""), file}, nil
	case err != nil:
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &textFile{r, file}, nil
}

// WriteFile writes shapes to a file, one per line, as [Shape.String] returns them. The file is
// compressed if its name ends in .gz. An existing file is replaced.
func WriteFile(name string, list []Shape) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	b := &blocks{file: file, compressed: compressed(name)}
	for _, s := range list {
		if err := b.line(s); err != nil {
			break // close returns the error
		}
	}
	return b.close()
}

// Save writes the shapes that [Each] visits to a file, one per line; the file is compressed if its
// name ends in .gz. It returns the number of shapes in the file.
//
// If ctx ends first, the file holds the shapes visited so far. The same call continues such a file,
// and the result is the file that an uninterrupted call would have written. A file that is damaged
// or has other contents is an error and is left unchanged; the error names the line if it can be
// read. So is a file that another process is saving to, and anything but a regular file. The number
// is -1 if ctx ended before the shapes already in the file were counted.
func Save(ctx context.Context, name string, l *Lattice, n int, class Class) (int64, error) {
	if err := checkList(n, class); err != nil {
		return 0, err
	}
	return save(ctx, name, func(visit func(Shape) bool) error { return Each(ctx, l, n, class, visit) })
}

// save writes the shapes that each visits to a file, or continues the file. It relies on each
// visiting the same shapes in the same order whenever it is called. If each returns an error, the
// file holds the shapes visited before.
func save(ctx context.Context, name string, each func(visit func(Shape) bool) error) (int64, error) {
	unlock, err := replace.Lock(name)
	if err != nil {
		return 0, err
	}
	defer unlock()
	done, err := examine(ctx, name)
	switch {
	case err != nil && err == ctx.Err():
		return -1, err
	case err != nil:
		return 0, err
	}
	s := &saving{name: name, written: done}
	if done.lines > 0 {
		old, err := openText(name)
		if err != nil {
			return 0, err
		}
		defer old.Close()
		s.old = bufio.NewReader(old)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return 0, err
	}
	s.blocks = blocks{file: file, compressed: compressed(name), text: done.open, begin: s.begin}
	err = each(s.visit)
	switch {
	case s.wrong != nil:
		file.Close()
	case s.shapes < done.lines && err != nil: // interrupted while skipping
		file.Close()
		return done.lines, err
	case s.shapes < done.lines:
		file.Close()
		s.wrong = fmt.Errorf("%s:%d: expected the end of the file, since there are no more shapes", name, s.shapes+1)
	default:
		if closing := s.blocks.close(); err == nil {
			err = closing
		}
	}
	if s.wrong != nil {
		return 0, fmt.Errorf("%w; the file is damaged or has other contents: remove it or choose another name", s.wrong)
	}
	return s.shapes, err
}

// saving is the state of save.
type saving struct {
	name    string
	written written
	old     *bufio.Reader // the part that has not been compared
	line    []byte
	blocks  blocks
	shapes  int64
	wrong   error // the file has other contents
}

// visit handles the next shape.
func (s *saving) visit(t Shape) bool {
	if s.shapes++; s.shapes > s.written.lines {
		return s.blocks.line(t) == nil
	}
	s.line = append(t.appendTo(s.line[:0]), '\n')
	found, err := limit.ReadLine(s.old, limit.Line)
	switch {
	case err != nil:
		s.wrong = fmt.Errorf("%s:%d: %w", s.name, s.shapes, err)
	case found != string(s.line):
		s.differs(s.shapes, s.line, []byte(found))
	}
	return s.wrong == nil
}

// differs records that a line of the file is not the expected one.
func (s *saving) differs(number int64, expected, found []byte) {
	expected, _, _ = bytes.Cut(expected, []byte("\n"))
	found, _, _ = bytes.Cut(found, []byte("\n"))
	s.wrong = fmt.Errorf("%s:%d: expected %.100q, found %.100q", s.name, number, expected, found)
}

// begin cuts off the incomplete text once the text to be written shows that the file is the right
// one.
func (s *saving) begin(text []byte) error {
	next := text[len(s.written.open):]
	if torn := s.written.torn; !bytes.HasPrefix(next, torn) && (len(next) == 0 || !bytes.HasPrefix(torn, next)) {
		same := 0
		for same < min(len(next), len(torn)) && next[same] == torn[same] {
			same++
		}
		start := bytes.LastIndexByte(next[:same], '\n') + 1
		s.differs(s.written.lines+1+int64(bytes.Count(next[:start], []byte("\n"))), next[start:], torn[start:])
		return s.wrong
	}
	if err := s.blocks.file.Truncate(s.written.size); err != nil {
		return err
	}
	_, err := s.blocks.file.Seek(s.written.size, io.SeekStart)
	return err
}

// blocks writes lines in blocks, and compresses each block separately if the file is compressed.
type blocks struct {
	file       *os.File
	compressed bool
	text       []byte
	begin      func(text []byte) error // called with the text of the first block before it is written; may be nil
	packed     bytes.Buffer
	packer     *gzip.Writer
	err        error
}

// line appends a shape.
func (b *blocks) line(s Shape) error {
	b.text = append(s.appendTo(b.text), '\n')
	if len(b.text) >= blockSize {
		b.flush()
	}
	return b.err
}

// flush writes the block.
func (b *blocks) flush() {
	if b.begin != nil && b.err == nil {
		b.err = b.begin(b.text)
		b.begin = nil
	}
	if b.err != nil || len(b.text) == 0 {
		return
	}
	block := b.text
	if b.compressed {
		block = b.pack()
	}
	_, b.err = b.file.Write(block)
	b.text = b.text[:0]
}

// pack returns the block as a member of a compressed file.
func (b *blocks) pack() []byte {
	b.packed.Reset()
	if b.packer == nil {
		b.packer = gzip.NewWriter(&b.packed)
	} else {
		b.packer.Reset(&b.packed)
	}
	b.packer.Write(b.text) // into memory, which cannot fail
	b.packer.Close()
	return b.packed.Bytes()
}

// close writes the rest and closes the file.
func (b *blocks) close() error {
	b.flush()
	if err := b.file.Close(); b.err == nil {
		b.err = err
	}
	return b.err
}

// written describes the complete part of a file.
type written struct {
	lines int64
	size  int64  // of the part that can be kept, in bytes of the file
	open  []byte // complete lines in a block that is not full
	torn  []byte // incomplete text after them
}

// examine reads the existing part of a file.
func examine(ctx context.Context, name string) (written, error) {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return written{}, nil
	} else if err != nil {
		return written{}, err
	}
	defer file.Close()
	var w written
	if compressed(name) {
		err = w.members(ctx, file)
	} else {
		err = w.text(ctx, file)
	}
	if err != nil && err != ctx.Err() {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return w, err
}

// text counts the complete lines.
func (w *written) text(ctx context.Context, r io.Reader) error {
	for b := bufio.NewReader(r); ; {
		if w.lines%1000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, err := limit.ReadLine(b, limit.Line)
		if err == io.EOF {
			w.torn = []byte(line)
			return nil
		} else if err != nil {
			return err
		}
		w.size += int64(len(line))
		w.lines++
	}
}

// members counts the lines of the complete members of a compressed file.
func (w *written) members(ctx context.Context, r io.Reader) error {
	at := &position{Reader: bufio.NewReader(r)}
	var unpacker gzip.Reader
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		begin := at.offset
		magic, _ := at.Peek(3)
		if !bytes.HasPrefix([]byte{0x1f, 0x8b, 8}, magic) {
			return fmt.Errorf("byte %d: expected the start of compressed text", begin)
		}
		text, err := member(&unpacker, at)
		switch {
		case err == io.EOF:
			return nil
		case err == io.ErrUnexpectedEOF:
			w.torn = text
			return nil
		case err != nil:
			return fmt.Errorf("byte %d: %w", begin, err)
		case !bytes.HasSuffix(text, []byte("\n")):
			return fmt.Errorf("byte %d: expected complete lines", begin)
		}
		w.lines += int64(bytes.Count(text, []byte("\n")))
		w.size, w.open = at.offset, nil
		if len(text) < blockSize {
			w.size, w.open = begin, text
		}
	}
}

// member decompresses one member. The error is io.EOF if there is none.
func member(unpacker *gzip.Reader, r io.Reader) ([]byte, error) {
	if err := unpacker.Reset(r); err != nil {
		return nil, err
	}
	unpacker.Multistream(false)
	return limit.ReadAll(unpacker, blockSize+limit.Line)
}

// A position is a reader that counts the bytes read.
type position struct {
	*bufio.Reader
	offset int64
}

func (p *position) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	p.offset += int64(n)
	return n, err
}

func (p *position) ReadByte() (byte, error) {
	c, err := p.Reader.ReadByte()
	if err == nil {
		p.offset++
	}
	return c, err
}
