// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"encoding/binary"
	"errors"
	"hash/crc64"
)

// ErrState is the error of a search that cannot be resumed from its saved state, which is damaged,
// or belongs to another problem or version.
var ErrState = errors.New("the saved state of the count is damaged or was written by another version of the program; start the count again")

// A State writes or reads Part.State: words, preceded by a name and followed by
// a checksum.
type State struct {
	Bytes []byte
	bad   bool
}

// check returns the checksum of bytes. Its table is made by the first call.
func check(bytes []byte) uint64 { return crc64.Checksum(bytes, crc64.MakeTable(crc64.ECMA)) }

// NewState starts a state with the given name.
func NewState(name uint64) *State {
	st := &State{}
	st.Put(name)
	return st
}

// Put adds words.
func (st *State) Put(words ...uint64) {
	for _, w := range words {
		st.Bytes = binary.LittleEndian.AppendUint64(st.Bytes, w)
	}
}

// Close adds the checksum and returns the state.
func (st *State) Close() []byte {
	st.Put(check(st.Bytes))
	return st.Bytes
}

// OpenState starts reading a state. It checks the checksum and the name.
func OpenState(bytes []byte, name uint64) *State {
	n := len(bytes) - 8
	if n < 8 || n%8 != 0 || check(bytes[:n]) != binary.LittleEndian.Uint64(bytes[n:]) {
		return &State{bad: true}
	}
	st := &State{Bytes: bytes[:n]}
	st.bad = st.Get() != name
	return st
}

// Get reads the next word, 0 if there is none.
func (st *State) Get() uint64 {
	if len(st.Bytes) < 8 {
		st.bad = true
		return 0
	}
	w := binary.LittleEndian.Uint64(st.Bytes)
	st.Bytes = st.Bytes[8:]
	return w
}

// Number reads a word that is at least low and at most high.
func (st *State) Number(low, high int) int {
	w := st.Get()
	if w < uint64(low) || w > uint64(high) {
		st.bad = true
		return low
	}
	return int(w)
}

// Words reads the next n words.
func (st *State) Words(n int) []uint64 {
	if n < 0 || n > len(st.Bytes)/8 {
		st.bad = true
		return nil
	}
	words := make([]uint64, n)
	for i := range words {
		words[i] = st.Get()
	}
	return words
}

// OK reports whether all reads succeeded.
func (st *State) OK() bool { return !st.bad }
