// State functions as methods, a nil end state, and states kept in maps and slices.

package main

import "fmt"

type state func(*machine, byte) state
type machine struct {
	in    []byte
	trace []string
	n     int
}

func (m *machine) run(start state) {
	for s := start; s != nil && len(m.in) > 0; {
		b := m.in[0]
		m.in = m.in[1:]
		s = s(m, b)
	}
}

func idle(m *machine, b byte) state {
	m.trace = append(m.trace, "idle:"+string(b))
	switch {
	case b == '#':
		return counting(0)
	case b == '.':
		return nil
	}
	return idle
}

func counting(n int) state {
	return func(m *machine, b byte) state {
		if b == '#' {
			m.n = max(m.n, n)
			return idle
		}
		m.trace = append(m.trace, fmt.Sprint("count", n))
		return counting(n + 1)
	}
}

type door struct{ opened int }
type doorState func() doorState

func (d *door) closed() doorState { d.opened++; return d.open }
func (d *door) open() doorState {
	if d.opened > 2 {
		return nil
	}
	return d.closed
}

func main() {
	m := &machine{in: []byte("a#xyz#b#q#.c")}
	m.run(idle)
	fmt.Println(m.trace, m.n, string(m.in))
	d := &door{}
	steps := 0
	for s := d.closed; s != nil; {
		next := s()
		s = nil
		if next != nil {
			s = next
		}
		steps++
	}
	fmt.Println(d.opened, steps)
	table := map[string][]state{"a": {idle, nil}}
	fmt.Println(table["a"][0](m, '!') != nil, table["a"][1] == nil, len(table["b"]))
}
