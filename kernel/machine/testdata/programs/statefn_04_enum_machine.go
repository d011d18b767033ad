// A vending machine with enum states, a transition table of structs and errors.

package main

import (
	"errors"
	"fmt"
	"strings"
)

type state int

const (
	idle state = iota
	paid
	broken
)

func (s state) String() string { return [...]string{idle: "idle", paid: "paid", broken: "broken"}[s] }

type machine struct {
	state
	coins int
	log   []string
}
type rule struct {
	from state
	in   string
}

var rules = map[rule]func(*machine) (state, error){
	{idle, "coin"}: func(m *machine) (state, error) { m.coins++; return paid, nil },
	{paid, "coin"}: func(m *machine) (state, error) { return paid, errors.New("refund") },
	{paid, "push"}: func(m *machine) (state, error) { return idle, nil },
	{idle, "kick"}: func(m *machine) (state, error) { m.coins = 0; return broken, nil },
}

func (m *machine) step(in string) (err error) {
	f, ok := rules[rule{m.state, in}]
	if !ok {
		return fmt.Errorf("%v: cannot %s", m.state, in)
	}
	old := m.state
	m.state, err = f(m)
	m.log = append(m.log, fmt.Sprintf("%v->%v", old, m.state))
	return
}

func main() {
	var m machine
	for _, in := range strings.Fields("push coin coin push kick coin") {
		if err := m.step(in); err != nil {
			fmt.Println("error:", err)
		}
	}
	fmt.Println(m.log, m.coins, m.state, m)
}
