// Deterministic simulations with a hand-written generator: dice, walk, shuffle, sampling.

package main

import (
	"fmt"
	"math/rand"
)

type rng struct{ s uint32 }

func (r *rng) next() uint32 {
	r.s ^= r.s << 13
	r.s ^= r.s >> 17
	r.s ^= r.s << 5
	return r.s
}
func (r *rng) intn(n int) int { return int(r.next() % uint32(n)) }
func (r *rng) float() float64 { return float64(r.next()) / (1 << 32) }
func (r *rng) Int63() int64   { return int64(r.next())<<31 | int64(r.next()>>1) }
func (r *rng) Seed(s int64)   { r.s = uint32(s) }

func shuffle[T any](r *rng, xs []T) []T {
	for i := len(xs) - 1; i > 0; i-- {
		j := r.intn(i + 1)
		xs[i], xs[j] = xs[j], xs[i]
	}
	return xs
}

func main() {
	r := &rng{2463534242}
	fmt.Println(r.next(), r.next(), r.next())
	var faces [7]int
	for range 600 {
		faces[r.intn(6)+1]++
	}
	sum := 0
	for _, n := range faces {
		sum += n
	}
	fmt.Println(sum, faces)
	fmt.Println(shuffle(r, []string{"a", "b", "c", "d"}), shuffle(r, []int{1, 2, 3, 4, 5}))
	x, y := 0, 0
	for range 100 {
		switch r.intn(4) {
		case 0:
			x++
		case 1:
			x--
		case 2:
			y++
		default:
			y--
		}
	}
	fmt.Println(x, y)
	in := 0
	for range 1000 {
		a, b := r.float(), r.float()
		if a*a+b*b < 1 {
			in++
		}
	}
	fmt.Println(in > 700 && in < 870, in)
	std := rand.New(&rng{7})
	fmt.Println(std.Intn(100), std.Perm(4), std.Int63() > 0)
}
