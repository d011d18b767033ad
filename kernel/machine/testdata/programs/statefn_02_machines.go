// State machines: a turnstile table, a traffic light, and a coroutine-like step function.

package main

import "fmt"

type state int
type event int

const (
	locked state = iota
	unlocked
)
const (
	push event = iota
	coin
)

func (s state) String() string { return [...]string{locked: "locked", unlocked: "unlocked"}[s] }
func (e event) String() string { return [...]string{"push", "coin"}[e] }

var table = map[state]map[event]state{
	locked:   {coin: unlocked, push: locked},
	unlocked: {coin: unlocked, push: locked},
}

type step func() (string, step)

func red() (string, step)    { return "red", green }
func green() (string, step)  { return "green", yellow }
func yellow() (string, step) { return "yellow", red }

type machine struct {
	cur   string
	rules map[string]func(*machine, rune)
	out   []string
	buf   []rune
}

func newMachine() *machine {
	m := &machine{cur: "outside"}
	m.rules = map[string]func(*machine, rune){
		"outside": func(m *machine, r rune) {
			if r == '"' {
				m.cur = "inside"
			}
		},
		"inside": func(m *machine, r rune) {
			if r == '"' {
				m.out, m.buf, m.cur = append(m.out, string(m.buf)), nil, "outside"
				return
			}
			m.buf = append(m.buf, r)
		},
	}
	return m
}

func main() {
	s := locked
	for _, e := range []event{push, coin, coin, push} {
		next := table[s][e]
		fmt.Printf("%v --%v--> %v\n", s, e, next)
		s = next
	}
	var st step = red
	for range 5 {
		var n string
		n, st = st()
		fmt.Print(n, " ")
	}
	fmt.Println()
	m := newMachine()
	for _, r := range `say "hi" and "bye é"` {
		m.rules[m.cur](m, r)
	}
	fmt.Printf("%q %s\n", m.out, m.cur)
}
