// An enum with String, an interface with two implementations and a type switch.

package main

import "fmt"

type season int

const (
	spring season = iota
	summer
	autumn
	winter
)

var seasonNames = map[season]string{spring: "spring", summer: "summer", autumn: "autumn", winter: "winter"}

func (s season) String() string { return seasonNames[s] }

func next(s season) season {
	switch s {
	case spring, summer, autumn:
		return s + 1
	case winter:
		return spring
	default:
		panic(fmt.Errorf("unknown season: %d", s))
	}
}

type speaker interface{ speak() string }
type robot struct{ id int }
type parrot string

func (r robot) speak() string   { return fmt.Sprintf("beep %d", r.id) }
func (p *parrot) speak() string { *p += "!"; return string(*p) }

func main() {
	s := summer
	for range 5 {
		fmt.Print(s, " ")
		s = next(s)
	}
	fmt.Println()
	p := parrot("hello")
	for _, sp := range []speaker{robot{1}, &p, &robot{2}, &p} {
		switch v := sp.(type) {
		case robot, *robot:
			fmt.Println("robot", v.speak())
		case *parrot:
			fmt.Println("parrot", v.speak(), len(*v))
		}
	}
	defer func() { fmt.Println(recover()) }()
	next(7)
}
