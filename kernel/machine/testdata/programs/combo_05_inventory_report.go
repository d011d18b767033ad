// Grouping, sorting and printing of records with tags, sums and formatted columns.

package main

import (
	"fmt"
	"maps"
	"slices"
	"sort"
)

type category int

const (
	fruit category = iota + 1
	tool
	toy
)

func (c category) String() string {
	if name, ok := map[category]string{fruit: "fruit", tool: "tool"}[c]; ok {
		return name
	}
	return fmt.Sprintf("category(%d)", int(c))
}

type product struct {
	Name  string
	Cat   category
	Price float64
	Qty   int
}
type summary struct {
	n     int
	total float64
	best  *product
}

func main() {
	ps := []product{{"apple", fruit, 0.5, 100}, {"saw", tool, 12.25, 3}, {"pear", fruit, 0.75, 40}, {"yo-yo", toy, 2, 9}, {"nail", tool, 0.01, 5000}}
	sums := map[category]*summary{}
	for i := range ps {
		p := &ps[i]
		s, ok := sums[p.Cat]
		if !ok {
			s = &summary{best: p}
			sums[p.Cat] = s
		}
		s.n++
		s.total += p.Price * float64(p.Qty)
		if p.Price > s.best.Price {
			s.best = p
		}
	}
	ps[2].Name = "PEAR"
	cats := slices.Collect(maps.Keys(sums))
	slices.Sort(cats)
	for _, c := range cats {
		s := sums[c]
		fmt.Printf("%-12v|%3d|%9.2f|%s\n", c, s.n, s.total, s.best.Name)
	}
	fmt.Printf("%v %+v\n", ps[3], ps[3])
	sort.Slice(ps, func(i, j int) bool {
		a, b := ps[i], ps[j]
		if a.Cat != b.Cat {
			return a.Cat > b.Cat
		}
		return a.Price*float64(a.Qty) > b.Price*float64(b.Qty)
	})
	for i, p := range ps {
		fmt.Print(i, ":", p.Name, " ")
	}
	fmt.Println(sums[tool].best.Name, cats)
}
