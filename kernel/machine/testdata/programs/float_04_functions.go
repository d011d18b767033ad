package main

import (
	"fmt"
	"math"
)

type point struct{ x, y float64 }

func length(p *point, scale float64) float64 {
	return scale*math.Hypot(p.x, p.y) + math.Exp(-p.x*p.x)*math.Pow(p.y, 2) - math.Sin(p.x)/math.Cos(p.y)
}

func both(x float64) (float64, float64) { return math.Floor(x), math.Mod(x, 1.5) }

func nested(x, y float64) float64 {
	return math.Max(math.Sqrt(math.Abs(x)), math.Log(1+math.Atan2(y, math.Tan(x)))) + y*math.Round(x*10)
}

func order(list []float64, i int) float64 {
	return math.Pow(list[i], list[i+1]) + math.Min(list[i+1], float64(i))
}

func main() {
	points := []point{{1, 2}, {-0.5, 3}, {0, math.Inf(1)}, {math.NaN(), 1}}
	sum := 0
	for i := 0; i < 3000; i++ {
		p := &points[i%len(points)]
		x := float64(i-1500) / 7
		a, b := both(x)
		f := math.Cbrt
		if i%2 == 0 {
			f = math.Trunc
		}
		for _, v := range []float64{length(p, x), a, b, nested(x, p.x), f(x), math.Copysign(x, -p.y), math.Log2(math.Ceil(x)), math.Gamma(x / 100)} {
			switch { // the last bits differ from processor to processor
			case math.IsNaN(v):
				sum += 7
			case math.IsInf(v, 0) || math.Abs(v) > 1e6:
				sum += 11
			default:
				sum += int(math.Round(v * 1000))
			}
			sum = (sum*31 + 1) % 1000003
		}
	}
	fmt.Println(sum)
	list := []float64{2, 3, 4}
	defer func() { fmt.Println(recover()) }()
	for i := range 4 {
		fmt.Println(order(list, i))
	}
}
