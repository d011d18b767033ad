// MarshalJSON and UnmarshalJSON inside of slices, maps, fields and pointers.

package main

import (
	"encoding/json"
	"fmt"
)

type date struct{ y, m, d int }

func (d date) MarshalJSON() ([]byte, error) {
	return json.Marshal(fmt.Sprintf("%04d-%02d-%02d", d.y, d.m, d.d))
}
func (d *date) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if _, err := fmt.Sscanf(s, "%d-%d-%d", &d.y, &d.m, &d.d); err != nil {
		return fmt.Errorf("date %q: %w", s, err)
	}
	return nil
}

type status int

func (s status) MarshalJSON() ([]byte, error) { return []byte(`"st` + fmt.Sprint(int(s)) + `"`), nil }

type ptrOnly struct{ n int }

func (p *ptrOnly) MarshalJSON() ([]byte, error) { return []byte("[" + fmt.Sprint(p.n) + "]"), nil }

type event struct {
	At    date
	Until *date `json:",omitempty"`
	St    status
	Log   []date
	By    map[string]status
	P     ptrOnly
	PP    *ptrOnly
	Any   any
}

func main() {
	e := event{At: date{2024, 1, 2}, St: 3, Log: []date{{1, 2, 3}}, By: map[string]status{"x": 1}, P: ptrOnly{1}, PP: &ptrOnly{2}, Any: date{9, 9, 9}}
	b, err := json.Marshal(e)
	fmt.Println(string(b), err)
	b, err = json.Marshal(&e)
	fmt.Println(string(b), err)
	b, _ = json.Marshal([]any{status(1), []status{2}, map[string]any{"k": status(4)}})
	fmt.Println(string(b))
	var x struct {
		At  date
		Log []date
		M   map[string]*date
	}
	err = json.Unmarshal([]byte(`{"At":"2020-05-06","Log":["0001-01-01","2-2-2"],"M":{"k":"3-3-3"}}`), &x)
	fmt.Println(x.At, x.Log, *x.M["k"], err)
	fmt.Println(json.Unmarshal([]byte(`{"At":"nope"}`), &x))
	fmt.Println(json.Unmarshal([]byte(`{"Log":[5]}`), &x))
}
