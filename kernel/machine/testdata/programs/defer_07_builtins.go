package main

import "fmt"

type rec struct{ m map[int]int }

func c[T any](tag int, v T) T { fmt.Print(" ", tag); return v }

func try(f func()) {
	defer func() { fmt.Println(" |", recover()) }()
	f()
}

func main() {
	var nilp *rec
	var s []int
	try(func() { defer delete(c(1, nilp).m, c(2, 3)); fmt.Print(" body") })
	try(func() { defer delete(c(1, map[int]int(nil)), s[c(2, 9)]^c(3, 1)); fmt.Print(" body") })
	try(func() { go copy(c(1, s[5:]), c(2, s)); fmt.Print(" body") })
	try(func() { defer panic(c(1, s[2]) + c(2, 1)); fmt.Print(" body") })
}
