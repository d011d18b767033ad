package main

import (
	"bytes"
	"fmt"

	"github.com/vmihailenco/msgpack/v5"
)

type Pos struct{ X, Y int }

func (p Pos) EncodeMsgpack(e *msgpack.Encoder) error { return e.EncodeMulti(p.X, p.Y) }

func (p *Pos) DecodeMsgpack(d *msgpack.Decoder) error { return d.DecodeMulti(&p.X, &p.Y) }

type Shape struct {
	Name  string  `msgpack:"name"`
	At    Pos     `msgpack:"at"`
	Kids  []Shape `msgpack:"kids,omitempty"`
	Any   any     `msgpack:"any"`
	local int
}

type Ext struct{ S string }

func (e *Ext) MarshalMsgpack() ([]byte, error) { return []byte(e.S), nil }

func (e *Ext) UnmarshalMsgpack(b []byte) error {
	e.S = string(b)
	return nil
}

func main() {
	msgpack.RegisterExt(5, (*Ext)(nil))
	b, err := msgpack.Marshal(&Shape{Name: "a", At: Pos{1, 2}, Kids: []Shape{{Name: "k"}}, Any: &Ext{"e"}})
	fmt.Printf("%x %v\n", b, err)
	var s Shape
	fmt.Println(msgpack.Unmarshal(b, &s))
	fmt.Printf("%v %v %v %T %v\n", s.Name, s.At, len(s.Kids), s.Any, s.Any.(*Ext).S)
	var m map[string]any
	fmt.Println(msgpack.Unmarshal([]byte{0x81, 0xa1, 'k', 0x07}, &m), m)
	fmt.Println(msgpack.Unmarshal(b[:5], &s))
	fmt.Println(msgpack.Unmarshal([]byte{0xc3}, &s))
	d := msgpack.NewDecoder(bytes.NewReader([]byte{0x81, 0xa1, 'z', 0x07}))
	d.DisallowUnknownFields(true)
	fmt.Println(d.Decode(&s))
}
