// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	_ "embed"
	"math/big"
	"strconv"
	"strings"
	"sync"
)

// oeisText has values of the On-Line Encyclopedia of Integer Sequences (https://oeis.org), in lines
// of sequence, number of cells and value. The number of cells is independent of the offset of the
// sequence.
//
//go:embed oeis.csv
var oeisText string

// published returns the values of a sequence by number of cells.
var published = sync.OnceValue(func() map[string]map[int]*big.Int {
	values := map[string]map[int]*big.Int{}
	for line := range strings.Lines(oeisText) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		if fields[0] == "sequence" {
			continue
		}
		n, err := strconv.Atoi(fields[1])
		value, ok := new(big.Int).SetString(fields[2], 10)
		if err != nil || !ok {
			panic("shapes: invalid line in the table of sequences")
		}
		if values[fields[0]] == nil {
			values[fields[0]] = map[int]*big.Int{}
		}
		values[fields[0]][n] = value
	}
	return values
})

// sequencesOf has the sequences of fixed, one-sided and free polyforms, and of free ones without
// holes, by lattice. Traps: A001420 distinguishes triangles that point up and down, so it starts
// with 2; A000162 counts polycubes up to rotation, which some programs call free; A000228 counts
// planar polyhexes, while A038147 includes others from six cells on.
var sequencesOf = map[*Lattice]struct{ fixed, oneSided, free, withoutHoles string }{
	Square:   {"A001168", "A000988", "A000105", "A000104"},
	Triangle: {"A001420", "A006534", "A000577", "A070765"},
	Hexagon:  {"A001207", "A006535", "A000228", "A018190"},
	King:     {"A006770", "", "A030222", ""},
	Stick:    {"A096267", "A151537", "A019988", ""},
	Tan:      {"", "A151519", "A006074", ""},
	Kite:     {"", "", "A057786", ""},
	Cube:     {"A001931", "A000162", "A038119", ""},
}

// symmetrySequences has the sequences of the free polyominoes of each symmetry class.
var symmetrySequences = map[string]string{
	"none": "A006749", "axis": "A006746", "diagonal": "A006748", "half turn": "A006747", "two axes": "A056877",
	"two diagonals": "A056878", "quarter turn": "A144553", "full": "A142886",
}
