// Heap finds shortest ways on a grid with Dijkstra's algorithm and a heap.
package main

import (
	"container/heap"
	"fmt"
)

type item struct{ distance, at int }

type queue []item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].distance != q[j].distance {
		return q[i].distance < q[j].distance
	}
	return q[i].at < q[j].at
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

func grid(n int) [][]int {
	cost := make([][]int, n)
	x := 17
	for i := range cost {
		cost[i] = make([]int, n)
		for j := range cost[i] {
			x = (x*1103515245 + 12345) & 0x7fffffff
			cost[i][j] = 1 + (x>>10)%9
		}
	}
	return cost
}

var ways = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// distances are those of all cells from the first.
func distances(cost [][]int) []int {
	n := len(cost)
	distance := make([]int, n*n)
	for i := range distance {
		distance[i] = -1
	}
	distance[0] = 0
	q := &queue{{0, 0}}
	for q.Len() > 0 {
		next := heap.Pop(q).(item)
		if next.distance > distance[next.at] {
			continue
		}
		i, j := next.at/n, next.at%n
		for _, w := range ways {
			y, x := i+w[0], j+w[1]
			if y < 0 || y >= n || x < 0 || x >= n {
				continue
			}
			d, at := next.distance+cost[y][x], y*n+x
			if distance[at] < 0 || d < distance[at] {
				distance[at] = d
				heap.Push(q, item{d, at})
			}
		}
	}
	return distance
}

func main() {
	n := 480
	distance := distances(grid(n))
	sum, most := 0, 0
	for _, d := range distance {
		sum += d
		most = max(most, d)
	}
	fmt.Println(distance[n*n-1], most, sum)
}
