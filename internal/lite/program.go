// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// What a visitor loads of the program is a text that LZMA compresses better than a module of
// WebAssembly, and from which cmd/lite/web/unpack.js makes one:
//
//   - the code as instructions.go writes it;
//   - the data in one piece. The linker leaves out what is zero, and writes 100,000 pieces, each with
//     its address and size;
//   - the table of functions column by column, with differences of what grows;
//   - no names of files and no numbers of lines. When a goroutine fails, the runtime prints the names
//     of functions, with ? and 0 for file and line.
//
// The linker's tables are described in package runtime (symtab.go, type moduledata) and in
// cmd/link/internal/ld/pcln.go.

var errProgram = errors.New("the program is not as expected")

// firstPage is the number of the first function in addresses of code, less that of imported ones.
// See funcValueOffset in cmd/link/internal/wasm.
const firstPage = 0x1000

// header is what the text of a program begins with.
type header struct {
	Size      uint32 // of the module
	Head      uint32 // bytes before the functions
	Functions uint32
	Page      uint32 // of the first function
	Middle    uint32 // bytes between functions and data
	Data      uint32
	Tail      uint32 // bytes after the data
	Table     uint32 // the place of the table of functions in the data
	Entries   uint32 // functions in that table
	TableSize uint32
}

// packProgram returns the text of a module that is like the given one, without lines and files, and
// that module.
func packProgram(module []byte) (text, result []byte, err error) {
	if len(module) < 8 || string(module[:4]) != "\x00asm" {
		return nil, nil, fmt.Errorf("%w: sections", errProgram)
	}
	var head, code, middle, data, tail []byte
	var count uint64
	for at := 8; at < len(module); {
		size, n := binary.Uvarint(module[at+1:])
		from, end := at+1+n, at+1+n+int(size)
		if n <= 0 || end > len(module) {
			return nil, nil, fmt.Errorf("%w: sections", errProgram)
		}
		switch id := module[at]; {
		case id == 10:
			number, n := binary.Uvarint(module[from:end])
			count, code, head = number, module[from+n:end], module[:from+n]
		case id == 11:
			data, tail = module[from:end], module[end:]
		case code != nil && data == nil:
			return nil, nil, fmt.Errorf("%w: section %d", errProgram, id)
		}
		at = end
	}
	image, base, err := memory(data)
	if err != nil {
		return nil, nil, err
	}
	h := header{Head: uint32(len(head)), Functions: uint32(count), Page: firstPage, Data: uint32(len(image)), Tail: uint32(len(tail))}
	if h.Table, h.Entries, h.TableSize, err = dropLines(image); err != nil {
		return nil, nil, err
	}
	text, err = functions(code, firstPage)
	if err != nil {
		return nil, nil, err
	}
	section := appendSigned([]byte{1, 0, 0x41}, int64(base)) // one piece, in memory 0, at a constant
	section = binary.AppendUvarint(append(section, 0x0b), uint64(len(image)))
	middle = binary.AppendUvarint([]byte{11}, uint64(len(section)+len(image)))
	middle = append(middle, section...)
	h.Middle = uint32(len(middle))
	h.Size = uint32(len(head) + len(code) + len(middle) + len(image) + len(tail))
	result = slices.Concat(head, code, middle, image, tail)

	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, h); err != nil {
		return nil, nil, err
	}
	table := image[h.Table:][:h.TableSize]
	if err := packTable(table, int(h.Entries)); err != nil {
		return nil, nil, err
	}
	for _, part := range [][]byte{head, text, middle, image, tail} {
		b.Write(part)
	}
	return b.Bytes(), result, nil
}

// memory returns the contents of a data section as one piece, and its address.
func memory(section []byte) (image []byte, base int64, err error) {
	defer func() {
		if recover() != nil { // beyond the end
			err = fmt.Errorf("%w: data", errProgram)
		}
	}()
	count, n := binary.Uvarint(section)
	section = section[n:]
	type piece struct {
		address int64
		content []byte
	}
	var pieces []piece
	for range count {
		address, n, _ := signed(section[2:])
		if section[0] != 0 || section[1] != 0x41 || section[2+n] != 0x0b {
			return nil, 0, fmt.Errorf("%w: data", errProgram)
		}
		section = section[3+n:]
		size, n := binary.Uvarint(section)
		pieces = append(pieces, piece{address, section[n:][:size]})
		section = section[n+int(size):]
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(a.address, b.address) })
	base = pieces[0].address
	for _, p := range pieces {
		gap := int(p.address-base) - len(image)
		if gap < 0 || gap > 1<<26 {
			return nil, 0, fmt.Errorf("%w: data", errProgram)
		}
		image = append(append(image, make([]byte, gap)...), p.content...)
	}
	return image, base, nil
}

// The words of a function in the table, of type _func in package runtime.
const (
	wordPCSP   = 4
	wordFile   = 5
	wordLine   = 6
	wordTables = 7  // the number of tables that follow
	wordUnit   = 8  // of compilation, for names of files
	wordStart  = 9  // the line of the function
	wordData   = 10 // the number of pointers that follow, in the highest byte
	words      = 11
)

// dropLines removes lines and files from the table of functions, and returns where that is in the
// image, with the index before it.
func dropLines(image []byte) (table, entries, size uint32, err error) {
	defer func() {
		if recover() != nil { // beyond the end
			err = fmt.Errorf("%w: table of functions", errProgram)
		}
	}()
	magic := []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8} // abi.CurrentPCLnTabMagic, quantum, size of a pointer
	start := bytes.Index(image, magic)
	if start < 0 || bytes.Contains(image[start+1:], magic) {
		return 0, 0, 0, fmt.Errorf("%w: table of functions", errProgram)
	}
	var offset [8]int // of functions, files, (unused), names, units, files, tables of places, functions
	for i := range offset {
		offset[i] = int(binary.LittleEndian.Uint64(image[start+8+8*i:]))
	}
	tables := image[start+offset[6] : start+offset[7]]
	table, entries = uint32(start+offset[7]), uint32(offset[0])
	list, end := functionTable(image[table:], int(entries))

	needed := map[uint32]bool{} // the tables of places that say something else
	for _, f := range list {
		needed[f[wordPCSP]] = true
		for _, t := range f[words : words+f[wordTables]] {
			needed[t] = true
		}
	}
	for _, f := range list {
		for _, w := range []int{wordFile, wordLine} {
			if t := f[w]; t != 0 && !needed[t] {
				clear(tables[t:][:placesSize(tables[t:])])
			}
			f[w] = 0
		}
		f[wordUnit], f[wordStart] = 0, 0
	}
	clear(image[start+offset[4] : start+offset[6]])
	putFunctions(image[table:], list)
	return table, entries, uint32(end), nil
}

// placesSize returns the size of a table of places, which ends with a zero.
func placesSize(b []byte) int {
	for at := 0; ; {
		value, n := binary.Uvarint(b[at:])
		if at += n; value == 0 && at > n {
			return at
		}
		_, n = binary.Uvarint(b[at:])
		at += n
	}
}

// functionTable reads the words of all functions, and returns the end of the last one.
func functionTable(table []byte, entries int) (list [][]uint32, end int) {
	for i := range entries {
		at := int(binary.LittleEndian.Uint32(table[8*i+4:]))
		n := words + int(binary.LittleEndian.Uint32(table[at+4*wordTables:])) + int(table[at+4*wordData+3])
		f := make([]uint32, n)
		for j := range f {
			f[j] = binary.LittleEndian.Uint32(table[at+4*j:])
		}
		list = append(list, f)
		end = max(end, at+4*n)
	}
	return list, end
}

// putFunctions writes the words of all functions to their places.
func putFunctions(table []byte, list [][]uint32) {
	for i, f := range list {
		at := binary.LittleEndian.Uint32(table[8*i+4:])
		for j, w := range f {
			binary.LittleEndian.PutUint32(table[int(at)+4*j:], w)
		}
	}
}

// packTable writes the table of functions column by column. A column has one word of each function,
// or of those that have so many. What follows from the rest is left out: the index before the
// functions but for its last entry, and where functions begin.
func packTable(table []byte, entries int) error {
	list, _ := functionTable(table, entries)
	var columns, tables, pointers [][]uint32
	add := func(to *[][]uint32, column int, word uint32) {
		if column == len(*to) {
			*to = append(*to, nil)
		}
		(*to)[column] = append((*to)[column], word)
	}
	at := 8 * (entries + 1)
	for i, f := range list {
		index := table[8*i:]
		if binary.LittleEndian.Uint32(index) != f[0] || int(binary.LittleEndian.Uint32(index[4:])) != at {
			return fmt.Errorf("%w: index of functions", errProgram)
		}
		at += (4*len(f) + 7) &^ 7
		for j, w := range f {
			if k := j - words; k < 0 {
				add(&columns, j, w)
			} else if k < int(f[wordTables]) {
				add(&tables, k, w)
			} else {
				add(&pointers, k-int(f[wordTables]), w)
			}
		}
	}
	for _, column := range columns[:2] { // the entry and the name
		var last uint32
		for i, w := range column {
			column[i], last = w-last, w
		}
	}
	packed := slices.Clone(table[8*entries : 8*(entries+1)])
	for _, column := range slices.Concat(columns, tables, pointers) {
		for _, w := range column {
			packed = binary.LittleEndian.AppendUint32(packed, w)
		}
	}
	clear(table[copy(table, packed):])
	return nil
}
