// Slices and maps as beginners use them.

package main

import "fmt"

func main() {
	var s []string
	fmt.Println(s == nil, len(s))
	s = make([]string, 3)
	s[0], s[2] = "a", "c"
	s = append(s, "d", "e")
	c := make([]string, len(s))
	copy(c, s)
	c[0] = "z"
	fmt.Printf("%q %q %q %q\n", s, c, s[2:4], s[:1])
	two := make([][]int, 3)
	for i := range two {
		two[i] = make([]int, i+1)
		for j := range two[i] {
			two[i][j] = i + j
		}
	}
	fmt.Println(two)
	m := make(map[string]int)
	m["k1"] = 7
	m["k2"] = 13
	v, ok := m["k3"]
	delete(m, "k2")
	fmt.Println(m, v, ok, len(m))
	sum := 0
	for i, n := range []int{2, 3, 4} {
		if n == 3 {
			fmt.Println("index", i)
		}
		sum += n
	}
	fmt.Println(sum)
	if _, has := m["k1"]; has {
		m["k1"]--
	}
	fmt.Println(m["k1"], [...]int{5, 4: 1})
}
