// SPDX-License-Identifier: BSD-3-Clause

package puzzle

import (
	"fmt"
	"strings"
	"unicode"

	"polka/dlx"
)

// Words is the puzzle of hiding words in a rectangle of letters, each once, in any of
// the eight directions. Words may cross where their letters agree. The words are
// primary items, and the cells are secondary items whose colors are letters: Knuth,
// section 7.2.2.1, (49).
type Words struct {
	rows, columns int
	words         []string
}

// ParseWords returns the puzzle for the words in a string, separated by spaces. Case does
// not matter. It is an error if there are no words, a word occurs twice, or one contains
// anything but letters, and if the numbers of rows and columns are not positive.
func ParseWords(rows, columns int, words string) (Words, error) {
	if rows < 1 || columns < 1 {
		return Words{}, fmt.Errorf("puzzle: %d rows and %d columns: expected positive numbers", rows, columns)
	}
	w := Words{rows: rows, columns: columns}
	seen := map[string]bool{}
	for i, word := range strings.Fields(strings.ToUpper(words)) {
		if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
			return Words{}, fmt.Errorf("puzzle: word %d: expected letters, found %q", i+1, word)
		}
		if seen[word] {
			return Words{}, fmt.Errorf("puzzle: word %d: expected each word once, found %q again", i+1, word)
		}
		seen[word] = true
		w.words = append(w.words, word)
	}
	if len(w.words) == 0 {
		return Words{}, fmt.Errorf("puzzle: expected words to hide, found none")
	}
	return w, nil
}

// A wordPlace is a place of a word, given by its number: the cell of its first
// letter, and the step from each letter to the next.
type wordPlace struct {
	word                int
	row, column         int
	rowStep, columnStep int
}

// letter returns the cell of letter k.
func (at wordPlace) letter(k int) (row, column int) {
	return at.row + k*at.rowStep, at.column + k*at.columnStep
}

// places returns the options. A palindrome has each place once, and a word of one
// letter each cell once.
func (w Words) places() (list []wordPlace) {
	for n, word := range w.words {
		letters := []rune(word)
		palindrome := true
		for i, r := range letters {
			palindrome = palindrome && r == letters[len(letters)-1-i]
		}
		for i := range w.rows {
			for j := range w.columns {
				for _, d := range [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}} {
					r, c := i+(len(letters)-1)*d[0], j+(len(letters)-1)*d[1]
					if r < 0 || r >= w.rows || c < 0 || c >= w.columns {
						continue
					}
					if palindrome && (d[0] < 0 || d[0] == 0 && d[1] < 0) || len(letters) == 1 && d != [2]int{0, 1} {
						continue
					}
					list = append(list, wordPlace{n, i, j, d[0], d[1]})
				}
			}
		}
	}
	return list
}

// Problem returns the puzzle as an exact cover problem.
func (w Words) Problem() *dlx.Problem {
	p := dlx.New()
	for _, word := range w.words {
		p = p.AddItems(dlx.Item{Name: word})
	}
	for i := range w.rows {
		for j := range w.columns {
			p = p.AddItems(dlx.Item{Name: fmt.Sprintf("%d,%d", i+1, j+1), Secondary: true})
		}
	}
	for _, at := range w.places() {
		option := entries(at.word)
		for k, r := range []rune(w.words[at.word]) {
			row, column := at.letter(k)
			option = append(option, dlx.Entry{Item: len(w.words) + row*w.columns + column, Color: string(r)})
		}
		p = p.AddEntries(option...)
	}
	return p
}

// Decode returns the letters in the rectangle, a string for each row, with a dot
// for an empty cell.
func (w Words) Decode(s dlx.Solution) []string {
	cells := make([][]rune, w.rows)
	for i := range cells {
		cells[i] = []rune(strings.Repeat(".", w.columns))
	}
	places := w.places()
	for _, k := range s.Options() {
		at := places[k]
		for i, r := range []rune(w.words[at.word]) {
			row, column := at.letter(i)
			cells[row][column] = r
		}
	}
	var letters []string
	for _, row := range cells {
		letters = append(letters, string(row))
	}
	return letters
}

// Text returns a picture of a solution.
func (w Words) Text(s dlx.Solution) string {
	letters := w.Decode(s)
	for i, row := range letters {
		letters[i] = strings.Join(strings.Split(row, ""), " ")
	}
	return strings.Join(letters, "\n")
}

// String returns a description of the puzzle.
func (w Words) String() string {
	return fmt.Sprintf("%d words in %d by %d cells", len(w.words), w.rows, w.columns)
}
