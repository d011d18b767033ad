// Enums with bounds, parsing by name, sets of enums, and exhaustive printing.

package main

import (
	"fmt"
	"strconv"
	"strings"
)

type color uint

const (
	red color = iota
	green
	blue
	numColors = iota
)

var colorNames = [numColors]string{red: "red", green: "green", blue: "blue"}

func (c color) String() string {
	if c < numColors {
		return colorNames[c]
	}
	return "color(" + strconv.Itoa(int(c)) + ")"
}

func parse(s string) (c color, err error) {
	for c = range color(numColors) {
		if colorNames[c] == s {
			return
		}
	}
	return numColors, fmt.Errorf("no color %q", s)
}

type set uint8

func of(cs ...color) (s set) {
	for _, c := range cs {
		s |= 1 << c
	}
	return
}
func (s set) has(c color) bool { return s>>c&1 == 1 }
func (s set) String() string {
	var out []string
	for c := color(0); c < numColors; c++ {
		if s.has(c) {
			out = append(out, c.String())
		}
	}
	return "{" + strings.Join(out, ",") + "}"
}

func main() {
	fmt.Println(red, blue, color(9), []color{green, 7}, map[color]int{blue: 1, red: 2})
	fmt.Println(parse("green"))
	fmt.Println(parse("pink"))
	s := of(red, blue)
	fmt.Println(s, s&^of(red), s|of(green), ^s&of(red, green, blue), s == of(blue, red))
	fmt.Printf("%v %d %s %x %T %q\n", s, s, s, uint8(s), numColors, green)
}
