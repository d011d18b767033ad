package main

import "fmt"

// The address that a place takes is found after the calls of the statement and before the rest of
// its value. The places of a range loop are found before the element is read.

type rec struct {
	arr [3]int
	n   int
}

var grs = []rec{{}}

func c[T any](n int, x T) T {
	fmt.Print(n, " ")
	return x
}

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	s := []int{1, 2}
	try(func() { (&c(1, grs)[c(2, 9)]).arr[1] = []int{c(3, 1)}[c(4, c(5, 1))] })
	try(func() { *(&s[c(1, 2)]) = []int{}[c(2, 4)] })
	try(func() { (&grs[2]).n = s[4] })
	try(func() { grs[2].n = s[4] })
	try(func() { (&grs[2]).n += s[4] })
	try(func() { (&grs[0]).n = c(1, s)[c(2, 1)]; fmt.Print(grs[0].n, " ") })

	try(func() { (*[2]int)([]int{c(1, 2)})[0] = c(2, s)[c(3, 9)] })
	try(func() { (*[2]int)([]int{c(1, 2), 3})[c(4, 1)] = c(2, s)[c(3, 9)] })

	set := func(n int) int { s[0] = n; return 0 }
	var k [1]int
	for k[set(7)], grs[c(0, 0)].n = range s {
		fmt.Println(k, grs[0].n)
		break
	}
	a := &[2]int{1, 2}
	setArray := func(n int) int { a[0] = n; return 0 }
	for _, grs[setArray(8)].n = range a {
		fmt.Println(grs[0].n)
	}
	for _, grs[setArray(9)].n = range *a {
		fmt.Println(grs[0].n)
	}
}
