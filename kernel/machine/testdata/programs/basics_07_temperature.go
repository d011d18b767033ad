// Named float types with conversions and a table.

package main

import (
	"fmt"
	"slices"
)

type Celsius float64
type Fahrenheit float64
type Kelvin float64

const (
	AbsoluteZero Celsius = -273.15
	Boiling      Celsius = 100
)

func CToF(c Celsius) Fahrenheit     { return Fahrenheit(c*9/5 + 32) }
func FToC(f Fahrenheit) Celsius     { return Celsius((f - 32) * 5 / 9) }
func (c Celsius) String() string    { return fmt.Sprintf("%g°C", float64(c)) }
func (f Fahrenheit) String() string { return fmt.Sprintf("%.1f°F", float64(f)) }
func (c Celsius) Kelvin() Kelvin    { return Kelvin(c - AbsoluteZero) }
func (c *Celsius) Warm(by Celsius)  { *c += by }

func main() {
	for c := Celsius(-40); c <= 100; c += 70 {
		fmt.Println(c, CToF(c), FToC(CToF(c)) == c, c.Kelvin())
	}
	t := Boiling
	t.Warm(-0.5)
	var c Celsius
	var f Fahrenheit
	fmt.Println(t, c == 0, f >= 0, c == Celsius(f), Boiling-t, -t)
	fmt.Printf("%v %.1f %s %T %T\n", t, t, t, f, t.Kelvin())
	ts := []Celsius{3, -1, 2}
	slices.Sort(ts)
	fmt.Println(ts, slices.Max(ts), map[string]Celsius{"a": 1})
}
