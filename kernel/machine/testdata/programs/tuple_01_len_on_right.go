// Tuples with len, cap, append, min, max and copy on the right.

package main

import "fmt"

func main() {
	s := []int{1, 2, 3}
	name, n := "none", 0
	name, n = "some", len(s)
	fmt.Println(name, n)
	name, n = "cap", cap(s[:2:2])
	fmt.Println(name, n)
	t, k := []int(nil), 0
	t, k = append(t, 4, 5), 7
	fmt.Println(t, k)
	k, t = k+1, append(t, k)
	fmt.Println(t, k)
	a, b := 9, 2
	a, b = min(a, b), max(a, b)
	fmt.Println(a, b)
	b, a = max(a, 4), b
	fmt.Println(a, b)
	dst := make([]int, 2)
	c, d := 0, ""
	c, d = copy(dst, s), "copied"
	fmt.Println(c, d, dst)
	d, c = d+"!", len(d)
	fmt.Println(c, d)
	x, y, z := len("abc"), min(3, 1, 2), max("a", "b")
	fmt.Println(x, y, z)
	x, y, z = y, x, z+z
	fmt.Println(x, y, z)
	r, ok := real(complex(1, 2)), true
	r, ok = imag(3+4i), !ok
	fmt.Println(r, ok)
}
