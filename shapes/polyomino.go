package shapes

import (
	"fmt"
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

// drawn reads pieces when they are first asked for, so that programs that use none do not wait for
// them.
func drawn(lines ...string) func() []Shape {
	return sync.OnceValue(func() []Shape {
		pieces := make([]Shape, len(lines))
		for i, line := range lines {
			pieces[i] = MustParse(line)
		}
		return pieces
	})
}

// Monomino gives the single square.
func Monomino() Shape { return Rectangle(1, 1).Named("monomino") }

// Domino gives the two squares, one beside the other.
func Domino() Shape { return Rectangle(1, 2).Named("domino") }

// Trominoes lists the two free trominoes I and L.
func Trominoes() []Shape { return slices.Clone(trominoes()) }

// Tetrominoes lists the five free tetrominoes I, L, O, S and T.
func Tetrominoes() []Shape { return slices.Clone(tetrominoes()) }

// Pentominoes lists the twelve free pentominoes by Golomb's letters: F, I, L, N, P, T, U, V, W, X,
// Y and Z.
func Pentominoes() []Shape { return slices.Clone(pentominoes()) }

// Hexominoes lists the 35 free hexominoes by the names of Kadon's set Sextillions: A, C, D, E, high
// F, low F, high 4, low 4, G, H, I, J, K, L, M, short N, long N, O, P, Q, R, long S, long T, short
// T, U, V, Wa, Wb, Wc, X, italic X, high Y, low Y, long Z and short Z.
func Hexominoes() []Shape { return slices.Clone(hexominoes()) }

// OneSidedTetrominoes lists the seven one-sided tetrominoes by the letters that players know: I, J,
// L, O, S, T and Z.
func OneSidedTetrominoes() []Shape {
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

// OneSidedPentominoes lists the 18 one-sided pentominoes; the mirror image of F is F', and so on.
func OneSidedPentominoes() []Shape { return WithMirrorImages(Pentominoes()) }

// OneSidedHexominoes lists the 60 one-sided hexominoes, named as [WithMirrorImages] does.
func OneSidedHexominoes() []Shape { return WithMirrorImages(Hexominoes()) }

// Tromino gives the tromino I or L. Lower-case letters will do.
func Tromino(letter string) (Shape, error) { return byName("tromino", trominoes(), letter) }

// Tetromino gives the tetromino I, L, O, S or T. Lower-case letters will do.
func Tetromino(letter string) (Shape, error) { return byName("tetromino", tetrominoes(), letter) }

// Pentomino gives the pentomino of one of Golomb's letters F, I, L, N, P, T, U, V, W, X, Y and Z.
// Lower-case letters will do.
func Pentomino(letter string) (Shape, error) { return byName("pentomino", pentominoes(), letter) }

// Hexomino gives the hexomino of one of the names that [Hexominoes] lists. Case does not matter.
func Hexomino(name string) (Shape, error) { return byName("hexomino", hexominoes(), name) }

// byName finds a piece. The names in the error are parted by spaces, or by commas if there are
// spaces in them.
func byName(kind string, pieces []Shape, name string) (Shape, error) {
	names := make([]string, len(pieces))
	between := " "
	for i, s := range pieces {
		if strings.EqualFold(s.name, name) {
			return s, nil
		}
		names[i] = s.name
		if strings.Contains(s.name, " ") {
			between = ", "
		}
	}
	return Shape{}, fmt.Errorf("shapes: there is no %s %q, only %s", kind, name, strings.Join(names, between))
}
