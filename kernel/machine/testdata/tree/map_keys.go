// Maps whose keys are structs, used by reflection.

package main

import (
	"fmt"
	"reflect"
)

type table2 map[struct{ A, b int }][]int64

func main() {
	v := table2{}
	v[struct{ A, b int }{1, 2}] = []int64{3}
	r := reflect.ValueOf(v)
	for _, k := range r.MapKeys() {
		fmt.Println(k, r.MapIndex(k).IsValid())
	}
	fmt.Println(v[struct{ A, b int }{1, 2}], v)
	w := map[struct{ A, b int }]int{{1, 2}: 3}
	fmt.Println(reflect.ValueOf(w).MapIndex(reflect.ValueOf(struct{ A, b int }{1, 2})))
	z := map[[2]int]string{{1, 2}: "3"}
	fmt.Println(reflect.ValueOf(z).MapIndex(reflect.ValueOf([2]int{1, 2})))
}
