// Queens counts the ways to place queens on a board, with bit masks and with arrays.
package main

import "fmt"

func masks(all, columns, left, right int) int {
	if columns == all {
		return 1
	}
	count := 0
	for free := all &^ (columns | left | right); free != 0; {
		bit := free & -free
		free ^= bit
		count += masks(all, columns|bit, (left|bit)<<1, (right|bit)>>1)
	}
	return count
}

type board struct {
	n                 int
	columns, up, down []bool
	queens            []int
	first             []int // the first solution
}

func newBoard(n int) *board {
	return &board{
		n:       n,
		columns: make([]bool, n),
		up:      make([]bool, 2*n-1),
		down:    make([]bool, 2*n-1),
		queens:  make([]int, n),
	}
}

func (b *board) place(row int) int {
	if row == b.n {
		if b.first == nil {
			b.first = append(b.first, b.queens...)
		}
		return 1
	}
	count := 0
	for c := 0; c < b.n; c++ {
		if b.columns[c] || b.up[row+c] || b.down[row-c+b.n-1] {
			continue
		}
		b.queens[row] = c
		b.columns[c], b.up[row+c], b.down[row-c+b.n-1] = true, true, true
		count += b.place(row + 1)
		b.columns[c], b.up[row+c], b.down[row-c+b.n-1] = false, false, false
	}
	return count
}

func main() {
	for n := 4; n <= 12; n++ {
		fmt.Println(n, masks(1<<n-1, 0, 0, 0))
	}
	for n := 4; n <= 10; n++ {
		b := newBoard(n)
		count := b.place(0)
		fmt.Println(n, count, b.first)
	}
}
