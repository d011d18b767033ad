package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/samber/lo"
)

type Person struct {
	Name string
	Age  int
}

func (p Person) String() string { return fmt.Sprintf("%s(%d)", p.Name, p.Age) }

type Ages []int

func main() {
	people := []Person{{"ada", 36}, {"bob", 17}, {"cyd", 36}}
	fmt.Println(lo.Map(people, func(p Person, i int) string { return fmt.Sprint(i, p) }))
	adults := lo.Filter(people, func(p Person, _ int) bool { return p.Age >= 18 })
	fmt.Printf("%T %v\n", adults, adults)
	fmt.Println(lo.GroupBy(people, func(p Person) int { return p.Age }))
	fmt.Println(lo.KeyBy(people, func(p Person) string { return strings.ToUpper(p.Name) }))
	fmt.Println(lo.Reduce(people, func(sum int, p Person, _ int) int { return sum + p.Age }, 0))
	fmt.Printf("%T\n", lo.Uniq(Ages{1, 1, 2}))
	fmt.Println(lo.MaxBy(people, func(a, b Person) bool { return a.Age > b.Age }))
	p, found := lo.Find(people, func(p Person) bool { return p.Name == "eve" })
	fmt.Println(p, found)
	t := lo.T2(people[0], 3)
	fmt.Printf("%T %v\n", t, t)
	fmt.Println(lo.Zip2([]string{"a", "b"}, []int{1, 2}), lo.Chunk([]int{1, 2, 3}, 2), lo.Ternary(true, people[0], people[1]))
	n, err := lo.Attempt(3, func(i int) error {
		if i < 2 {
			return errors.New("again")
		}
		return nil
	})
	fmt.Println(n, err)
	fmt.Println(lo.ToPtr(people[0]).Name, lo.FromPtr((*Person)(nil)), lo.Must(fmt.Sprint("x"), nil))
	fmt.Println(lo.Try(func() error { panic("x") }), lo.SumBy(people, func(p Person) int { return p.Age }))
	fmt.Println(lo.CamelCase("some words"), lo.Substring("hello", 1, 3))
	defer func() { fmt.Println(recover()) }()
	lo.Must0(errors.New("failed"), "while testing")
}
