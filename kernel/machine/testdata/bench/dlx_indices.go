// Dlx_indices pairs numbers after Langford with Knuth's dancing links, as arrays of indices.
package main

import "fmt"

type links struct {
	left, right, up, down, column, size []int
	updates                             int
}

// newLinks makes columns 1 to n. The root is 0.
func newLinks(n int) *links {
	m := &links{}
	for i := 0; i <= n; i++ {
		m.left = append(m.left, i-1)
		m.right = append(m.right, i+1)
		m.up = append(m.up, i)
		m.down = append(m.down, i)
		m.column = append(m.column, i)
		m.size = append(m.size, 0)
	}
	m.left[0], m.right[n] = n, 0
	return m
}

func (m *links) add(row []int) {
	first := len(m.left)
	last := first + len(row) - 1
	for k, c := range row {
		n := first + k
		m.left = append(m.left, n-1)
		m.right = append(m.right, n+1)
		m.up = append(m.up, m.up[c])
		m.down = append(m.down, c)
		m.column = append(m.column, c)
		m.down[m.up[c]] = n
		m.up[c] = n
		m.size[c]++
	}
	m.left[first], m.right[last] = last, first
}

func (m *links) cover(c int) {
	left, right, up, down, column, size := m.left, m.right, m.up, m.down, m.column, m.size
	left[right[c]], right[left[c]] = left[c], right[c]
	for i := down[c]; i != c; i = down[i] {
		for j := right[i]; j != i; j = right[j] {
			up[down[j]], down[up[j]] = up[j], down[j]
			size[column[j]]--
			m.updates++
		}
	}
}

func (m *links) uncover(c int) {
	left, right, up, down, column, size := m.left, m.right, m.up, m.down, m.column, m.size
	for i := up[c]; i != c; i = up[i] {
		for j := left[i]; j != i; j = left[j] {
			size[column[j]]++
			up[down[j]], down[up[j]] = j, j
		}
	}
	left[right[c]], right[left[c]] = c, c
}

func (m *links) choose() int {
	best := m.right[0]
	for c := m.right[best]; c != 0; c = m.right[c] {
		if m.size[c] < m.size[best] {
			best = c
		}
	}
	return best
}

func (m *links) solve() int {
	if m.right[0] == 0 {
		return 1
	}
	c := m.choose()
	count := 0
	m.cover(c)
	for r := m.down[c]; r != c; r = m.down[r] {
		for j := m.right[r]; j != r; j = m.right[j] {
			m.cover(m.column[j])
		}
		count += m.solve()
		for j := m.left[r]; j != r; j = m.left[j] {
			m.uncover(m.column[j])
		}
	}
	m.uncover(c)
	return count
}

// langford has a row for each two places in which the number k may stand, k places apart.
func langford(n int) *links {
	m := newLinks(3 * n)
	for k := 1; k <= n; k++ {
		for i := 1; i+k+1 <= 2*n; i++ {
			m.add([]int{k, n + i, n + i + k + 1})
		}
	}
	return m
}

func main() {
	for _, n := range []int{3, 4, 5, 6, 7, 8, 9, 10} {
		m := langford(n)
		solutions := m.solve()
		fmt.Println(n, solutions, m.updates)
	}
}
