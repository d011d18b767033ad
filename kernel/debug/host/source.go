// SPDX-License-Identifier: BSD-3-Clause

package host

import (
	"encoding/binary"
	"strconv"
)

// HashSeed is the seed of Hash. Jupyter finds the source of a breakpoint by a hash of the text of
// the cell, which the frontend computes too.
const HashSeed = 0xc70f6907

// Hash is MurmurHash2 for 32 bits, by Austin Appleby.
func Hash(text string, seed uint32) uint32 {
	const m = 0x5bd1e995
	data := []byte(text)
	h := seed ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := binary.LittleEndian.Uint32(data) * m
		k ^= k >> 24
		h = h*m ^ k*m
	}
	switch len(data) {
	case 3:
		h ^= uint32(data[2]) << 16
		fallthrough
	case 2:
		h ^= uint32(data[1]) << 8
		fallthrough
	case 1:
		h ^= uint32(data[0])
		h *= m
	}
	h ^= h >> 13
	h *= m
	return h ^ h>>15
}

// CellPath returns the path of the source of a cell, which is no file.
func CellPath(prefix, text string) string {
	return prefix + strconv.FormatUint(uint64(Hash(text, HashSeed)), 10) + ".go"
}
