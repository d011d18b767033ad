// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"cmp"
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"
)

// carefulSudoku returns the careful solver of a sudoku in 81 characters. The items are the cells,
// and the digits of rows, columns and boxes; there are no sizes to add up.
func carefulSudoku(t *testing.T, text string) *careful {
	s := &careful{ctx: t.Context(), covered: make([]bool, 4*81), options: make([][]int, 4*81)}
	for i := range 81 {
		row, column := i/9, i%9
		for digit := range 9 {
			if text[i] != '.' && int(text[i]-'1') != digit {
				continue
			}
			items := []int{i, 81 + 9*row + digit, 2*81 + 9*column + digit, 3*81 + 9*(row/3*3+column/3) + digit}
			for _, k := range items {
				s.options[k] = append(s.options[k], len(s.items))
			}
			s.items = append(s.items, items)
		}
	}
	s.blocked = make([]int, len(s.items))
	return s
}

// ranksOf returns the ranks of numbers, from 0. Equal ones have the mean of their ranks.
func ranksOf(list []float64) []float64 {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(list[i], list[j]) })
	ranks := make([]float64, len(list))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && list[order[j]] == list[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			ranks[k] = float64(i+j-1) / 2
		}
		i = j
	}
	return ranks
}

// spearman returns the rank correlation of two lists.
func spearman(a, b []float64) float64 {
	p, q := ranksOf(a), ranksOf(b)
	middle := float64(len(a)-1) / 2
	var both, first, second float64
	for i := range p {
		both += (p[i] - middle) * (q[i] - middle)
		first += (p[i] - middle) * (p[i] - middle)
		second += (q[i] - middle) * (q[i] - middle)
	}
	return both / math.Sqrt(first*second)
}

// TestEffortOfPlayers compares the effort with how hard 344 sudokus were for people: the ratings by
// playing time, and by time and the share of games that were completed, of S. W. Wang, A Dataset of
// Sudoku Puzzles With Difficulty Metrics Experienced by Human Players, IEEE Access 12 (2024), as
// its author published them (CC0). The correlations are documented; the number of empty cells
// agrees less well with the ratings.
func TestEffortOfPlayers(t *testing.T) {
	f, err := os.Open("testdata/sudoku-players.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var effort, empty []float64
	var ratings [2][]float64
	for _, r := range records[1:] {
		s := carefulSudoku(t, r[1])
		if s.search(); s.err != nil || s.tried < 81 {
			t.Fatalf("%s: effort %d, %v", r[1], s.tried, s.err)
		}
		dots := 0
		for _, c := range r[1] {
			if c == '.' {
				dots++
			}
		}
		effort, empty = append(effort, float64(s.tried)), append(empty, float64(dots))
		for k := range ratings {
			x, err := strconv.ParseFloat(r[2+k], 64)
			if err != nil {
				t.Fatal(err)
			}
			ratings[k] = append(ratings[k], x)
		}
	}
	if len(effort) != 344 {
		t.Fatalf("%d sudokus", len(effort))
	}
	for k, want := range [2][2]float64{{0.391, 0.275}, {0.412, 0.203}} {
		for i, list := range [2][]float64{effort, empty} {
			if got := spearman(list, ratings[k]); math.Abs(got-want[i]) > 0.0006 {
				t.Errorf("rating %d: correlation %.4f of the %s, want %.3f", k+1, got, [2]string{"effort", "number of empty cells"}[i], want[i])
			}
		}
	}
	hard := 0
	for _, e := range effort {
		if e > 81 {
			hard++
		}
	}
	t.Logf("%d of %d sudokus cannot be solved by forced steps alone; correlation with each other: %.3f", hard, len(effort), spearman(ratings[0], ratings[1]))
}
