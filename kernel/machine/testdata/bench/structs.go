// Structs moves particles in a box. They are structs in a slice, updated in place.
package main

import "fmt"

type vector struct{ x, y float64 }

type particle struct {
	at, speed vector
	hits      int
}

func particles(n int) []particle {
	list := make([]particle, n)
	x := 11
	for i := range list {
		p := &list[i]
		x = (x*1103515245 + 12345) & 0x7fffffff
		p.at = vector{float64(x % 1000), float64((x >> 10) % 1000)}
		x = (x*1103515245 + 12345) & 0x7fffffff
		p.speed = vector{float64(x%64-32) / 8, float64((x>>8)%64-32) / 8}
	}
	return list
}

const size = 1000

func step(list []particle) {
	for i := range list {
		p := &list[i]
		p.speed.y -= 0.125
		p.at.x += p.speed.x
		p.at.y += p.speed.y
		if p.at.x < 0 || p.at.x > size {
			p.speed.x = -p.speed.x
			p.hits++
		}
		if p.at.y < 0 || p.at.y > size {
			p.speed.y = -p.speed.y
			p.hits++
		}
	}
}

func main() {
	list := particles(1000)
	for range 1900 {
		step(list)
	}
	var center vector
	hits := 0
	for _, p := range list {
		center.x += p.at.x
		center.y += p.at.y
		hits += p.hits
	}
	fmt.Printf("%.3f %.3f %d\n", center.x/float64(len(list)), center.y/float64(len(list)), hits)
}
