// MarshalText and UnmarshalText inside of json values, as keys and as fields.

package main

import (
	"encoding/json"
	"fmt"
)

type level int

var names = []string{"low", "mid", "high"}

func (l level) MarshalText() ([]byte, error) {
	if int(l) >= len(names) {
		return nil, fmt.Errorf("bad level %d", int(l))
	}
	return []byte(names[l]), nil
}
func (l *level) UnmarshalText(b []byte) error {
	for i, n := range names {
		if n == string(b) {
			*l = level(i)
			return nil
		}
	}
	return fmt.Errorf("unknown level %q", b)
}

type conf struct {
	Main   level         `json:"main"`
	Others []level       `json:"others"`
	By     map[level]int `json:"by"`
	Ptr    *level        `json:"ptr,omitempty"`
	Any    any           `json:"any"`
}

func main() {
	l := level(1)
	b, err := json.Marshal(conf{2, []level{0, 1}, map[level]int{2: 5, 0: 6}, &l, level(0)})
	fmt.Println(string(b), err)
	var c conf
	err = json.Unmarshal([]byte(`{"main":"high","others":["mid","low"],"by":{"mid":3},"ptr":"high","any":"low"}`), &c)
	fmt.Println(c.Main, c.Others, c.By, *c.Ptr, c.Any, err)
	_, err = json.Marshal(level(9))
	fmt.Println(err)
	err = json.Unmarshal([]byte(`{"main":"huge"}`), &c)
	fmt.Println(err)
	fmt.Println(level(2))
	_, err = json.Marshal([]any{map[string]level{"x": 1}, level(7)})
	fmt.Println(err)
}
