// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"encoding/hex"
	"slices"
	"strings"
)

// A shelf holds the records of a ledger during an audit, a million of them in the memory that
// their texts need and 50 bytes for each.
type shelf struct {
	places map[[keyBytes]byte]place
	blocks [][]byte
}

// keyBytes is the number of bytes of a key, which is written in hexadecimal digits.
const keyBytes = 16

// A place is where the text of a record is.
type place struct{ block, begin, length int32 }

// blockBytes is the number of bytes that are allocated at a time.
const blockBytes = 1 << 20

func newShelf() *shelf { return &shelf{places: map[[keyBytes]byte]place{}} }

// parseKey reads a key, and reports whether it is one.
func parseKey(text string) (key [keyBytes]byte, ok bool) {
	if len(text) != 2*keyBytes || strings.ToLower(text) != text {
		return key, false
	}
	_, err := hex.Decode(key[:], []byte(text))
	return key, err == nil
}

// put adds a record. The last one with a key counts. What has no key of a part is ignored: it was
// not written by a worker.
func (s *shelf) put(text string, record []byte) {
	key, ok := parseKey(text)
	if !ok {
		return
	}
	last := len(s.blocks) - 1
	if last < 0 || len(s.blocks[last])+len(record) > cap(s.blocks[last]) {
		s.blocks = append(s.blocks, make([]byte, 0, max(blockBytes, len(record))))
		last++
	}
	s.places[key] = place{int32(last), int32(len(s.blocks[last])), int32(len(record))}
	s.blocks[last] = append(s.blocks[last], record...)
}

// take removes a record, and returns nil if there is none.
func (s *shelf) take(text string) []byte {
	key, ok := parseKey(text)
	if !ok {
		return nil
	}
	at, ok := s.places[key]
	if !ok {
		return nil
	}
	delete(s.places, key)
	return s.blocks[at.block][at.begin : at.begin+at.length]
}

// keys returns the keys of the records that were not taken, in order.
func (s *shelf) keys() []string {
	var list []string
	for key := range s.places {
		list = append(list, hex.EncodeToString(key[:]))
	}
	slices.Sort(list)
	return list
}
