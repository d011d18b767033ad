// NaN, infinities, negative zero and how floats print.

package main

import (
	"fmt"
	"math"
	"sort"
	"strconv"
)

type temp float64

func main() {
	zero := 0.0
	nan, inf := zero/zero, 1/zero
	fmt.Println(nan, inf, -inf, -zero, 1/math.Copysign(0, -1), math.Copysign(0, -1))
	fmt.Println(nan == nan, nan != nan, nan < 1, nan > 1, !(nan >= 1), inf > math.MaxFloat64)
	fmt.Println(math.IsNaN(nan), math.IsInf(-inf, -1), inf-inf, inf*0, math.Max(nan, 1), max(1, nan), min(inf, 2))
	m := map[float64]int{}
	m[nan]++
	m[nan]++
	m[zero]++
	m[-zero]++
	fmt.Println(len(m), m[0], m[nan])
	clear(m)
	fmt.Println(len(m))
	fmt.Println(1e20, 1e21, 123456789.0, 1e-4, 1e-5, 0.1+0.2, float32(0.1)+float32(0.2), 100.0, 2.50)
	fmt.Println(float32(1)/3, 1.0/3, float32(16777216)+1, math.Sqrt(2), temp(36.6), math.MaxFloat32, math.SmallestNonzeroFloat64)
	fmt.Printf("%v %6.2f %e %g %08.3f %+.1f %x\n", temp(2), temp(3.14159), 1234.5678, 1e6, -3.14159, 2.0, 1.5)
	fmt.Printf("%5.1f|%-8.2f|%8.2e|%.0f|%.3g\n", nan, inf, 12345.678, 2.5, 1234.5)
	a, b := 0.1, 0.2
	c := 0.3
	fmt.Println(a+b == c, 0.1+0.2 == 0.3, math.Abs(a+b-c) < 1e-9)
	fmt.Println(math.Floor(-1.5), math.Round(2.5), math.Trunc(-1.7), math.Mod(-7, 3), math.RoundToEven(2.5), math.Cbrt(27))
	fmt.Println(any(nan) == any(nan), [1]float64{nan} == [1]float64{nan}, any(0.0) == any(-zero))
	xs := []float64{3, nan, -inf, 1}
	sort.Float64s(xs)
	fmt.Println(xs, strconv.FormatFloat(1.0/3, 'f', 4, 64), strconv.FormatFloat(1e100, 'g', -1, 32))
}
