// Sortfunc sorts records with functions that compare two of them.
package main

import (
	"fmt"
	"sort"
)

type person struct {
	name  string
	age   int
	score float64
}

func people(n int) []person {
	list := make([]person, n)
	x := 3
	for i := range list {
		x = (x*1103515245 + 12345) & 0x7fffffff
		list[i] = person{fmt.Sprintf("p%05d", i*7919%n), (x >> 8) % 90, float64((x>>16)%1000) / 10}
	}
	return list
}

type byScore []person

func (s byScore) Len() int      { return len(s) }
func (s byScore) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s byScore) Less(i, j int) bool {
	if s[i].score != s[j].score {
		return s[i].score > s[j].score
	}
	return s[i].name < s[j].name
}

func check(list []person) int {
	sum := 0
	for i, p := range list {
		sum = (sum + (i+1)*p.age) % 1000003
	}
	return sum
}

func main() {
	list := people(80000)

	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name })
	fmt.Println(check(list), list[0].name)

	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.age != b.age {
			return a.age < b.age
		}
		return a.name < b.name
	})
	fmt.Println(check(list), list[0].name)

	sort.Sort(byScore(list))
	fmt.Println(check(list), list[0].name)

	sort.SliceStable(list, func(i, j int) bool { return list[i].age/10 > list[j].age/10 })
	fmt.Println(check(list), list[0].name)
}
