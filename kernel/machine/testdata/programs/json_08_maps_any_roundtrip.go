// Round trips of nested any values, numbers, and own types as map values and keys.

package main

import (
	"encoding/json"
	"fmt"
	"reflect"
)

type temp float64
type id [2]byte
type state map[string]any

func (i id) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf("%x", i[:])), nil }
func (i *id) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%02x%02x", &i[0], &i[1])
	return err
}
func (s state) inc(k string) { s[k] = s[k].(float64) + 1 }

func main() {
	in := map[id]temp{{1, 2}: 3.5, {0, 255}: -1}
	b, err := json.Marshal(in)
	fmt.Println(string(b), err)
	var out map[id]temp
	fmt.Println(json.Unmarshal(b, &out), reflect.DeepEqual(in, out))
	var s state
	json.Unmarshal([]byte(`{"n":1,"l":[1,{"k":"v"}],"z":null}`), &s)
	s.inc("n")
	s["l"].([]any)[1].(map[string]any)["k"] = id{7, 8}
	b, _ = json.Marshal(s)
	fmt.Println(string(b))
	v := any(&state{"keep": true})
	fmt.Println(json.Unmarshal([]byte(`{"new":1}`), v), len(*v.(*state)))
	var arr [2]temp
	fmt.Println(json.Unmarshal([]byte(`[1]`), &arr), arr)
	fmt.Println(json.Unmarshal([]byte(`{}`), s), json.Unmarshal([]byte(`1`), nil))
}
