// Unmarshal into structs, maps, slices, pointers and any, with errors.

package main

import (
	"encoding/json"
	"fmt"
)

type addr struct{ Street, City string }
type person struct {
	Name    string `json:"name"`
	Age     int
	secret  string
	Addr    *addr
	Friends []person
	Scores  map[string]float64
	Extra   any
	Pair    [2]int
}

func main() {
	var p person
	err := json.Unmarshal([]byte(`{"name":"ann","AGE":30,"secret":"s","Xsecret":"x","Addr":{"street":"Main","City":"X"},
"Friends":[{"name":"bo"},{"Age":5}],"Scores":{"a":1.5,"b":2},"Extra":{"k":[1,"two",null,true]},"Pair":[7,8,9],"unknown":1}`), &p)
	fmt.Println(err)
	fmt.Println(p.Name, p.Age, p.secret == "", *p.Addr, len(p.Friends), p.Friends[0].Name, p.Friends[1].Age, p.Scores, p.Extra, p.Pair)
	err = json.Unmarshal([]byte(`{"Age":"x","name":"later"}`), &p)
	fmt.Println(err, p.Name)
	var a any
	fmt.Println(json.Unmarshal([]byte(`[1, 2.5, "s", {"b":1,"a":2}, null]`), &a), a)
	for _, v := range a.([]any) {
		fmt.Printf("%T ", v)
	}
	fmt.Println()
	var m map[string][]int
	fmt.Println(json.Unmarshal([]byte(`{"x":[1,2],"y":null}`), &m), m, m["y"] == nil)
	var ps []*person
	fmt.Println(json.Unmarshal([]byte(`[{"name":"q"},null]`), &ps), len(ps), ps[0].Name, ps[1] == nil)
	for _, bad := range []string{`{"name":1}`, `{`, `[1]`, `{"Age":1.5}`, `nul`, `{"Addr":{"City":[]}}`} {
		fmt.Println(json.Unmarshal([]byte(bad), &p))
	}
	p.Addr = &addr{City: "keep"}
	json.Unmarshal([]byte(`{"Addr":{"Street":"new"}}`), &p)
	fmt.Println(*p.Addr)
}
