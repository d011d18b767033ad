// Slices works on slices of ints: appends, prefix sums, reversals, rotations and the merging of runs.
package main

import "fmt"

// numbers appends n pseudo-random numbers to an empty slice.
func numbers(n int) []int {
	var a []int
	x := 42
	for i := 0; i < n; i++ {
		x = (x*1103515245 + 12345) & 0x7fffffff
		a = append(a, x%1000-500)
	}
	return a
}

func prefix(a []int) []int {
	sums := make([]int, len(a)+1)
	for i, v := range a {
		sums[i+1] = sums[i] + v
	}
	return sums
}

func reverse(a []int, i, j int) {
	for j--; i < j; i, j = i+1, j-1 {
		a[i], a[j] = a[j], a[i]
	}
}

// rotate moves the first k elements to the end by three reversals.
func rotate(a []int, k int) {
	reverse(a, 0, k)
	reverse(a, k, len(a))
	reverse(a, 0, len(a))
}

// split gives the numbers below a pivot and the others.
func split(a []int, pivot int) (low, high []int) {
	for _, v := range a {
		if v < pivot {
			low = append(low, v)
		} else {
			high = append(high, v)
		}
	}
	return low, high
}

func merge(a, b []int) []int {
	c := make([]int, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if a[i] <= b[j] {
			c = append(c, a[i])
			i++
		} else {
			c = append(c, b[j])
			j++
		}
	}
	c = append(c, a[i:]...)
	return append(c, b[j:]...)
}

func mergeSort(a []int) []int {
	if len(a) < 2 {
		return a
	}
	m := len(a) / 2
	return merge(mergeSort(a[:m]), mergeSort(a[m:]))
}

// best is the greatest sum of neighbors.
func best(a []int) int {
	most, here := 0, 0
	for _, v := range a {
		here += v
		if here < 0 {
			here = 0
		}
		if here > most {
			most = here
		}
	}
	return most
}

func main() {
	a := numbers(100000)
	check := 0
	for round := 1; round <= 8; round++ {
		sums := prefix(a)
		for i := round; i < len(sums); i += 3 {
			check = (check*31 + sums[i] - sums[i-round]) % 1000003
			if check < 0 {
				check += 1000003
			}
		}
		rotate(a, round*2500)
		low, high := split(a, round*50-225)
		check += best(low) + best(high) + len(low)
	}
	sorted := mergeSort(a)
	fmt.Println(check, best(a), sorted[0], sorted[len(sorted)/3], sorted[len(sorted)-1])
}
