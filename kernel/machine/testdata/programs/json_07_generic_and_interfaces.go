// json with generics, interfaces as fields, polymorphic decoding, and round trips.

package main

import (
	"encoding/json"
	"fmt"
)

type shape interface{ area() float64 }
type circle struct{ R float64 }
type rect struct{ W, H float64 }

func (c circle) area() float64 { return 3 * c.R * c.R }
func (r *rect) area() float64  { return r.W * r.H }

type envelope struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}
type shapes []shape

func (s *shapes) UnmarshalJSON(b []byte) error {
	var es []envelope
	if err := json.Unmarshal(b, &es); err != nil {
		return err
	}
	for _, e := range es {
		switch e.Type {
		case "circle":
			var c circle
			if err := json.Unmarshal(e.Data, &c); err != nil {
				return err
			}
			*s = append(*s, c)
		case "rect":
			r := new(rect)
			if err := json.Unmarshal(e.Data, r); err != nil {
				return err
			}
			*s = append(*s, r)
		default:
			return fmt.Errorf("unknown type %q", e.Type)
		}
	}
	return nil
}

type page[T any] struct {
	Items []T `json:"items"`
	Next  *T  `json:"next,omitempty"`
	total int
}

func decode[T any](s string) (v T, err error) {
	err = json.Unmarshal([]byte(s), &v)
	return
}

func main() {
	ss, err := decode[shapes](`[{"type":"circle","data":{"R":2}},{"type":"rect","data":{"W":2,"H":3}}]`)
	fmt.Println(len(ss), ss[0].area(), ss[1].area(), err)
	_, err = decode[shapes](`[{"type":"blob"}]`)
	fmt.Println(err)
	b, err := json.Marshal(map[string]shape{"c": circle{1}, "r": &rect{1, 2}, "n": nil})
	fmt.Println(string(b), err)
	p, err := decode[page[map[string]int]](`{"items":[{"a":1}],"next":{"b":2},"total":5}`)
	fmt.Println(p.Items, *p.Next, p.total, err)
	b, _ = json.Marshal(page[string]{Items: []string{"x"}, total: 3})
	fmt.Println(string(b))
	_, err = decode[map[string]shape](`{"c":{"R":1}}`)
	fmt.Println(err)
	n, err := decode[[]*int](`[1,null,3]`)
	fmt.Println(*n[0], n[1] == nil, *n[2], err)
	i, err := decode[struct{ A, B any }](`{"a":1,"B":{"x":[]}}`)
	fmt.Printf("%v %T %v\n", i, i.A, err)
}
