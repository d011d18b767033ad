// Algorithmx_maps solves sudokus by Knuth's Algorithm X with maps of sets, after Ali Assaf's "Algorithm X
// in 30 lines!".
package main

import "fmt"

// A matrix has the rows of each column. Its rows are kept beside it.
type (
	set    map[int]bool
	matrix map[int]set
)

// exact gives the columns of each row, and the rows of each column. A row is 81*r + 9*c + d.
func exact() (matrix, map[int][]int) {
	x, y := matrix{}, map[int][]int{}
	for r := 0; r < 9; r++ {
		for c := 0; c < 9; c++ {
			for d := 0; d < 9; d++ {
				b := r/3*3 + c/3
				y[81*r+9*c+d] = []int{9*r + c, 81 + 9*r + d, 162 + 9*c + d, 243 + 9*b + d}
			}
		}
	}
	for row, columns := range y {
		for _, c := range columns {
			if x[c] == nil {
				x[c] = set{}
			}
			x[c][row] = true
		}
	}
	return x, y
}

func choose(x matrix) int {
	best, size := -1, 0
	for c, rows := range x {
		if best < 0 || len(rows) < size || len(rows) == size && c < best {
			best, size = c, len(rows)
		}
	}
	return best
}

func solve(x matrix, y map[int][]int, solution []int, found func([]int)) {
	if len(x) == 0 {
		found(solution)
		return
	}
	c := choose(x)
	rows := make([]int, 0, len(x[c]))
	for r := range x[c] {
		rows = append(rows, r)
	}
	for _, r := range rows {
		columns := cover(x, y, r)
		solve(x, y, append(solution, r), found)
		uncover(x, y, r, columns)
	}
}

func cover(x matrix, y map[int][]int, r int) []set {
	var columns []set
	for _, j := range y[r] {
		for i := range x[j] {
			for _, k := range y[i] {
				if k != j {
					delete(x[k], i)
				}
			}
		}
		columns = append(columns, x[j])
		delete(x, j)
	}
	return columns
}

func uncover(x matrix, y map[int][]int, r int, columns []set) {
	for n := len(y[r]) - 1; n >= 0; n-- {
		j := y[r][n]
		x[j] = columns[n]
		for i := range x[j] {
			for _, k := range y[i] {
				if k != j {
					x[k][i] = true
				}
			}
		}
	}
}

func main() {
	for _, puzzle := range []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"......9.7...42.18....7.5.261..9.4....5.....4....5.7..992.1.8....34.59...5.7......",
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
		".2..5.7..4..1....68....3...2....8..3.4..2.5.....6...1...2.9.....9......57.4...9..",
		"..9...4.75......9.....9.2...1...6.....5.2..4.3..8....2...3....86....1..4..7.5..2.",
		"48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
		"....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
		"6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6.....",
	} {
		x, y := exact()
		var given []int
		for at, d := range puzzle {
			if d != '.' {
				r := 9*at + int(d-'1')
				cover(x, y, r)
				given = append(given, r)
			}
		}
		solutions := 0
		answer := make([]byte, 81)
		solve(x, y, given, func(solution []int) {
			solutions++
			for _, r := range solution {
				answer[r/9] = '1' + byte(r%9)
			}
		})
		fmt.Println(solutions, string(answer))
	}
}
