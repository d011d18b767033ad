// Interfaces with mocks: clock, store, notifier; decorated by embedding.

package main

import (
	"errors"
	"fmt"
	"os"
)

type clock interface{ now() int }
type store interface {
	get(id int) (*order, error)
	put(*order) error
}
type notifier func(to, msg string) error
type order struct {
	id     int
	status string
	at     int
}
type service struct {
	clock
	store
	notify notifier
}
type fixed int
type ticking struct{ t int }
type mem map[int]order
type failing struct{ store }
type counting struct {
	store
	gets, puts int
}

func (f fixed) now() int    { return int(f) }
func (t *ticking) now() int { t.t++; return t.t }
func (m mem) get(id int) (*order, error) {
	if o, ok := m[id]; ok {
		return &o, nil
	}
	return nil, fmt.Errorf("order %d missing", id)
}
func (m mem) put(o *order) error   { m[o.id] = *o; return nil }
func (failing) put(o *order) error { return fmt.Errorf("put %v: %w", *o, os.ErrPermission) }
func (c *counting) get(id int) (*order, error) {
	c.gets++
	return c.store.get(id)
}

func (s service) ship(id int) error {
	o, err := s.get(id)
	if err != nil {
		return err
	}
	o.status, o.at = "shipped", s.now()
	if err := s.put(o); err != nil {
		return err
	}
	if s.notify == nil {
		return nil
	}
	return s.notify("x", o.status)
}

func main() {
	m := mem{1: {1, "new", 0}, 2: {id: 2}}
	var sent []string
	c := &counting{store: m}
	s := service{&ticking{}, c, func(to, msg string) error { sent = append(sent, to+msg); return nil }}
	fmt.Println(s.ship(1), s.ship(9), s.ship(2), m, sent, c.gets, c.puts)
	s.store, s.clock = failing{m}, fixed(100)
	err := s.ship(1)
	fmt.Println(err, errors.Is(err, os.ErrPermission), m[1].at)
	s.store, s.notify = m, nil
	fmt.Println(s.ship(1), m[1].at, s.now())
	fmt.Println(service{store: m, clock: fixed(0), notify: func(a, b string) error { return errors.New(a + b) }}.ship(2))
}
