// Labeled loops with closures, defers and switches inside.

package main

import "fmt"

func grid(n int) (out []string) {
rows:
	for i := range n {
	cols:
		for j := range n {
			k := i*n + j
			switch {
			case k%7 == 3:
				continue rows
			case k%5 == 4:
				continue cols
			case k > n*n-3:
				break rows
			}
			out = append(out, fmt.Sprint(k))
		}
		out = append(out, "|")
	}
	return
}

func first(ms []map[string]int, want int) (idx int, key string) {
search:
	for i, m := range ms {
		for _, k := range []string{"a", "b", "c"} {
			v, ok := m[k]
			if !ok {
				continue search
			}
			if v == want {
				idx, key = i, k
				break search
			}
		}
	}
	return
}

func main() {
	fmt.Println(grid(4))
	fmt.Println(grid(6))
	fmt.Println(first([]map[string]int{{"a": 1}, {"a": 2, "b": 3}, {"a": 4, "b": 5, "c": 3}}, 3))
	fmt.Println(first(nil, 1))
	n := 0
loop:
	for {
		n++
		func() {
			defer func() { n += 10 }()
			for i := range 3 {
				if i == 1 {
					return
				}
			}
		}()
		switch {
		case n > 40:
			break loop
		case n > 20:
			n++
			continue loop
		}
	}
	fmt.Println(n)
	var s []int
	i := 0
back:
	s = append(s, i)
	i++
	switch {
	case i < 3:
		goto back
	}
	fmt.Println(s)
}
