// sort.Sort with own types, sort.Slice, Stable, Reverse and searching.

package main

import (
	"fmt"
	"sort"
	"strings"
)

type person struct {
	name string
	age  int
}
type byAge []person

func (b byAge) Len() int           { return len(b) }
func (b byAge) Less(i, j int) bool { return b[i].age < b[j].age }
func (b byAge) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type by func(a, b *person) bool
type sorter struct {
	ps []person
	by by
}

func (s *sorter) Len() int           { return len(s.ps) }
func (s *sorter) Swap(i, j int)      { s.ps[i], s.ps[j] = s.ps[j], s.ps[i] }
func (s *sorter) Less(i, j int) bool { return s.by(&s.ps[i], &s.ps[j]) }
func (b by) sort(ps []person)        { sort.Sort(&sorter{ps, b}) }

func main() {
	ps := []person{{"bob", 30}, {"ann", 25}, {"cy", 35}, {"dee", 20}}
	sort.Sort(byAge(ps))
	fmt.Println(ps)
	sort.Sort(sort.Reverse(byAge(ps)))
	fmt.Println(ps, sort.IsSorted(byAge(ps)))
	by(func(a, b *person) bool { return a.name < b.name }).sort(ps)
	fmt.Println(ps)
	sort.Slice(ps, func(i, j int) bool { return len(ps[i].name)*100+ps[i].age < len(ps[j].name)*100+ps[j].age })
	fmt.Println(ps)
	words := strings.Fields("banana kiwi apple fig cherry date")
	sort.SliceStable(words, func(i, j int) bool { return len(words[i]) < len(words[j]) })
	fmt.Println(words)
	sort.Strings(words)
	i := sort.SearchStrings(words, "cherry")
	j := sort.Search(100, func(i int) bool { return i*i >= 50 })
	fmt.Println(words, i, j)
	sort.Sort(sort.Reverse(sort.IntSlice([]int{})))
	k, found := sort.Find(len(words), func(i int) int { return strings.Compare("date", words[i]) })
	fmt.Println(k, found)
	calls := 0
	xs := []int{2, 1}
	sort.Slice(xs, func(i, j int) bool { calls++; return xs[i] < xs[j] })
	fmt.Println(xs, calls > 0)
}
