package main

import (
	"fmt"
	"strings"

	jsoniter "github.com/json-iterator/go"
)

type State int

func (s State) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `"state %d"`, int(s)), nil }

func (s *State) UnmarshalJSON(b []byte) error {
	_, err := fmt.Sscanf(string(b), `"state %d"`, (*int)(s))
	return err
}

type Day string

func (d Day) MarshalText() ([]byte, error) { return []byte("day " + d), nil }

func (d *Day) UnmarshalText(b []byte) error {
	*d = Day(strings.TrimPrefix(string(b), "day "))
	return nil
}

type Base struct{ ID int }

type Job struct {
	Base
	Name  string      `json:"name"`
	State State       `json:"state"`
	When  map[Day]int `json:"when"`
	Next  *Job        `json:"next,omitempty"`
	Any   any         `json:"any"`
	Raw   jsoniter.RawMessage
	x     int
}

func main() {
	json := jsoniter.ConfigCompatibleWithStandardLibrary
	j := Job{Base{1}, "a", 3, map[Day]int{"mon": 1}, &Job{Name: "b"}, []any{1, "x"}, nil, 5}
	b, err := json.Marshal(j)
	fmt.Println(string(b), err)
	var back Job
	fmt.Println(json.Unmarshal(b, &back))
	fmt.Println(back.ID, back.Name, back.State, back.When, back.Next.Name, back.Any, string(back.Raw))
	fmt.Println(json.Unmarshal([]byte(`{"name": 3}`), &back))
	fmt.Println(json.Unmarshal([]byte(`{"state": "none"}`), &back))
	fmt.Println(jsoniter.Get(b, "any", 1).ToString(), jsoniter.Get(b, "none").LastError())
	s, err := json.MarshalToString(map[string]State{"k": 2})
	fmt.Println(s, err)
	_, err = json.Marshal(func() {})
	fmt.Println(err)
}
