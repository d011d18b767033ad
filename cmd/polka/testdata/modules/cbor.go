package main

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/fxamacker/cbor/v2"
)

type Temp float64

type Reading struct {
	Sensor string         `cbor:"1,keyasint"`
	Temp   Temp           `cbor:"2,keyasint,omitempty"`
	At     time.Time      `cbor:"3,keyasint"`
	Extra  map[string]any `cbor:"4,keyasint,omitempty"`
}

type Vec struct {
	_    struct{} `cbor:",toarray"`
	X, Y int
}

type Code string

func (c Code) MarshalBinary() ([]byte, error) { return []byte("c:" + string(c)), nil }

func (c *Code) UnmarshalBinary(b []byte) error {
	if len(b) < 2 {
		return errors.New("short code")
	}
	*c = Code(b[2:])
	return nil
}

func main() {
	b, err := cbor.Marshal(Reading{"s", 21.5, time.Unix(1, 0).UTC(), map[string]any{"a": uint(1)}})
	fmt.Printf("%x %v\n", b, err)
	text, err := cbor.Diagnose(b)
	fmt.Println(text, err)
	var r Reading
	fmt.Println(cbor.Unmarshal(b, &r), r.Sensor, r.Temp, r.At.Unix(), r.Extra)
	b, err = cbor.Marshal([]Vec{{X: 1, Y: 2}, {X: 3, Y: 4}})
	fmt.Printf("%x %v\n", b, err)
	var vs []Vec
	fmt.Println(cbor.Unmarshal(b, &vs), vs)
	b, err = cbor.Marshal(map[string]Code{"k": "v"})
	var m map[string]Code
	fmt.Printf("%x %v %v %v\n", b, err, cbor.Unmarshal(b, &m), m)
	fmt.Println(cbor.Unmarshal([]byte{0x41, 'x'}, new(Code)))
	err = cbor.Unmarshal(b, &vs)
	var ute *cbor.UnmarshalTypeError
	fmt.Println(errors.As(err, &ute), err)
	tags := cbor.NewTagSet()
	fmt.Println(tags.Add(cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagRequired}, reflectType(), 99))
	em, err := cbor.EncOptions{}.EncModeWithTags(tags)
	b, _ = em.Marshal(Vec{X: 5})
	fmt.Printf("%x %v\n", b, err)
}

func reflectType() reflect.Type { return reflect.TypeFor[Vec]() }
