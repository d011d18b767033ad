// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/zdd"
	"polka/internal/counted"
	"polka/internal/limit"
)

// familyHeading is the first line of a family, with the version of the format.
const familyHeading = "polka family 1"

// WriteTo writes the family in the format that docs/formats.md describes. It implements
// [io.WriterTo].
func (f *Family) WriteTo(w io.Writer) (n int64, err error) {
	to, sum := &counted.Writer{W: w}, sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(to, sum), 1<<16)
	base := *f.problem
	base.required, base.forbidden = nil, nil
	fmt.Fprintf(out, "%s\nproblem %s\norder %d\n", familyHeading, base.fingerprint(), len(f.order))
	var line []byte
	for _, k := range f.order {
		line = append(strconv.AppendInt(line[:0], int64(k), 10), '\n')
		out.Write(line)
	}
	fmt.Fprintf(out, "nodes %d root %d\n", f.Size(), f.d.Root)
	for _, x := range f.d.Nodes[2:] {
		line = append(strconv.AppendInt(line[:0], int64(f.order[x.Var]), 10), ' ')
		line = append(strconv.AppendInt(line, int64(x.Low), 10), ' ')
		line = append(strconv.AppendInt(line, int64(x.High), 10), '\n')
		out.Write(line)
	}
	if err := out.Flush(); err != nil {
		return to.N, err
	}
	_, err = fmt.Fprintf(to, "sha256 %s\n", hex.EncodeToString(sum.Sum(nil)))
	return to.N, err
}

// ReadFamily reads a family of sets of options of the problem that WriteTo has written,
// at most 1 GiB. It returns an error of type *SyntaxError if the text is damaged, of
// another version, or of a problem with other items or options, and ErrMemory if the
// numbers of members, which it computes, take more than 256 MiB.
func (p *Problem) ReadFamily(r io.Reader) (*Family, error) {
	if p.err != nil {
		return nil, p.err
	}
	in := &familyReader{in: bufio.NewReaderSize(limit.Reader(r, limit.Token), 1<<16), sum: sha256.New()}
	f := in.family(p)
	if in.err == nil {
		in.err = memoryError(f.count(new(engine.Search)))
	}
	return f.or(in.err), in.err
}

// A familyReader reads lines. After an error it returns nothing.
type familyReader struct {
	in     *bufio.Reader
	sum    hash.Hash
	number int // of the line
	err    error
}

// fail sets the error, if it is the first one.
func (r *familyReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = &SyntaxError{Line: max(r.number, 1), Column: 1, Message: fmt.Sprintf(format, args...)}
	}
}

// line returns the words of the next line, which must be that many numbers and words, as
// in the example.
func (r *familyReader) line(example string) []string {
	if r.err != nil {
		return nil
	}
	r.number++
	text, err := r.in.ReadSlice('\n')
	switch {
	case err == io.EOF && len(text) == 0:
		r.fail("expected a line such as %q, found the end of the text", example)
		return nil
	case err == io.EOF || errors.Is(err, bufio.ErrBufferFull):
		r.fail("expected a line such as %q, found %.40q", example, text)
		return nil
	case err != nil:
		r.err = err
		return nil
	}
	words, want := strings.Split(string(text[:len(text)-1]), " "), strings.Split(example, " ")
	ok := len(words) == len(want)
	for i := 0; ok && i < len(words); i++ {
		_, err := strconv.Atoi(want[i])
		ok = err == nil || want[i] == "..." || words[i] == want[i]
	}
	if !ok {
		r.fail("expected a line such as %q, found %.40q", example, text[:len(text)-1])
		return nil
	}
	if words[0] != "sha256" {
		r.sum.Write(text)
	}
	return words
}

// get reads a number of a line, which is at most high.
func (r *familyReader) get(words []string, i, high int, what string) int32 {
	if r.err != nil {
		return 0
	}
	n, err := strconv.ParseInt(words[i], 10, 32)
	if err != nil || n < 0 || n > int64(high) || strconv.FormatInt(n, 10) != words[i] {
		r.fail("expected %s from 0 to %d, found %.40q", what, high, words[i])
		return 0
	}
	return int32(n)
}

// family reads a family.
func (r *familyReader) family(p *Problem) *Family {
	r.line(familyHeading)
	base := *p
	base.required, base.forbidden = nil, nil
	if words := r.line("problem ..."); r.err == nil && words[1] != base.fingerprint() {
		r.fail("the family is of a problem with other items or options")
	}
	number := base.numbered()
	if n := r.get(r.line("order 12"), 1, len(number), "a number of options"); r.err == nil && int(n) != len(number) {
		r.fail("expected %d options, found %d", len(number), n)
	}
	f := &Family{problem: p}
	for range number {
		if r.err != nil {
			break
		}
		f.order = append(f.order, r.get(r.line("0"), 0, p.NumOptions()-1, "an option"))
	}
	if r.err != nil {
		return nil
	}
	f.number()
	for v, k := range f.order {
		if f.rank[k] != int32(v) || base.ignores(int(k)) {
			r.fail("expected each option with a primary item once, found option %d", k)
			return nil
		}
	}
	words := r.line("nodes 12 root 13")
	nodes := int(r.get(words, 1, 1<<31-4, "a number of nodes"))
	root := r.get(words, 3, nodes+1, "a node")
	f.d = zdd.Empty()
	for n := 0; n < nodes && r.err == nil; n++ {
		words := r.line("0 0 1")
		k := r.get(words, 0, p.NumOptions()-1, "an option")
		x := zdd.Node{Low: r.get(words, 1, n+1, "an earlier node"), High: r.get(words, 2, n+1, "an earlier node")}
		if r.err == nil {
			x.Var = f.rank[k]
			f.d.Nodes = append(f.d.Nodes, x)
		}
	}
	f.d.Root = root
	last := r.number
	if r.err == nil {
		want := hex.EncodeToString(r.sum.Sum(nil))
		if words := r.line("sha256 ..."); r.err == nil && words[1] != want {
			r.fail("the family is damaged: expected the SHA-256 sum of the lines before, found another one")
		}
	}
	if r.err == nil {
		if more, err := r.in.ReadByte(); err != io.EOF {
			r.number++
			r.fail("expected the end of the text, found %q", more)
		}
	}
	if r.err == nil {
		if err := f.d.Check(len(f.order)); err != nil {
			r.number = last
			if n := zdd.Faulty(err); n > 0 {
				r.number = last - nodes + n - 1
			}
			r.fail("%v", err)
		}
	}
	return f
}
