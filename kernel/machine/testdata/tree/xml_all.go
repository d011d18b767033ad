// encoding/xml with own types: names, attributes, embedding, methods, recursion.

package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

type ID int
type Name string
type Level int

func (l Level) MarshalText() ([]byte, error) {
	if l > 9 {
		return nil, errors.New("level too high")
	}
	return []byte(fmt.Sprint("L", int(l))), nil
}
func (l *Level) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "L%d", (*int)(l))
	return err
}

type Color struct{ R, G, B uint8 }

func (c Color) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)}, nil
}
func (c *Color) UnmarshalXMLAttr(a xml.Attr) error {
	_, err := fmt.Sscanf(a.Value, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return err
}

type Size struct{ W, H int }

func (s Size) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: "size"}, Value: fmt.Sprint(s.W, "x", s.H)})
	if err := e.EncodeToken(start); err != nil {
		return err
	}
	return e.EncodeToken(start.End())
}
func (s *Size) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	for _, a := range start.Attr {
		fmt.Sscanf(a.Value, "%dx%d", &s.W, &s.H)
	}
	return d.Skip()
}

type Base struct {
	Id ID `xml:"id,attr"`
}
type low struct{ Low string }
type Addr struct {
	XMLName xml.Name `xml:"address"`
	City    Name
	zip     string
}
type Addr2 struct {
	XMLName xml.Name `xml:"second"`
	City    Name
}
type Twice struct {
	A Addr
	B *Addr
}
type Person struct {
	XMLName xml.Name `xml:"person"`
	Base
	low
	First  Name     `xml:"name>first"`
	Last   Name     `xml:"name>last"`
	Emails []string `xml:"contact>email,omitempty"`
	Addr   Addr     `xml:"address"`
	PA     *Addr2   `xml:"second"`
	Lvl    Level    `xml:"lvl,attr"`
	LP     *Level   `xml:"lp,attr,omitempty"`
	Col    Color    `xml:"col,attr"`
	El     Level
	Sz     Size
	Szs    []Size `xml:"sizes>s"`
	Note   string `xml:",comment"`
	Text   string `xml:",chardata"`
	Any    any
	Skip   string `xml:"-"`
	Opt    *ID    `xml:"opt,omitempty"`
	OptL   Level  `xml:"optl,omitempty"`
	priv   int
}
type Node struct {
	Name string `xml:"name,attr"`
	Kids []Node `xml:"node"`
	Ptr  *Node  `xml:"ptr"`
}
type Tree struct {
	XMLName xml.Name `xml:"tree"`
	Sub     *Tree
	V       ID
}
type Plain struct {
	A int
	b int
}
type Box[T any] struct{ V T }
type Dyn struct {
	XMLName xml.Name
	V       int
}
type Shape interface{ Area() int }
type Sq struct{ S int }

func (s Sq) Area() int { return s.S * s.S }

type Pic struct{ Shapes []Shape }
type Bad struct{ F func(ID) }

func show(v any) {
	b, err := xml.Marshal(v)
	fmt.Println(string(b), err)
}

func main() {
	p := Person{Base: Base{7}, low: low{"l"}, First: "a<b", Last: "z", Emails: []string{"x@y"}, Addr: Addr{City: "C", zip: "1"}, Lvl: 3, Col: Color{1, 2, 255}, El: 4, Sz: Size{1, 2}, Szs: []Size{{3, 4}, {5, 6}}, Note: "n", Text: "t", Any: Plain{1, 2}}
	show(p)
	b, err := xml.MarshalIndent(&p, "", " ")
	fmt.Println(string(b), err)
	var q Person
	q.priv = 9
	fmt.Println(xml.Unmarshal(b, &q), q.Id, q.Low, q.First, q.Last, q.Emails, q.Addr.City, q.Addr.XMLName.Local, q.PA, q.Lvl, q.Col, q.El, q.Sz, q.Szs, strings.TrimSpace(q.Text), q.priv)
	show(Twice{})
	fmt.Println(xml.Unmarshal([]byte("<a/>"), &Twice{}))
	show(ID(5))
	show([]ID{1, 2})
	show(Plain{1, 2})
	show([]Plain{{1, 2}, {3, 4}})
	show([]any{Plain{1, 2}, ID(3), Level(4), Size{1, 2}, nil, &Plain{5, 6}})
	show(Box[ID]{3})
	show(Dyn{V: 1})
	show(Dyn{XMLName: xml.Name{Local: "own"}, V: 2})
	show(Node{"r", []Node{{"a", nil, nil}, {"b", []Node{{"c", nil, nil}}, &Node{Name: "p"}}}, nil})
	show(&Tree{V: 1, Sub: &Tree{V: 2}})
	show(Pic{[]Shape{Sq{1}, &Sq{2}}})
	show(Level(3))
	show(Level(10))
	show(Bad{})
	show(map[ID]int{})
	show(struct{ A ID }{1})
	var n Node
	fmt.Println(xml.Unmarshal([]byte(`<x name="r"><node name="a"><node name="aa"/></node><node name="b"><ptr name="p"><node name="deep"/></ptr></node></x>`), &n))
	fmt.Println(n.Name, len(n.Kids), n.Kids[0].Kids[0].Name, n.Kids[1].Ptr.Name, n.Kids[1].Ptr.Kids[0].Name)
	var tr Tree
	fmt.Println(xml.Unmarshal([]byte(`<tree><tree><V>5</V><tree><V>6</V></tree></tree><V>4</V></tree>`), &tr), tr.V, tr.Sub != nil && tr.Sub.V == 5 && tr.Sub.Sub.V == 6)
	fmt.Println(xml.Unmarshal([]byte(`<wrong/>`), &tr))
	fmt.Println(xml.Unmarshal([]byte(`<tree><V>x</V></tree>`), &tr))
	fmt.Println(xml.Unmarshal([]byte(`<tree>`), &tr))
	fmt.Println(xml.Unmarshal([]byte(`<tree/>`), tr))
	fmt.Println(xml.Unmarshal([]byte(`<person lvl="X"/>`), &q))
	var sizes struct{ S []Size }
	fmt.Println(xml.Unmarshal([]byte(`<a><S size="1x2"/><S size="3x4"><in/></S></a>`), &sizes), sizes)
	var lv Level
	fmt.Println(xml.Unmarshal([]byte(`<l>L7</l>`), &lv), lv)
	d := xml.NewDecoder(strings.NewReader(`<list><node name="1"/><node name="2"><node name="3"/></node></list>`))
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if s, ok := t.(xml.StartElement); ok && s.Name.Local == "node" {
			var n Node
			fmt.Println(d.DecodeElement(&n, &s), n.Name, len(n.Kids))
		}
	}
	var buf bytes.Buffer
	e := xml.NewEncoder(&buf)
	e.Indent("", "\t")
	fmt.Println(e.EncodeElement(Plain{1, 2}, xml.StartElement{Name: xml.Name{Local: "named"}}), e.Encode(Sq{3}))
	fmt.Println(buf.String())
}
