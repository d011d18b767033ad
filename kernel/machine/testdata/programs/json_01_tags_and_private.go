// Marshal: tags, private fields, omitempty, string option, skipped fields.

package main

import (
	"encoding/json"
	"fmt"
)

type user struct {
	Name     string `json:"name"`
	Age      int    `json:"age,omitempty"`
	password string
	Email    *string        `json:"email,omitempty"`
	Skip     int            `json:"-"`
	Dash     int            `json:"-,"`
	Count    int64          `json:"count,string"`
	Tags     []string       `json:"tags"`
	Meta     map[string]any `json:"meta,omitempty"`
	Ratio    float64
	Raw      json.RawMessage `json:"raw,omitempty"`
	private  struct{ X int }
	Nested   struct {
		A int
		b int
	}
	Bytes []byte
	Any   any `json:",omitempty"`
}

func main() {
	u := user{Name: "bob", password: "hunter2", Skip: 1, Dash: 2, Count: 3, Ratio: 1.5, Bytes: []byte("hi")}
	u.Nested.A, u.Nested.b = 1, 2
	b, err := json.Marshal(u)
	fmt.Println(string(b), err)
	e := "e@x"
	u.Email, u.Age, u.Tags, u.Meta = &e, 7, []string{"<a>"}, map[string]any{"z": 1, "a": []int{1}}
	u.Raw, u.Any = json.RawMessage(`{"k":[1,2]}`), u.private
	b, err = json.MarshalIndent(&u, "", "  ")
	fmt.Println(string(b), err)
	b, err = json.Marshal(struct {
		a int
		B bool
	}{1, true})
	fmt.Println(string(b), err)
}
