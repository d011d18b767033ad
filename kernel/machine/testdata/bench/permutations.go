// Permutations makes all permutations by Heap's algorithm, by swaps in a recursion, and in lexical order.
package main

import "fmt"

// heaps visits all orders of the first k elements of a.
func heaps(a []int, k int, visit func([]int)) {
	if k == 1 {
		visit(a)
		return
	}
	for i := 0; i < k; i++ {
		heaps(a, k-1, visit)
		if k%2 == 0 {
			a[i], a[k-1] = a[k-1], a[i]
		} else {
			a[0], a[k-1] = a[k-1], a[0]
		}
	}
}

// derangements counts the orders of a that leave no element at its place.
func derangements(a []int, at int) int {
	if at == len(a) {
		return 1
	}
	count := 0
	for i := at; i < len(a); i++ {
		if a[i] != at {
			a[at], a[i] = a[i], a[at]
			count += derangements(a, at+1)
			a[at], a[i] = a[i], a[at]
		}
	}
	return count
}

// next makes of a the next order, or reports that there is none.
func next(a []int) bool {
	i := len(a) - 2
	for i >= 0 && a[i] > a[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(a) - 1
	for a[j] < a[i] {
		j--
	}
	a[i], a[j] = a[j], a[i]
	for l, r := i+1, len(a)-1; l < r; l, r = l+1, r-1 {
		a[l], a[r] = a[r], a[l]
	}
	return true
}

func identity(n int) []int {
	a := make([]int, n)
	for i := range a {
		a[i] = i
	}
	return a
}

func main() {
	count, check := 0, 0
	heaps(identity(8), 8, func(a []int) {
		count++
		check = (check*3 + a[0]*a[len(a)-1]) % 1000003
	})
	fmt.Println(count, check)

	fmt.Println(derangements(identity(9), 0))

	a := identity(9)
	rising := 0
	for {
		for i := 1; i < len(a) && a[i] > a[i-1]; i++ {
			rising++
		}
		if !next(a) {
			break
		}
	}
	fmt.Println(rising, a)
}
