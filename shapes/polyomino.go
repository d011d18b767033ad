package shapes

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// The named polyominoes, each in the orientation in which its letter can be recognised. The letters of the pentominoes
// are Golomb's (Solomon W. Golomb, Polyominoes, 1965), those of the smaller ones follow the same idea.
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
)

// drawn reads pieces when they are first asked for, so that programs that use none do not wait for them.
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

// Pentominoes lists the twelve free pentominoes by Golomb's letters: F, I, L, N, P, T, U, V, W, X, Y and Z.
func Pentominoes() []Shape { return slices.Clone(pentominoes()) }

// Tromino gives the tromino I or L. Lower-case letters will do.
func Tromino(letter string) (Shape, error) { return byLetter("tromino", trominoes(), letter) }

// Tetromino gives the tetromino I, L, O, S or T. Lower-case letters will do.
func Tetromino(letter string) (Shape, error) { return byLetter("tetromino", tetrominoes(), letter) }

// Pentomino gives the pentomino of one of Golomb's letters F, I, L, N, P, T, U, V, W, X, Y and Z. Lower-case letters
// will do.
func Pentomino(letter string) (Shape, error) { return byLetter("pentomino", pentominoes(), letter) }

func byLetter(kind string, pieces []Shape, letter string) (Shape, error) {
	letters := make([]string, len(pieces))
	for i, s := range pieces {
		if strings.EqualFold(s.name, letter) {
			return s, nil
		}
		letters[i] = s.name
	}
	return Shape{}, fmt.Errorf("shapes: there is no %s %q, only %s", kind, letter, strings.Join(letters, " "))
}
