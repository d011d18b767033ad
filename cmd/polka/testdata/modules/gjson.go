package main

import (
	"encoding/json"
	"fmt"

	"github.com/tidwall/gjson"
)

type Team struct {
	Name    string   `json:"name"`
	Members []Member `json:"members"`
}

type Member struct {
	Name string `json:"name"`
	Age  int    `json:"age"`
}

type Upper struct{}

func main() {
	b, _ := json.Marshal(Team{"t", []Member{{"ada", 36}, {"bob", 17}}})
	fmt.Println(gjson.GetBytes(b, "members.#.name"), gjson.GetBytes(b, "members.#(age>20).name"))
	gjson.AddModifier("twice", func(json, arg string) string { return "[" + json + "," + json + "]" })
	fmt.Println(gjson.GetBytes(b, "name|@twice"))
	var ages []int
	gjson.GetBytes(b, "members").ForEach(func(_, v gjson.Result) bool {
		ages = append(ages, int(v.Get("age").Int()))
		return true
	})
	fmt.Println(ages, gjson.Valid("{"), gjson.Get("{}", "x").Exists())
	var m Member
	fmt.Println(json.Unmarshal([]byte(gjson.GetBytes(b, "members.1").Raw), &m), m)
	fmt.Printf("%T %v\n", gjson.GetBytes(b, "members").Value(), gjson.GetBytes(b, "members.0").Value())
}
