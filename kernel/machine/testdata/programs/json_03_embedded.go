// Embedded structs are flat, with conflicts, pointers and tags.

package main

import (
	"encoding/json"
	"fmt"
)

type Base struct {
	ID   int    `json:"id"`
	Kind string `json:"kind,omitempty"`
}
type Meta struct {
	Kind string
	Tag  string
}
type Item struct {
	Base
	*Meta
	Name string
}
type Tagged struct {
	Base `json:"base"`
	Meta
}
type Deep struct {
	Item
	ID string `json:"id"`
}

func main() {
	for _, v := range []any{
		Item{Base{1, "k"}, &Meta{"mk", "t"}, "n"},
		Item{Name: "nometa"},
		Tagged{Base{2, ""}, Meta{"x", "y"}},
		Deep{Item{Base: Base{3, "d"}}, "own"},
		[]Base{{1, "a"}, {2, ""}},
		map[string]Item{"k": {}},
		struct {
			Base
			X int `json:"x"`
		}{Base{4, "anon"}, 5},
	} {
		b, err := json.Marshal(v)
		fmt.Println(string(b), err)
	}
	var it Item
	err := json.Unmarshal([]byte(`{"id":9,"Tag":"new","Name":"nm","kind":"kk"}`), &it)
	fmt.Println(err, it.ID, it.Base.Kind, it.Meta != nil && it.Tag == "new", it.Name)
	var d Deep
	err = json.Unmarshal([]byte(`{"id":"s","Name":"dd"}`), &d)
	fmt.Println(err, d.ID, d.Item.ID, d.Name)
	var tg Tagged
	err = json.Unmarshal([]byte(`{"base":{"id":7},"Kind":"q"}`), &tg)
	fmt.Printf("%+v %v\n", tg, err)
}
