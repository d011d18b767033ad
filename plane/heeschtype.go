// SPDX-License-Identifier: BSD-3-Clause

// The type of an isohedral tiling.
//
// Heesch's notation has a letter for each side of the tile, in cyclic order: T if the side is
// translated to another one, C if a half turn about its middle maps it to itself, Cn if a rotation
// by 1/n of a turn about an end maps it to the next side, and G if a glide reflection maps it to
// another side; two pairs of sides G have numbers. The sides end where three or more tiles
// meet. There are 28 types; in the list of Grünbaum and Shephard ("Tilings and Patterns", 1987,
// section 6.2) they are those whose tiles have no symmetry and need no straight sides.

package plane

import (
	"fmt"
	"slices"
	"strings"
)

// heeschNumbers has the number of Grünbaum and Shephard for each of the 28 types.
var heeschNumbers = map[string]int{
	"TTTTTT": 1, "TG1G1TG2G2": 2, "TG1G2TG2G1": 3, "TCCTCC": 4, "TCCTGG": 5, "CG1CG2G1G2": 6, "C3C3C3C3C3C3": 7,
	"CC3C3C6C6": 21, "TCTCC": 23, "TCTGG": 25, "CG1G2G1G2": 27, "CC4C4C4C4": 28, "C3C3C6C6": 31, "C3C3C3C3": 33,
	"CC3C3": 39, "TTTT": 41, "TGTG": 43, "G1G1G2G2": 44, "CCCC": 46, "TCTC": 47, "CGCG": 51, "G1G2G1G2": 52,
	"CCGG": 53, "C4C4C4C4": 55, "CC4C4": 79, "CCC": 84, "CGG": 86, "CC6C6": 88,
}

// heeschType returns the type of the tiling that a set of neighbors generates, or "" if it uses
// reflections, so that it is not one of the 28 types.
func (g *gluing) heeschType(neighbors []motion) string {
	across := g.across(neighbors)
	var sides []motion // each the neighbor across a side
	for i, m := range across {
		// A side ends where the neighbor changes.
		if before := across[(i+g.edges-1)%g.edges]; before != m {
			sides = append(sides, m)
		}
	}
	letters := make([]string, len(sides))
	glides := 0
	for i, m := range sides {
		j := slices.Index(sides, g.back(m))
		op := &g.ops[m.op]
		switch {
		case j < 0 || op.mirror && i == j:
			return ""
		case op.mirror:
			if letters[i] == "" {
				glides++
				letters[i], letters[j] = fmt.Sprintf("G%d", glides), fmt.Sprintf("G%d", glides)
			}
		case m.op == 0:
			letters[i] = "T"
		case i == j:
			letters[i] = "C"
		default:
			letters[i] = fmt.Sprintf("C%d", op.order)
		}
	}
	return matchHeesch(letters)
}

// matchHeesch returns the type that has the given letters up to the choice of the first side, the
// sense of rotation, and the numbers of the glide reflections.
func matchHeesch(letters []string) string {
	n := len(letters)
	for turn := range n {
		for _, way := range [2]int{1, n - 1} {
			list := make([]string, n)
			numbers := make(map[string]string)
			for i := range list {
				s := letters[(turn+i*way)%n]
				if s[0] == 'G' {
					if numbers[s] == "" {
						numbers[s] = fmt.Sprintf("G%d", len(numbers)+1)
					}
					s = numbers[s]
				}
				list[i] = s
			}
			symbol := strings.Join(list, "")
			if len(numbers) == 1 {
				symbol = strings.ReplaceAll(symbol, "G1", "G")
			}
			if heeschNumbers[symbol] != 0 {
				return symbol
			}
		}
	}
	return ""
}
