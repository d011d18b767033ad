package main

import (
	"fmt"
	"reflect"

	"github.com/mitchellh/copystructure"
)

type Tree struct {
	Name string
	Kids []*Tree
	Meta map[string][]int
	Any  any
	tag  string
}

type Special struct{ N int }

func main() {
	a := &Tree{"a", []*Tree{{Name: "b"}}, map[string][]int{"k": {1}}, Special{1}, "t"}
	copystructure.Copiers[reflect.TypeOf(Special{})] = func(v any) (any, error) {
		return Special{v.(Special).N + 100}, nil
	}
	c, err := copystructure.Copy(a)
	fmt.Printf("%T %v\n", c, err)
	b := c.(*Tree)
	b.Kids[0].Name = "changed"
	b.Meta["k"][0] = 9
	fmt.Println(a.Kids[0].Name, a.Meta, a.Any, a.tag)
	fmt.Println(b.Kids[0].Name, b.Meta, b.Any, b.tag)
	type local struct{ X *int }
	n := 1
	l := copystructure.Must(copystructure.Copy(local{&n})).(local)
	fmt.Println(*l.X, l.X != &n)
}
