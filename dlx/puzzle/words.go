package puzzle

import (
	"fmt"
	"strings"
	"unicode"

	"polka/dlx"
)

// Words is the problem to hide words in a rectangle of letters, each once, in
// any of the eight directions, crossing each other where letters agree. A word
// is a primary item, and a cell a secondary one whose color is its letter:
// Knuth, section 7.2.2.1, (49).
type Words struct {
	rows, columns int
	words         []string
}

// NewWords makes the problem. Words are in one string, separated by spaces;
// capital letters are not told from small ones. It panics if the rectangle has
// no cells.
func NewWords(rows, columns int, words string) (Words, error) {
	if rows < 1 || columns < 1 {
		panic("puzzle: a word search has no cells")
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

// A WordPlace tells where a word lies: from which cell, rows and columns
// counted from 0, and how many rows and columns it goes on for each letter.
type WordPlace struct {
	Word                string
	Row, Column         int
	RowStep, ColumnStep int
}

// places lists the options. A word that reads the same backwards has each place
// once, and one of one letter each cell.
func (w Words) places() (list []WordPlace) {
	for _, word := range w.words {
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
					list = append(list, WordPlace{word, i, j, d[0], d[1]})
				}
			}
		}
	}
	return list
}

// Problem states the puzzle.
func (w Words) Problem() *dlx.Problem {
	p := dlx.New(w.words...)
	for i := range w.rows {
		for j := range w.columns {
			p = p.Secondary(fmt.Sprintf("%d,%d", i+1, j+1))
		}
	}
	for _, at := range w.places() {
		option := []string{at.Word}
		for k, r := range []rune(at.Word) {
			option = append(option, fmt.Sprintf("%d,%d:%c", at.Row+k*at.RowStep+1, at.Column+k*at.ColumnStep+1, r))
		}
		p = p.Option(option...)
	}
	return p
}

// Decode gives the letters in the rectangle, a string for each row, with a dot
// where there is none, and the places of the words.
func (w Words) Decode(s dlx.Solution) (letters []string, where []WordPlace) {
	cells := make([][]rune, w.rows)
	for i := range cells {
		cells[i] = []rune(strings.Repeat(".", w.columns))
	}
	places := w.places()
	for _, k := range s.Options() {
		at := places[k]
		where = append(where, at)
		for i, r := range []rune(at.Word) {
			cells[at.Row+i*at.RowStep][at.Column+i*at.ColumnStep] = r
		}
	}
	for _, row := range cells {
		letters = append(letters, string(row))
	}
	return letters, where
}

// Show draws a solution.
func (w Words) Show(s dlx.Solution) string {
	letters, _ := w.Decode(s)
	for i, row := range letters {
		letters[i] = strings.Join(strings.Split(row, ""), " ")
	}
	return strings.Join(letters, "\n")
}

// String names the puzzle.
func (w Words) String() string {
	return fmt.Sprintf("%d words in %d by %d cells", len(w.words), w.rows, w.columns)
}
