// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"math/big"
	"strings"

	"polka/cover/internal/districts"
	"polka/internal/counted"
	"polka/internal/progress"
	"polka/internal/size"
)

// A DistrictCount is a count of the divisions of a board into districts that can be stopped, saved
// and continued. [CountDistricts] is enough for counts that take seconds. It must not be used by
// several goroutines at once.
type DistrictCount struct {
	board     Board
	districts Districts
	memory    int64
	counter   *districts.Counter
}

// districtMemory is about the number of bytes that a count of districts uses by default.
const districtMemory = 1 << 31

// DistrictOptions control a count of districts. The zero value is a good choice.
type DistrictOptions struct {
	// Memory is about the number of bytes that the states take at most; 0 means 2 GiB.
	Memory int64
}

// NewDistrictCount prepares the count of [CountDistricts]. It returns an error if the board is more
// than about 32 cells across in its narrowest direction, whatever the memory.
func NewDistrictCount(b Board, d Districts, options DistrictOptions) (*DistrictCount, error) {
	memory := options.Memory
	switch {
	case d.Low < 1 || d.High < d.Low:
		return nil, fmt.Errorf("cover: districts of %d to %d cells: expected positive numbers, the first not greater than the second", d.Low, d.High)
	case d.Number < 0:
		return nil, fmt.Errorf("cover: %d districts: expected a positive number, or 0 for any", d.Number)
	case memory < 0:
		return nil, fmt.Errorf("cover: memory %d: expected a number of bytes, or 0 for 2 GiB", memory)
	case !b.optional.Empty() || b.marks != "":
		return nil, errors.New("cover: expected a board without optional cells and marks")
	}
	if memory == 0 {
		memory = districtMemory
	}
	c := &DistrictCount{board: b, districts: d, memory: memory}
	q, cells := districts.Question(d), b.region.Size()
	q.High = min(q.High, cells)
	if q.Low > cells || q.Number > cells { // there is none
		q = districts.Question{Low: cells + 1, High: cells + 1, Number: 1}
	}
	var err error
	if c.counter, err = districts.New(graphOf(b.region), q, int(min(memory, math.MaxInt))); err != nil {
		return nil, fmt.Errorf("cover: the board %v is too wide: the limit is about 32 cells across, whatever the memory", b)
	}
	return c, nil
}

// wide describes an error of package districts.
func (c *DistrictCount) wide(err error) error {
	if errors.Is(err, districts.ErrWide) {
		return fmt.Errorf("cover: the board %v is too wide: the states of the count do not fit in %s", c.board, size.String(c.memory))
	}
	return err
}

// Run counts the divisions. If ctx ends, it returns its error, and another call continues the
// count. If the states do not fit in memory, it also returns an error; then [ReadDistrictCount]
// continues what [DistrictCount.WriteTo] has written with more memory.
func (c *DistrictCount) Run(ctx context.Context) (*big.Int, error) {
	tell := progress.Listener(ctx)
	if tell == nil {
		n, err := c.counter.Run(ctx, nil)
		return n, c.wide(err)
	}
	defer tell(progress.Report{Done: 1})
	n, err := c.counter.Run(ctx, func(done float64) {
		tell(progress.Report{Done: min(done, 0.9999), Text: fmt.Sprintf("%.1f %% of the cells", 100*done)})
	})
	return n, c.wide(err)
}

// Fraction returns the part of the cells that were added to the divisions, from 0 to 1. It is not
// proportional to time: cells in the middle of the board take longest. When a number outgrows 64
// bits, or 128 and so on, the count starts again with longer numbers, and Fraction
// returns to 0.
func (c *DistrictCount) Fraction() float64 { return c.counter.Done() }

// String describes the count on one line.
func (c *DistrictCount) String() string {
	return fmt.Sprintf("divisions of %v into districts of %d to %d cells, %.1f %% of the cells done", c.board, c.districts.Low, c.districts.High, 100*c.Fraction())
}

// districtHeading is the first line of a saved count, with the version of the format.
const districtHeading = "polka districts 1"

// WriteTo writes what is left of the count, from which [ReadDistrictCount] resumes it. That usually
// takes a tenth to a quarter of the memory of the states. The format is described in
// docs/formats.md. WriteTo implements [io.WriterTo].
func (c *DistrictCount) WriteTo(w io.Writer) (n int64, err error) {
	sum := sha256.New()
	to := &counted.Writer{W: io.MultiWriter(w, sum)}
	d := c.districts
	if _, err := fmt.Fprintf(to, "%s\nboard %v\ndistricts %d %d %d\n", districtHeading, c.board, d.Low, d.High, d.Number); err != nil {
		return to.N, err
	}
	if err := c.counter.Save(to); err != nil {
		return to.N, err
	}
	to.W = w
	_, err = to.Write(sum.Sum(nil))
	return to.N, err
}

// ReadDistrictCount reads what [DistrictCount.WriteTo] has written, up to the end of r. The
// memory may be more or less than before.
// It returns an error if the data are damaged or of another version.
func ReadDistrictCount(r io.Reader, options DistrictOptions) (*DistrictCount, error) {
	in := &savedReader{r: bufio.NewReaderSize(r, 1<<17), sum: sha256.New()}
	if err := in.heading(); err != nil {
		return nil, err
	}
	board, err := ParseBoard(in.line("board 9x9"))
	if err != nil {
		return nil, cmp.Or(in.err, err)
	}
	var d Districts
	words := in.line("districts 9 9 0")
	if _, err := fmt.Sscanf(words, "%d %d %d", &d.Low, &d.High, &d.Number); err != nil {
		return nil, cmp.Or(in.err, districts.ErrDamaged)
	}
	c, err := NewDistrictCount(board, d, options)
	if err != nil {
		return nil, err
	}
	err = c.counter.Load(in)
	if err == nil {
		_, err = io.Copy(io.Discard, in)
	}
	if err == nil && !bytes.Equal(in.last, in.sum.Sum(nil)) {
		err = districts.ErrDamaged
	}
	if err != nil {
		return nil, c.wide(err)
	}
	return c, nil
}

// A savedReader reads all but the last bytes, which are the sum of those before.
type savedReader struct {
	r    *bufio.Reader
	sum  hash.Hash
	last []byte // what follows the bytes that were read, at the end
	err  error  // of line
}

// heading reads the first line.
func (r *savedReader) heading() error {
	line, err := r.r.ReadSlice('\n')
	if string(line) != districtHeading+"\n" {
		if err == nil || err == io.EOF || err == bufio.ErrBufferFull {
			err = fmt.Errorf("cover: expected the line %q of a saved count, found %.40q", districtHeading, line)
		}
		return err
	}
	r.sum.Write(line)
	return nil
}

// mostLine is about the greatest length of a line. A board can be a list of very many cells.
const mostLine = 1 << 24

// line returns the next line without its first word, which must be that of the example.
func (r *savedReader) line(example string) string {
	line, err := r.r.ReadSlice('\n')
	line = bytes.Clone(line)
	for err == bufio.ErrBufferFull && len(line) < mostLine {
		var more []byte
		more, err = r.r.ReadSlice('\n')
		line = append(line, more...)
	}
	word, _, _ := strings.Cut(example, " ")
	rest, ok := strings.CutPrefix(string(line), word+" ")
	switch {
	case err != nil && err != io.EOF && err != bufio.ErrBufferFull:
		r.err = err
		return ""
	case err != nil || !ok:
		r.err = fmt.Errorf("cover: expected a line such as %q in a saved count, found %.40q", example, line)
		return ""
	}
	r.sum.Write(line)
	return strings.TrimSuffix(rest, "\n")
}

func (r *savedReader) Read(p []byte) (int, error) {
	next, err := r.r.Peek(min(len(p)+sha256.Size, r.r.Size()))
	n := len(next) - sha256.Size
	if n <= 0 {
		r.last = bytes.Clone(next)
		return 0, err
	}
	n = copy(p, next[:n])
	r.sum.Write(p[:n])
	r.r.Discard(n)
	return n, nil
}
