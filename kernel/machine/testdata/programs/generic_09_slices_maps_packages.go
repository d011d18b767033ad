// The slices, maps and cmp packages with own types.

package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

type person struct {
	name string
	age  int
}
type team []person

func main() {
	t := team{{"bob", 30}, {"ann", 25}, {"cy", 30}, {"dee", 25}}
	slices.SortFunc(t, func(a, b person) int {
		return cmp.Or(-cmp.Compare(a.age, b.age), strings.Compare(a.name, b.name))
	})
	fmt.Println(t)
	i := slices.IndexFunc(t, func(p person) bool { return p.name == "ann" })
	fmt.Println(i, slices.Index(t, person{"dee", 25}), slices.Contains(t, person{"x", 1}))
	young := slices.DeleteFunc(slices.Clone(t), func(p person) bool { return p.age > 26 })
	fmt.Printf("%v %T\n", young, young)
	oldest := slices.MaxFunc(t, func(a, b person) int { return cmp.Compare(a.age, b.age) })
	fmt.Println(oldest, len(t))
	pos, found := slices.BinarySearchFunc([]person{{"a", 1}, {"c", 3}}, "c", func(p person, s string) int { return strings.Compare(p.name, s) })
	fmt.Println(pos, found)
	byAge := map[int][]string{}
	for _, p := range t {
		byAge[p.age] = append(byAge[p.age], p.name)
	}
	for _, k := range slices.Sorted(maps.Keys(byAge)) {
		fmt.Println(k, byAge[k])
	}
	maps.DeleteFunc(byAge, func(k int, v []string) bool { return k == 30 })
	fmt.Println(byAge, maps.Equal(map[string]int{"a": 1}, map[string]int{"a": 1}))
	xs := []int{3, 1, 2, 3, 1}
	slices.Sort(xs)
	fmt.Println(xs, slices.Compact(slices.Clone(xs)), slices.Insert([]int{1, 4}, 1, 2, 3), slices.Equal(xs, xs))
	for c := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(c)
	}
	fmt.Println(slices.Repeat([]string{"a"}, 3), slices.Concat([]int{1}, []int{2}), slices.Min([]float64{2, 1}))
	for i, v := range slices.Backward([]string{"x", "y"}) {
		fmt.Print(i, v, " ")
	}
	fmt.Println(slices.SortedFunc(maps.Values(map[int]person{1: t[0], 2: t[1]}), func(a, b person) int { return cmp.Compare(a.name, b.name) }))
}
