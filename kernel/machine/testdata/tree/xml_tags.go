package main

import (
	"encoding/xml"
	"fmt"
)

type A struct {
	X string `xml:"a"`
	Y string `xml:"a"`
}
type B1 struct {
	X string `xml:"p>q"`
	Y string `xml:"p>q"`
}
type C struct {
	X string `xml:"p"`
	Y string `xml:"p>q"`
}
type D struct {
	X string `xml:"a,attr"`
	Y string `xml:"a,attr"`
}
type E struct {
	X string `xml:",attr,chardata"`
}
type F struct {
	X string `xml:"x,chardata"`
}
type G struct {
	X string `xml:"a>"`
}
type H struct {
	X string `xml:"a>b,attr"`
}
type In struct {
	XMLName xml.Name `xml:"inner"`
	V       int
}
type I struct {
	F In `xml:"other"`
}
type I2 struct {
	F *In `xml:"other"`
}
type I3 struct {
	F []In `xml:"other"`
}
type I4 struct {
	F []*In `xml:"a>other"`
}
type J struct {
	XMLName xml.Name `xml:"ns other"`
	F       In
}
type Em1 struct{ X int }
type Em2 struct{ X int }
type K struct {
	Em1
	Em2
}
type L struct {
	Em1
	X int
}
type M struct {
	X int `xml:"x,attr"`
	Y int `xml:"x"`
}
type N struct {
	X string   `xml:",comment"`
	Y string   `xml:",innerxml"`
	Z []string `xml:",any"`
}
type O struct {
	XMLName string `xml:"o"`
	X       int
}
type P struct {
	X int `xml:",omitempty,any,attr"`
}
type Q struct {
	X int `xml:"space name,attr"`
	Y In  `xml:"inner"`
}

func main() {
	for _, v := range []any{A{}, B1{}, C{}, D{}, E{}, F{}, G{}, H{}, I{}, I2{F: &In{}}, I2{}, I3{F: []In{{}}}, I3{}, I4{F: []*In{{}}}, J{}, K{}, L{}, M{}, N{}, O{}, P{}, Q{}, &A{}, []A{{}}, []I{{}}, struct{ Z A }{}, struct{ Z *A }{}, struct{ Z any }{A{}}} {
		b, err := xml.Marshal(v)
		fmt.Printf("%s %v %T\n", b, err, err)
	}
	const doc = `<a><a>1</a><p>2</p><other><V>3</V></other><inner><V>4</V></inner><X>5</X></a>`
	for _, v := range []any{&A{}, &B1{}, &C{}, &D{}, &E{}, &F{}, &G{}, &H{}, &I{}, &I2{}, &I3{}, &I4{}, &J{}, &K{}, &L{}, &M{}, &N{}, &O{}, &P{}, &Q{}} {
		err := xml.Unmarshal([]byte(doc), v)
		fmt.Printf("%+v %v %T\n", v, err, err)
	}
}
