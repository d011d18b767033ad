package main

import (
	"fmt"

	"github.com/goccy/go-yaml"
)

type Color struct{ R, G, B uint8 }

func (c Color) MarshalYAML() ([]byte, error) {
	return fmt.Appendf(nil, "%02x%02x%02x", c.R, c.G, c.B), nil
}

func (c *Color) UnmarshalYAML(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%02x%02x%02x", &c.R, &c.G, &c.B)
	return err
}

type Item struct {
	Name  string `yaml:"name"`
	Color Color  `yaml:"color"`
	Sizes []int  `yaml:"sizes"`
	Sub   *Item  `yaml:"sub,omitempty"`
	Skip  string `yaml:"-"`
}

func main() {
	i := Item{"ball", Color{255, 170, 187}, []int{1, 2}, &Item{Name: "in"}, "x"}
	b, err := yaml.Marshal(i)
	fmt.Print(string(b), err, "\n")
	var back Item
	fmt.Println(yaml.Unmarshal(b, &back))
	fmt.Println(back.Name, back.Color, back.Sizes, *back.Sub, back.Skip)
	fmt.Println(yaml.Unmarshal([]byte("sizes: [a]\n"), &back))
	fmt.Println(yaml.UnmarshalWithOptions([]byte("nope: 1\n"), &back, yaml.Strict()))
}
