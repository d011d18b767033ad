// An assignment to an entry of a map that there is not yet is evaluated again, and a key that is a
// struct literal after the map.

package main

import "fmt"

type point struct{ x, y int }

type list []list

var (
	calls  int
	points = map[point]int{{1, 1}: 10, {2, 1}: 20, {3, 1}: 30, {4, 1}: 40}
)

func called() map[point]int {
	calls++
	return points
}

func keys() (sum int) {
	for range 2 {
		sum = sum*100 + called()[point{calls, 1}]
		v, ok := called()[point{calls, 1}]
		fmt.Println(v, ok)
	}
	return sum
}

func appends() {
	m := map[int][]int{}
	s := make([]int, 0, 4)
	first := s[:1]
	for i := range 3 {
		m[i] = append(s, first[0]+1)
		m[i] = append(s, first[0]+1)
		fmt.Println(m[i])
	}
	array := [3]int{1, 2, 3}
	s = array[:0]
	for i := range 3 {
		m[i+10] = append(s, array[0]+1)
	}
	fmt.Println(array)
	s = []int{0, 1}
	m[0] = s[:0]
	for i := range 1 {
		m[i+20] = append(m[s[0]], 7)
	}
	fmt.Println(m[20], s)
	for i := range 12 {
		m[i%5] = append(m[i%5], i)
	}
	fmt.Println(m[0], m[3], m[4])
	n, l := map[int]list{}, make(list, 3)
	for i := range 2 {
		l[0] = l[:0]
		n[i] = append(l[0], list{nil, nil})
		fmt.Println(len(n[i]), len(l[0]))
	}
}

func main() {
	fmt.Println(keys())
	appends()
}
