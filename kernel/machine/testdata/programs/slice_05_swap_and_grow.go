package main

import (
	"fmt"
	"runtime"
)

type small struct{ a, b, c byte }

type number struct {
	x int32
	y int64
}

type mixed struct {
	name string
	next *mixed
	n    int
	list []int
	any  any
}

type long struct {
	words [12]int
	p     *int
}

func reverseSmall(l []small) {
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
}

func reverseNumbers(l []number) {
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
}

func reverseMixed(l []mixed) {
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
}

func reverseLong(l []long) {
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
}

func reverseText(l []string) {
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
}

func reverseLists(l [][]int) {
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
}

func reverseAny(l []any) {
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
}

func main() {
	done := make(chan bool)
	go func() { // a collector that is often marking
		var keep [][]byte
		for i := range 60 {
			keep = append(keep, make([]byte, 1<<12))
			if i%6 == 0 {
				runtime.GC()
			}
		}
		done <- len(keep) > 0
	}()
	sum := 0
	for round := range 120 {
		var s []small
		var n []number
		var m []mixed
		var l []long
		var t []string
		var ll [][]int
		var a []any
		var last *mixed
		for i := range 25 {
			s = append(s, small{byte(i), byte(i + 1), byte(round)})
			n = append(n, number{int32(i), int64(round * i)})
			m = append(m, mixed{fmt.Sprint("m", i), last, i, []int{i, round}, i})
			last = &m[len(m)-1]
			p := new(int)
			*p = i + round
			x := long{p: p}
			x.words[i%12] = i
			l = append(l, x)
			t = append(t, fmt.Sprint("t", i*round))
			ll = append(ll, []int{i, i * i}, nil)
			a = append(a, i, "x", nil)
		}
		reverseSmall(s)
		reverseNumbers(n)
		reverseMixed(m)
		reverseLong(l)
		reverseText(t)
		reverseLists(ll)
		reverseAny(a)
		m[3], m[3] = m[3], m[3]
		for i := range m {
			sum += int(s[i].a)*i + int(n[i].y) + m[i].n*len(m[i].name) + m[i].list[1] + m[i].any.(int) + *l[i].p + l[i].words[(24-i)%12]*i + len(t[i])
			if m[i].next != nil {
				sum += m[i].next.n
			}
		}
		sum += ll[1][1] + len(ll) + a[2].(int)
		m = append(m[:4], m[10:]...)
		l = append(l[:2], l[1:]...)
		clear(m[2:5])
		clear(l[:3])
		sum += cap(append([]mixed(nil), m...)) + cap(append(l, l...)) + cap(append(s[:1:1], s...)) + len(m[3].name)
		sum %= 1000000007
	}
	fmt.Println(sum, <-done)
}
