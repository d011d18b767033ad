// Labels, fields, methods, locals and types that share names.

package main

import "fmt"

type kind int

const (
	low kind = iota
	high
)

type loop struct{ loop int }

func (l loop) kind() kind {
	if l.loop > 2 {
		return high
	}
	return low
}

func pick(kinds []kind) (kind kind) {
kind:
	for _, k := range kinds {
		for n := range 3 {
			if int(k) == n {
				kind += k
				continue kind
			}
		}
	}
	return kind
}

func count(xs []int) (n int) {
n:
	for _, x := range xs {
		switch {
		case x < 0:
			break n
		case x == 0:
			continue n
		}
		n += x
	}
	return
}

type T struct{ T *T }

func (t *T) t() int {
	if t.T == nil {
		return 1
	}
	return 1 + t.T.t()
}

func main() {
	loop := loop{loop: 3}
	fmt.Println(loop.loop, loop.kind())
	fmt.Println(pick([]kind{low, high, high, 7}))
	fmt.Println(count([]int{1, 0, 2, -1, 50}))
	T := &T{&T{nil}}
	fmt.Println(T.t())
	i := 0
i:
	if i < 3 {
		i++
		goto i
	}
	fmt.Println(i)
	var high kind = high
	fmt.Println(high)
}
