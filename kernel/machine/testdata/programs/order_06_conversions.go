package main

import "fmt"

type flag bool

type pair struct{ a, b int }

type counter struct{ n int }

func (c *counter) set(n int) int { c.n = n; return n }

func main() {
	var c counter
	// The operand of a conversion to an interface is copied, after the calls in it.
	switch x := any(flag(c.n != c.set(1)-1)); x.(flag) {
	case true:
		fmt.Println("read after the call")
	case false:
		fmt.Println("read before the call")
	}
	fmt.Println(any(flag(c.n == c.set(2))), any(c.n == c.set(3)))
	fmt.Println(any(pair{c.n, c.set(4)}), any([1]int{c.n + c.set(5)}))
	fmt.Println(any(complex(float64(c.n), float64(c.set(6)))))
	fmt.Println(any(int8(c.n+c.set(7))), any(int64(c.n*c.set(8))), any(fmt.Sprint(c.n)+fmt.Sprint(c.set(9))))
	var e any = flag(c.n > c.set(1))
	fmt.Println(e, string(rune('a'+c.n)+rune(c.set(2))), []byte(fmt.Sprint(c.n)+string(rune('0'+c.set(3)))))
	m := map[any]int{any(flag(c.n < c.set(9))): c.n}
	fmt.Println(m)
}
