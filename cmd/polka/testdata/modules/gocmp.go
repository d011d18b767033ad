package main

import (
	"fmt"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

type Money struct{ cents int }

func (m Money) Equal(o Money) bool { return m.cents/100 == o.cents/100 }

type Order struct {
	ID    int
	Items []string
	Total Money
	note  string
}

func show(diff string) {
	for _, l := range strings.Split(strings.ReplaceAll(diff, "\u00a0", " "), "\n") {
		fmt.Println(strings.Join(strings.Fields(l), " "))
	}
}

func main() {
	a := Order{1, []string{"x", "y"}, Money{150}, "a"}
	b := Order{2, []string{"y", "x"}, Money{199}, "b"}
	fmt.Println(cmp.Equal(a, b, cmpopts.IgnoreUnexported(Order{})))
	show(cmp.Diff(a, b, cmp.AllowUnexported(Order{})))
	sorted := cmpopts.SortSlices(func(x, y string) bool { return x < y })
	fmt.Println(cmp.Equal(a, b, sorted, cmpopts.IgnoreFields(Order{}, "ID", "note")))
	fmt.Println(cmp.Equal(map[string]Order{"k": a}, map[string]Order{"k": a}, cmpopts.EquateComparable(), cmp.AllowUnexported(Order{})))
	func() {
		defer func() { fmt.Println(strings.Split(fmt.Sprint(recover()), "\n")[0]) }()
		cmp.Equal(a, b)
	}()
}
