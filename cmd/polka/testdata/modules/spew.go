package main

import (
	"errors"
	"fmt"

	"github.com/davecgh/go-spew/spew"
)

type Color int

func (c Color) String() string { return [...]string{"red", "green"}[c] }

type Node struct {
	Name  string
	Color Color
	Next  *Node
	attrs map[string][]byte
	err   error
	any   any
}

func main() {
	c := spew.ConfigState{Indent: " ", DisablePointerAddresses: true, DisableCapacities: true, SortKeys: true}
	n := &Node{"a", 1, &Node{Name: "b"}, map[string][]byte{"k": []byte("v")}, errors.New("bad"), []Color{0, 1}}
	n.Next.Next = n
	c.Dump(n)
	fmt.Println(c.Sdump(map[Color]Node{0: {}}))
	fmt.Println(c.Sprintf("%v", n.Next.attrs), c.Sprintf("%#v", Color(1)))
	c.DisableMethods = true
	fmt.Print(c.Sdump(Color(1), [2]Color{}))
}
