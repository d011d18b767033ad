// xml: attributes, nested elements, embedded structs and private fields.

package main

import (
	"encoding/xml"
	"fmt"
	"strings"
)

type Address struct{ City, State string }
type Person struct {
	XMLName xml.Name `xml:"person"`
	ID      int      `xml:"id,attr"`
	First   string   `xml:"name>first"`
	Last    string   `xml:"name>last"`
	Emails  []string `xml:"email"`
	secret  string
	Address
	Note    string `xml:",comment"`
	Nothing *int   `xml:"nothing,omitempty"`
}
type level int

func (l level) MarshalText() ([]byte, error) { return []byte(strings.Repeat("*", int(l))), nil }

type Box struct {
	L     level `xml:"l,attr"`
	Inner level
	Text  string `xml:",chardata"`
}

func main() {
	p := Person{ID: 7, First: "A", Last: "B", Emails: []string{"x@y", "z"}, secret: "s", Address: Address{"C", "S"}, Note: " hi "}
	b, err := xml.MarshalIndent(p, "", " ")
	fmt.Println(string(b), err)
	var q Person
	err = xml.Unmarshal([]byte(`<person id="3"><name><first>F</first></name><email>e1</email><email>e2</email><City>Q</City></person>`), &q)
	fmt.Println(q.ID, q.First, q.Last == "", q.Emails, q.City, err)
	b, err = xml.Marshal([]Box{{2, 3, "t&t"}, {1, 1, ""}})
	fmt.Println(string(b), err)
	err = xml.Unmarshal([]byte(`<other/>`), &q)
	fmt.Println(err)
}
