// Structs that embed time.Time decode themselves as it does, with a name or without.

package main

import (
	"encoding/json"
	"fmt"
	"time"
)

type N struct {
	time.Time
	Y int
}
type O struct{ Z int }
type D struct {
	time.Time
	O
}

func main() {
	var n N
	fmt.Println(json.Unmarshal([]byte(`"2020-01-02T03:04:05Z"`), &n), n.Year())
	var d D
	fmt.Println(json.Unmarshal([]byte(`"2020-01-02T03:04:05Z"`), &d), d.Year())
	var u struct {
		time.Time
		o O
	}
	fmt.Println(json.Unmarshal([]byte(`"2020-01-02T03:04:05Z"`), &u), u.Year())
	var w struct{ time.Time }
	fmt.Println(json.Unmarshal([]byte(`"2020-01-02T03:04:05Z"`), &w), w.Year())
}
