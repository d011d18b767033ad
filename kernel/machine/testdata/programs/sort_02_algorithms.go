// Sorting algorithms written by hand, all compared on the same input.

package main

import (
	"fmt"
	"slices"
	"sort"
)

func bubble(a []int) {
	for n := len(a); n > 1; n-- {
		for i := 1; i < n; i++ {
			if a[i-1] > a[i] {
				a[i-1], a[i] = a[i], a[i-1]
			}
		}
	}
}

func insertion(a []int) {
	for i := range a {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
}

func quick(a []int) {
	if len(a) < 2 {
		return
	}
	p, l := a[len(a)/2], 0
	a[len(a)/2], a[len(a)-1] = a[len(a)-1], a[len(a)/2]
	for i := range a[:len(a)-1] {
		if a[i] < p {
			a[i], a[l] = a[l], a[i]
			l++
		}
	}
	a[l], a[len(a)-1] = a[len(a)-1], a[l]
	quick(a[:l])
	quick(a[l+1:])
}

func merge(a []int) {
	if len(a) < 2 {
		return
	}
	m := len(a) / 2
	l, r := append([]int(nil), a[:m]...), append([]int(nil), a[m:]...)
	merge(l)
	merge(r)
	for i := range a {
		if len(r) == 0 || len(l) > 0 && l[0] <= r[0] {
			a[i], l = l[0], l[1:]
		} else {
			a[i], r = r[0], r[1:]
		}
	}
}

func heapify(a []int) {
	sift := func(i, n int) {
		for c := 2*i + 1; c < n; i, c = c, 2*c+1 {
			if c+1 < n && a[c+1] > a[c] {
				c++
			}
			if a[i] >= a[c] {
				return
			}
			a[i], a[c] = a[c], a[i]
		}
	}
	for i := len(a)/2 - 1; i >= 0; i-- {
		sift(i, len(a))
	}
	for n := len(a) - 1; n > 0; n-- {
		a[0], a[n] = a[n], a[0]
		sift(0, n)
	}
}

func counting(a []int) {
	var cnt [200]int
	for _, v := range a {
		cnt[v]++
	}
	i := 0
	for v, n := range cnt {
		for ; n > 0; n-- {
			a[i] = v
			i++
		}
	}
}

func main() {
	seed := 7
	in := make([]int, 40)
	for i := range in {
		seed = (seed*1103 + 377) % 199
		in[i] = seed
	}
	want := slices.Sorted(slices.Values(in))
	fmt.Println(want)
	for i, f := range []func([]int){bubble, insertion, quick, merge, heapify, counting, sort.Ints, slices.Sort[[]int]} {
		a := slices.Clone(in)
		f(a)
		fmt.Println(i, slices.Equal(a, want))
	}
}
