// Mandelbrot counts the steps after which points leave the Mandelbrot set.
package main

import "fmt"

func escape(cx, cy float64, limit int) int {
	x, y := 0.0, 0.0
	for n := 0; n < limit; n++ {
		xx, yy := x*x, y*y
		if xx+yy > 4 {
			return n
		}
		x, y = xx-yy+cx, 2*x*y+cy
	}
	return limit
}

func main() {
	const width, height, limit = 300, 200, 180
	inside, sum := 0, 0
	for j := 0; j < height; j++ {
		cy := float64(j)/height*2 - 1
		for i := 0; i < width; i++ {
			cx := float64(i)/width*3 - 2
			n := escape(cx, cy, limit)
			if n == limit {
				inside++
			}
			sum += n
		}
	}
	fmt.Println(inside, sum)
	for j := 0; j < 16; j++ {
		line := ""
		for i := 0; i < 48; i++ {
			n := escape(float64(i)/16-2, float64(j)/8-1, limit)
			line += string(" .:-=+*#%@"[n%10])
		}
		fmt.Println(line + "|")
	}
}
