// SPDX-License-Identifier: BSD-3-Clause

package sat

// A queue is a heap of variables, the most active one first.
type queue struct {
	solver *Solver
	heap   []int32
	place  []int32 // by variable: its index in the heap, or -1
}

func (q *queue) before(u, v int32) bool { return q.solver.activity[u] > q.solver.activity[v] }

func (q *queue) set(i int, v int32) {
	q.heap[i], q.place[v] = v, int32(i)
}

// push adds a variable unless it is in the queue.
func (q *queue) push(v int32) {
	if q.place[v] >= 0 {
		return
	}
	q.heap = append(q.heap, v)
	q.place[v] = int32(len(q.heap) - 1)
	q.up(v)
}

// up moves a variable, if it is in the queue, after its activity has grown.
func (q *queue) up(v int32) {
	i := int(q.place[v])
	if i < 0 {
		return
	}
	for i > 0 {
		parent := (i - 1) / 2
		u := q.heap[parent]
		if !q.before(v, u) {
			break
		}
		q.set(i, u)
		i = parent
	}
	q.set(i, v)
}

// pop removes the most active variable.
func (q *queue) pop() (v int32, ok bool) {
	if len(q.heap) == 0 {
		return 0, false
	}
	v = q.heap[0]
	q.place[v] = -1
	last := q.heap[len(q.heap)-1]
	q.heap = q.heap[:len(q.heap)-1]
	n := len(q.heap)
	if n == 0 {
		return v, true
	}
	i := 0
	for {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && q.before(q.heap[child+1], q.heap[child]) {
			child++
		}
		if !q.before(q.heap[child], last) {
			break
		}
		q.set(i, q.heap[child])
		i = child
	}
	q.set(i, last)
	return v, true
}
