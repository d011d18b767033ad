// xml decoding with a token loop, own UnmarshalXML, attributes and slices of structs.

package main

import (
	"encoding/xml"
	"fmt"
	"strings"
)

type point struct{ X, Y int }

func (p *point) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	var s string
	if err := d.DecodeElement(&s, &start); err != nil {
		return err
	}
	_, err := fmt.Sscanf(s, "%d,%d", &p.X, &p.Y)
	return err
}

func (p point) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(fmt.Sprintf("%d,%d", p.X, p.Y), start)
}

type line struct {
	Name string  `xml:"name,attr"`
	Pts  []point `xml:"pts>p"`
	Kind kind    `xml:"kind"`
}
type kind int

func (k *kind) UnmarshalText(b []byte) error { *k = kind(len(b)); return nil }

func main() {
	var ls struct {
		XMLName xml.Name `xml:"lines"`
		L       []line   `xml:"line"`
	}
	src := `<lines><line name="a"><pts><p>1,2</p><p>3,4</p></pts><kind>abc</kind></line><line name="b"/></lines>`
	fmt.Println(xml.Unmarshal([]byte(src), &ls), ls.L)
	b, err := xml.Marshal(ls.L[0])
	fmt.Println(string(b), err)
	d := xml.NewDecoder(strings.NewReader(src))
	depth := 0
	for {
		t, err := d.Token()
		if err != nil {
			fmt.Println(err)
			break
		}
		switch t := t.(type) {
		case xml.StartElement:
			fmt.Print(strings.Repeat(">", depth), t.Name.Local, len(t.Attr), " ")
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			fmt.Printf("%q ", t)
		}
	}
	fmt.Println(depth, xml.Unmarshal([]byte("<lines><line><pts><p>x</p></pts></line></lines>"), &ls))
}
