// SPDX-License-Identifier: BSD-3-Clause

// The problem. Find the numbers of items and colors by their names, some hundred
// thousand times in the text of a large problem, where the time matters as much as
// that of a short search.
//
// The source. Hashing with open addressing and linear probing: D. E. Knuth, The
// Art of Computer Programming, volume 3, section 6.4; the rest is ours.
//
// The idea. Nearly all names are short. A name of up to seven bytes fits in a word,
// with its length in the highest byte, so that one comparison of words compares two
// names. The word of a longer name is a hash of its bytes with 255 in the highest
// byte; if the words are equal, the names are compared as well. The words are kept in
// a hash table that is at most half full. Names of one byte need no table.
//
// An example. The name "b12" is the word 03 00 00 00 32 31 62 (hexadecimal,
// highest byte first), and no other name has this word.
//
// The cost. About 5 ns for a short name that is found. Guessing that the same item
// follows as last time is not faster: a wrong guess costs more than a right one saves.

package dlx

import (
	"math/bits"
	"slices"
	"sync"
)

// names finds items and colors by their names. It is shared by problems that were
// made from each other by additions at the end. Only the longest of them may add to
// it; the others copy it first.
type names struct {
	sync.Mutex
	item, color    dictionary
	items, options int   // the numbers of the longest problem
	seen           []int // seen[i] == stamp if item i is in the option being read
	stamp          int
}

// newNames returns the names of a problem.
func newNames(p *Problem) *names {
	s := &names{items: len(p.items), options: p.NumOptions()}
	for _, it := range p.items {
		s.item.add(it.name)
	}
	for _, name := range p.colors {
		s.color.add(name)
	}
	return s
}

// A dictionary assigns the numbers 0, 1, ... to names. The zero value is empty.
type dictionary struct {
	list   []string   // the names by number
	words  []uint64   // the words of the names
	single [256]int32 // the numbers of names of one byte, plus 1
	slots  []slot     // their number is a power of two
	shift  uint       // 64 minus its exponent
}

// A slot of the table has the word of a name and its number. It is free if the word
// is 0.
type slot struct {
	word   uint64
	number int32
}

// short is the greatest length of a name that is given by its word alone.
const short = 7

// wordOf returns the word of a name.
func wordOf(name string) uint64 {
	word := uint64(0)
	if len(name) <= short {
		for i := len(name) - 1; i >= 0; i-- {
			word = word<<8 | uint64(name[i])
		}
		return word | uint64(len(name))<<56
	}
	for i := range len(name) {
		word = (word ^ uint64(name[i])) * 0x100000001b3 // FNV-1a but for its beginning
	}
	return word | 0xff<<56
}

// bytesAt returns eight bytes of a text as a word, the first one lowest.
func bytesAt(text string, at int) uint64 {
	s := text[at : at+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// read reads a name, up to a space, a colon or the end of the line, and returns its
// number, or nobody if it is unknown, and its end. It reads eight bytes at once if
// there are that many.
func (d *dictionary) read(text string, from int) (number int32, to int) {
	if from+8 > len(text) {
		to = skipWord(text, from, colon)
		return d.search(text[from:to]), to
	}
	if class[text[from+1]] >= space && d.single[text[from]] > 0 {
		return d.single[text[from]] - 1, from + 1
	}
	to = from
	for to < len(text) && class[text[to]] == letter {
		to++
	}
	if to < len(text) && class[text[to]] == wide {
		to = skipWord(text, to, colon)
	}
	n := to - from
	if n > short {
		return d.search(text[from:to]), to
	}
	word := bytesAt(text, from)&(1<<(8*n&63)-1) | uint64(n)<<56
	if at := d.place(word); at < uint64(len(d.slots)) && d.slots[at].word == word && n > 0 {
		return d.slots[at].number, to
	}
	return d.search(text[from:to]), to
}

// search returns the number of a name, or nobody if it is unknown.
func (d *dictionary) search(name string) int32 {
	if len(d.slots) == 0 || name == "" {
		return nobody
	}
	word := wordOf(name)
	for at := d.place(word); ; at = (at + 1) & uint64(len(d.slots)-1) {
		s := &d.slots[at]
		if s.word == 0 {
			return nobody
		}
		if s.word == word && (len(name) <= short || d.list[s.number] == name) {
			return s.number
		}
	}
}

// place returns the first slot for a word.
func (d *dictionary) place(word uint64) uint64 {
	return word * 0x9e3779b97f4a7c15 >> (d.shift & 63) // 2^64 divided by the golden ratio
}

// nobody stands for the number of an unknown name.
const nobody = -1

// add assigns the next number to a new name.
func (d *dictionary) add(name string) int32 {
	d.expect(1)
	n := int32(len(d.list))
	d.list, d.words = append(d.list, name), append(d.words, wordOf(name))
	if len(name) == 1 {
		d.single[name[0]] = n + 1
	}
	d.enter(n)
	return n
}

// expect makes room for more names.
func (d *dictionary) expect(more int) {
	d.list, d.words = slices.Grow(d.list, more), slices.Grow(d.words, more)
	if size := 2 * (len(d.list) + more); size > len(d.slots) {
		d.shift = uint(64 - bits.Len(uint(max(size, 64)-1)))
		d.slots = make([]slot, 1<<(64-d.shift))
		for n := range d.list {
			d.enter(int32(n))
		}
	}
}

// enter inserts a name into the table, which must have a free slot.
func (d *dictionary) enter(n int32) {
	at := d.place(d.words[n])
	for d.slots[at].word != 0 {
		at = (at + 1) & uint64(len(d.slots)-1)
	}
	d.slots[at] = slot{d.words[n], n}
}

// cut removes all names but the first n.
func (d *dictionary) cut(n int) {
	if n == len(d.list) {
		return
	}
	for _, name := range d.list[n:] {
		if len(name) == 1 {
			d.single[name[0]] = 0
		}
	}
	d.list, d.words = d.list[:n], d.words[:n]
	clear(d.slots)
	for n := range d.list {
		d.enter(int32(n))
	}
}
