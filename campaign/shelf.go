package campaign

import (
	"encoding/hex"
	"fmt"
	"slices"
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

// parseKey reads a key.
func parseKey(text string) (key [keyBytes]byte, err error) {
	if n, err := hex.Decode(key[:], []byte(text[:min(len(text), 2*keyBytes)])); err != nil || n != keyBytes || len(text) != 2*keyBytes {
		return key, fmt.Errorf("campaign: the ledger has a record with the key %q, expected %d hexadecimal digits", text, 2*keyBytes)
	}
	return key, nil
}

// put adds a record. The last one with a key counts.
func (s *shelf) put(text string, record []byte) error {
	key, err := parseKey(text)
	if err != nil {
		return err
	}
	last := len(s.blocks) - 1
	if last < 0 || len(s.blocks[last])+len(record) > cap(s.blocks[last]) {
		s.blocks = append(s.blocks, make([]byte, 0, max(blockBytes, len(record))))
		last++
	}
	s.places[key] = place{int32(last), int32(len(s.blocks[last])), int32(len(record))}
	s.blocks[last] = append(s.blocks[last], record...)
	return nil
}

// take removes a record, and returns nil if there is none.
func (s *shelf) take(text string) []byte {
	key, err := parseKey(text)
	at, ok := s.places[key]
	if err != nil || !ok {
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
