// Addresses of variables declared in loop bodies, range variables and elements.

package main

import "fmt"

type item struct {
	id   int
	tags []string
}

func main() {
	var ps []*item
	for i := range 3 {
		it := item{id: i}
		it.tags = append(it.tags, fmt.Sprint("t", i))
		ps = append(ps, &it)
	}
	for _, p := range ps {
		p.id *= 10
		fmt.Print(*p, " ")
	}
	fmt.Println()
	items := []item{{1, nil}, {2, nil}}
	for _, it := range items {
		it.id = 100
		p := &it
		p.tags = []string{"copy"}
	}
	fmt.Println(items)
	for i := range items {
		p := &items[i]
		p.id++
		p.tags = append(p.tags, "real")
	}
	fmt.Println(items)
	byID := map[int]*item{}
	for _, it := range items {
		byID[it.id] = &it
	}
	byID[2].id = 99
	fmt.Println(*byID[2], *byID[3], items[0].id)
	var q *int
	for i := 0; i < 3; i++ {
		x := i
		if q == nil {
			q = &x
		}
		x += 5
	}
	fmt.Println(*q)
	arr := [3]int{1, 2, 3}
	for i, v := range arr {
		arr[2] = 50
		fmt.Print(i, v, " ")
	}
	for i, v := range &arr {
		arr[2] = 70
		fmt.Print(i, v, " ")
	}
	fmt.Println(arr)
}
