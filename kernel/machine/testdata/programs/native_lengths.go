package main

import "fmt"

type table map[string]table

// In loops that run long enough to become machine code: the lengths of maps and channels, of nil
// ones too, while they change, and results of all widths.

func fill(m map[int]bool, n int) (sum int) {
	for i := 0; i < n; i++ {
		m[i%97] = true
		if len(m) > 50 {
			delete(m, i%31)
		}
		sum += len(m)
	}
	return sum
}

func deepest(t table, names []string) (depth, width int) {
	for _, n := range names {
		if len(t) == 0 {
			break
		}
		width = max(width, len(t))
		t = t[n]
		depth++
	}
	return depth, width
}

func flow(c chan int, n int) (sum int) {
	for i := 0; i < n; i++ {
		if len(c) < cap(c) && i%3 != 0 {
			c <- i
		} else if len(c) > 0 {
			sum += <-c
		}
		sum += len(c)
	}
	return sum
}

func none(m map[string]int, c chan bool, n int) (sum int) {
	for i := 0; i < n; i++ {
		sum += i + len(m) + len(c)
	}
	return sum
}

func longest(sets map[int]map[int]bool) (key, size int) {
	for k, s := range sets {
		if len(s) > size || len(s) == size && k < key {
			key, size = k, len(s)
		}
	}
	return key, size
}

func count(m map[int]bool) int           { return len(m) }
func more(a, b map[int]bool) bool        { return len(a) > len(b) }
func small(n int) int8                   { return int8(n) }
func half(n int) uint16                  { return uint16(n >> 1) }
func word(n int) int32                   { return int32(-n) }
func single(n int) float32               { return float32(n) / 4 }
func truth(n int) (yes bool)             { yes = n&1 == 0; return }
func letter(n int) byte                  { return byte(n) }
func several(n int) (int8, bool, uint16) { return int8(n), n > 100, uint16(n) }

func results(n int) (sum int) {
	for i := range n {
		s := small(i)
		if truth(i) {
			sum += int(s) + int(word(i)) + int(half(i))
		} else {
			sum += int(letter(i)) + int(single(i))
		}
		if a, b, c := several(i); b {
			sum += int(a) + int(c)
		}
	}
	return sum
}

func main() {
	m := map[int]bool{}
	fmt.Println(fill(m, 5000), len(m))
	leaf := table{"a": nil, "b": table{}, "c": nil}
	top := table{"x": leaf, "y": nil}
	for range 2000 {
		if d, w := deepest(top, []string{"x", "b", "q"}); d != 2 || w != 3 {
			fmt.Println("deepest", d, w)
		}
	}
	fmt.Println(flow(make(chan int, 8), 5000), none(nil, nil, 5000))
	sets := map[int]map[int]bool{1: nil, 2: {}, 3: {4: true, 5: true}, 6: {7: true}, 8: {1: true, 2: true}, 9: m}
	for range 700 {
		fmt.Print()
		if k, n := longest(sets); k != 9 || n != len(m) {
			fmt.Println("longest", k, n)
		}
	}
	sum := 0
	for i := range 5000 {
		sum += count(sets[i%10])
		if more(sets[i%9], sets[i%7]) {
			sum++
		}
	}
	fmt.Println(sum, results(5000))
}
