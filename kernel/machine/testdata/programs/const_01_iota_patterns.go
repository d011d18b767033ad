// iota in many patterns: skipped values, expressions, bit flags, several per line.

package main

import "fmt"

type perm uint8

const (
	read perm = 1 << iota
	write
	exec
	all = read | write | exec
)

const (
	a, b = iota, iota * 10
	c, d
	_, _
	e, f
)

const (
	x0 = "s"
	x1
	x2 = iota
	x3
	x4 = 'a' + iota
)

type size float64

const (
	_       = iota
	KB size = 1 << (10 * iota)
	MB
)

func (p perm) String() string {
	s := []byte("---")
	for i, c := range "rwx" {
		if p&(1<<i) != 0 {
			s[i] = byte(c)
		}
	}
	return string(s)
}

func (p *perm) set(q perm)     { *p |= q }
func (p *perm) clear(q perm)   { *p &^= q }
func (p perm) has(q perm) bool { return p&q == q }

func main() {
	var p perm
	p.set(read | exec)
	fmt.Println(p, p.has(read), p.has(write), all, perm(0))
	p.clear(read)
	fmt.Println(p, all&^write, ^p&all)
	fmt.Println(a, b, c, d, e, f)
	fmt.Println(x0, x1, x2, x3, x4)
	fmt.Println(KB, MB, MB/KB)
	fmt.Printf("%T %T %T %d\n", x4, all, MB, all)
	const (
		l0 = iota + len(x0)
		l1
	)
	fmt.Println(l0, l1)
	{
		const iota = 7
		const q = iota
		fmt.Println(q)
	}
}
