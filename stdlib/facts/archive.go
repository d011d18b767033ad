// SPDX-License-Identifier: BSD-3-Clause

// Reading archives.
//
// Package archive/zip makes a record of 300 bytes for each file of an archive, and reads the list
// of contents through a buffer. Every session begins with the archive of Go's library, which has
// 360 files, so that list is read here, in place. Archives are those of package extract: without
// comments, and with less than 65,536 files, stored or compressed by Deflate.

package facts

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
)

// An archive is its list of contents, in the order of their names.
type archive []entry

// An entry is a file of an archive.
type entry struct {
	name   string
	method uint16
	size   uint32 // of the file
	data   []byte // as it is in the archive
}

// The format, from APPNOTE.TXT: signatures and lengths of the fixed parts of headers.
const (
	endSignature    = 0x06054b50
	endLen          = 22
	headerSignature = 0x02014b50
	headerLen       = 46
	localLen        = 30

	stored   = 0
	deflated = 8
)

var errFormat = errors.New("not an archive of package extract")

// open reads the list of contents of an archive.
func open(data []byte) (archive, error) {
	if len(data) < endLen {
		return nil, errFormat
	}
	end := data[len(data)-endLen:]
	from := uint64(le32(end[16:]))
	if le32(end) != endSignature || from > uint64(len(data)) {
		return nil, errFormat
	}
	list := make(archive, le16(end[10:]))
	rest := data[from:]
	names := string(rest) // all of them with one allocation
	for i := range list {
		if len(rest) < headerLen || le32(rest) != headerSignature {
			return nil, errFormat
		}
		nameLen := int(le16(rest[28:]))
		next := headerLen + nameLen + int(le16(rest[30:])) + int(le16(rest[32:]))
		local := uint64(le32(rest[42:]))
		if next > len(rest) || local+localLen > uint64(len(data)) {
			return nil, errFormat
		}
		header := data[local:]
		begin := localLen + uint64(le16(header[26:])) + uint64(le16(header[28:]))
		size := uint64(le32(rest[20:]))
		if begin+size > uint64(len(header)) {
			return nil, errFormat
		}
		at := len(names) - len(rest) + headerLen
		list[i] = entry{names[at : at+nameLen], le16(rest[10:]), le32(rest[24:]), header[begin : begin+size]}
		rest = rest[next:]
	}
	if !slices.IsSortedFunc(list, byName) {
		slices.SortStableFunc(list, byName)
	}
	return list, nil
}

func byName(a, b entry) int { return strings.Compare(a.name, b.name) }

func le16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// find returns the entry of a name, nil if there is none.
func (a archive) find(name string) *entry {
	i, ok := slices.BinarySearchFunc(a, name, func(e entry, name string) int { return strings.Compare(e.name, name) })
	if !ok {
		return nil
	}
	return &a[i]
}

// decompressors are used again, since each has a window of 32 kB.
var decompressors sync.Pool

// read returns the content of a file.
func (e *entry) read() ([]byte, error) {
	switch e.method {
	case stored:
		return slices.Clone(e.data), nil
	case deflated:
		from := bytes.NewReader(e.data)
		r, ok := decompressors.Get().(io.Reader)
		if !ok {
			r = flate.NewReader(from)
		} else if err := r.(flate.Resetter).Reset(from, nil); err != nil {
			return nil, err
		}
		defer decompressors.Put(r)
		content := make([]byte, e.size)
		_, err := io.ReadFull(r, content)
		return content, err
	}
	return nil, errFormat
}
