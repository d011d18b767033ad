package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

type Point struct{ X, Y int }

func (p Point) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d/%d", p.X, p.Y), nil }

func (p *Point) UnmarshalText(b []byte) error {
	if _, err := fmt.Sscanf(string(b), "%d/%d", &p.X, &p.Y); err != nil {
		return errors.New("no point: " + string(b))
	}
	return nil
}

type Doc struct {
	Name   string `toml:"name" comment:"who it is"`
	At     Point
	Parts  []Part `toml:"parts"`
	Hidden string `toml:"-"`
}

type Part struct {
	Weight float64
	Opt    *int
}

func main() {
	one := 1
	b, err := toml.Marshal(Doc{"n", Point{1, 2}, []Part{{1.5, &one}, {2, nil}}, "h"})
	fmt.Print(string(b), err, "\n")
	var d Doc
	fmt.Println(toml.Unmarshal(b, &d))
	fmt.Println(d.Name, d.At, len(d.Parts), *d.Parts[0].Opt, d.Parts[1].Opt)
	err = toml.Unmarshal([]byte("name = 3\n"), &d)
	var de *toml.DecodeError
	if errors.As(err, &de) {
		fmt.Println(de.Position())
		fmt.Println(de.String())
	}
	fmt.Println(toml.Unmarshal([]byte("At = 'x'"), &d))
	fmt.Println(toml.NewDecoder(strings.NewReader("other = 1")).DisallowUnknownFields().Decode(&d))
}
