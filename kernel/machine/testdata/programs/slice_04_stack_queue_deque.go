// Stacks, queues, deques and ring buffers built on slices.

package main

import (
	"errors"
	"fmt"
)

type stack []rune

func (s *stack) push(r rune) { *s = append(*s, r) }
func (s *stack) pop() (r rune) {
	old := *s
	r, *s = old[len(old)-1], old[:len(old)-1]
	return
}
func (s stack) empty() bool { return len(s) == 0 }

func balanced(in string) bool {
	pairs := map[rune]rune{')': '(', ']': '[', '}': '{'}
	var s stack
	for _, r := range in {
		switch r {
		case '(', '[', '{':
			s.push(r)
		case ')', ']', '}':
			if s.empty() || s.pop() != pairs[r] {
				return false
			}
		}
	}
	return s.empty()
}

type ring struct {
	buf        [4]int
	head, size int
}

func (r *ring) put(v int) error {
	if r.size == len(r.buf) {
		return errors.New("full")
	}
	r.buf[(r.head+r.size)%len(r.buf)] = v
	r.size++
	return nil
}
func (r *ring) get() (v int, err error) {
	if r.size == 0 {
		return 0, errors.New("empty")
	}
	v, r.head = r.buf[r.head], (r.head+1)%len(r.buf)
	r.size--
	return
}

func window(xs []int, k int) (out []int) {
	var dq []int
	for i, x := range xs {
		for len(dq) > 0 && xs[dq[len(dq)-1]] <= x {
			dq = dq[:len(dq)-1]
		}
		dq = append(dq, i)
		if dq[0] <= i-k {
			dq = dq[1:]
		}
		if i >= k-1 {
			out = append(out, xs[dq[0]])
		}
	}
	return
}

func main() {
	for _, s := range []string{"([]{})", "(]", "((", "", "a(b)c]"} {
		fmt.Print(balanced(s), " ")
	}
	fmt.Println()
	var r ring
	for i := range 5 {
		if err := r.put(i * i); err != nil {
			fmt.Println(i, err)
		}
	}
	fmt.Println(r.get())
	r.put(100)
	for r.size > 0 {
		v, _ := r.get()
		fmt.Print(v, " ")
	}
	_, err := r.get()
	fmt.Println(err, r)
	fmt.Println(window([]int{1, 3, -1, -3, 5, 3, 6, 7}, 3))
}
