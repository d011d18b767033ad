// SPDX-License-Identifier: BSD-3-Clause

// Package letter chooses the letters of pieces in drawings as text.
package letter

import "unicode"

// Choose chooses a different character for each piece, given the names. A name that is a single
// character and occurs once is its own letter; other pieces get the remaining letters from a on,
// then A to Z, 0 to 9, and those of other scripts.
func Choose(names []string) []rune {
	letters := make([]rune, len(names))
	times := map[string]int{}
	for _, name := range names {
		times[name]++
	}
	used := map[rune]bool{}
	for i, name := range names {
		if r := []rune(name); len(r) == 1 && times[name] == 1 && visible(r[0]) {
			letters[i] = r[0]
			used[r[0]] = true
		}
	}
	next := 'a'
	for i := range letters {
		if letters[i] != 0 {
			continue
		}
		for used[next] {
			next = following(next)
		}
		letters[i] = next
		next = following(next)
	}
	return letters
}

// visible reports whether r can stand for a piece: it is one column wide and has no other meaning
// in drawings.
func visible(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.Is(unicode.M, r) && !unicode.IsSpace(r) && r != '.' && r != '-'
}

// following returns the order in which pieces without a letter get one: a to z, A to Z, 0 to 9, and
// then the letters from À on.
func following(r rune) rune {
	switch r {
	case 'z':
		return 'A'
	case 'Z':
		return '0'
	case '9':
		return 'À'
	}
	for r++; r > 'z' && !unicode.IsLetter(r); r++ { // × and ÷ lie between
	}
	return r
}
