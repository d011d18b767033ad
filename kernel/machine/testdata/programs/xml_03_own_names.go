// xml with anonymous structs, any elements, pointers, omitted and embedded pointers.

package main

import (
	"encoding/xml"
	"fmt"
)

type Base struct {
	ID int `xml:"id,attr"`
}
type Node struct {
	XMLName xml.Name
	*Base
	Kids  []Node   `xml:",any"`
	Text  string   `xml:",chardata"`
	Extra *float64 `xml:"extra,omitempty"`
}

func (n Node) depth() (d int) {
	for _, k := range n.Kids {
		d = max(d, k.depth())
	}
	return d + 1
}

func main() {
	var n Node
	err := xml.Unmarshal([]byte(`<a id="3"><b>x</b><c><d/>y</c></a>`), &n)
	fmt.Println(err, n.XMLName.Local, n.depth(), n.Kids[0].Text, n.Kids[1].Kids[0].XMLName.Local)
	fmt.Println(n.Base != nil && n.ID == 3)
	f := 2.5
	b, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"root"`
		Base
		F *float64 `xml:"f"`
		L []bool   `xml:"l>b"`
		p int
	}{Base: Base{9}, F: &f, L: []bool{true, false}, p: 1})
	fmt.Println(string(b), err)
	_, err = xml.Marshal(map[string]int{"a": 1})
	fmt.Println(err)
	fmt.Println(xml.Unmarshal([]byte("<a><b></a>"), &n))
}
