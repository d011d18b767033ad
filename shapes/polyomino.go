// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"slices"
	"strings"
	"sync"
)

// The named polyominoes, each in the orientation in which its letter can be recognized. The letters
// of the pentominoes are Golomb's (Solomon W. Golomb, Polyominoes, 1965), those of the smaller ones
// follow the same idea.
var (
	trominoes = drawn(
		"I = ###",
		"L = #./##",
	)
	tetrominoes = drawn(
		"I = ####",
		"L = #./#./##",
		"O = ##/##",
		"S = .##/##.",
		"T = ###/.#.",
	)
	pentominoes = drawn(
		"F = .##/##./.#.",
		"I = #/#/#/#/#",
		"L = #./#./#./##",
		"N = .#/.#/##/#.",
		"P = ##/##/#.",
		"T = ###/.#./.#.",
		"U = #.#/###",
		"V = #../#../###",
		"W = #../##./.##",
		"X = .#./###/.#.",
		"Y = .#/##/.#/.#",
		"Z = ##./.#./.##",
	)
	// The names of the hexominoes are those of Kadon's set Sextillions, as David Goodger's Polyform
	// Puzzler has them.
	hexominoes = drawn(
		"A = ###/##./#..",
		"C = ##/#./#./##",
		"D = #./##/##/#.",
		"E = .##/##./.##",
		`"high F" = .##/##./.#./.#.`,
		`"low F" = .##/.#./##./.#.`,
		`"high 4" = ..##/###./..#.`,
		`"low 4" = .###/##../.#..`,
		"G = ##/#./##/.#",
		"H = #../###/#.#",
		"I = #/#/#/#/#/#",
		"J = ..#/#.#/###",
		"K = .#./###/##.",
		"L = #./#./#./#./##",
		"M = ..##/###./#...",
		`"short N" = .#/##/##/#.`,
		`"long N" = .#/##/#./#./#.`,
		"O = ##/##/##",
		"P = ##/##/#./#.",
		"Q = ##./##./.##",
		"R = ##./###/#..",
		`"long S" = #./#./##/.#/.#`,
		`"long T" = ###/.#./.#./.#.`,
		`"short T" = ####/.#../.#..`,
		"U = #.#./####",
		"V = ..#/..#/..#/###",
		"Wa = ..#/..#/.##/##.",
		"Wb = ..##/.##./##..",
		"Wc = ..#./.###/##..",
		"X = .#./.#./###/.#.",
		`"italic X" = .#./.##/##./.#.`,
		`"high Y" = .#/##/.#/.#/.#`,
		`"low Y" = .#/.#/##/.#/.#`,
		`"long Z" = ##./.#./.#./.##`,
		`"short Z" = ##../.#../.###`,
	)
)

// drawn returns a function that parses pieces when it is first called, so that programs that do not
// use them start faster.
func drawn(lines ...string) func() []Shape {
	return sync.OnceValue(func() []Shape {
		pieces := make([]Shape, len(lines))
		for i, line := range lines {
			pieces[i] = MustParse(line)
		}
		return pieces
	})
}

// Monomino returns the single square.
func Monomino() Shape { return Rectangle(1, 1).Named("monomino") }

// Domino returns two squares side by side.
func Domino() Shape { return Rectangle(1, 2).Named("domino") }

// Tetrominoes returns the five free tetrominoes I, L, O, S and T.
func Tetrominoes() []Shape { return slices.Clone(tetrominoes()) }

// Pentominoes returns the twelve free pentominoes with Golomb's letters F, I, L, N, P, T, U, V, W,
// X, Y and Z.
func Pentominoes() []Shape { return slices.Clone(pentominoes()) }

// Pentomino returns the pentomino with one of the letters of [Pentominoes], in upper or lower case.
func Pentomino(letter string) (Shape, error) { return PieceByName("pentominoes", letter) }

// oneSidedTetrominoes have the letters that players of computer games know.
func oneSidedTetrominoes() []Shape {
	twins := map[string]string{"L'": "J", "S'": "Z"}
	all := WithMirrorImages(Tetrominoes())
	for i, s := range all {
		if name, ok := twins[s.name]; ok {
			all[i] = s.Named(name)
		}
	}
	slices.SortFunc(all, func(s, t Shape) int { return strings.Compare(s.name, t.name) })
	return all
}
