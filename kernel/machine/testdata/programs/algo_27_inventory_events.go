// Event sourcing with interfaces, type switches and an undo stack.

package main

import (
	"errors"
	"fmt"
)

type event interface{ isEvent() }
type added struct {
	sku string
	n   int
}
type removed struct {
	sku string
	n   int
}
type renamed struct{ from, to string }
type base struct{}

func (added) isEvent()    {}
func (*removed) isEvent() {}
func (renamed) isEvent()  {}

type stock struct {
	qty  map[string]int
	undo []func()
	log  []event
}

func (s *stock) apply(e event) (err error) {
	defer func() {
		if err == nil {
			s.log = append(s.log, e)
		}
	}()
	switch e := e.(type) {
	case added:
		s.qty[e.sku] += e.n
		s.undo = append(s.undo, func() { s.qty[e.sku] -= e.n })
	case *removed:
		if s.qty[e.sku] < e.n {
			return fmt.Errorf("only %d of %s", s.qty[e.sku], e.sku)
		}
		s.qty[e.sku] -= e.n
		s.undo = append(s.undo, func() { s.qty[e.sku] += e.n })
	case renamed:
		n, ok := s.qty[e.from]
		if !ok {
			return errors.New("unknown " + e.from)
		}
		delete(s.qty, e.from)
		s.qty[e.to] = n
		s.undo = append(s.undo, func() {
			s.qty[e.from] = s.qty[e.to]
			delete(s.qty, e.to)
		})
	default:
		return fmt.Errorf("unhandled %T", e)
	}
	return nil
}

func (s *stock) back() {
	n := len(s.undo) - 1
	s.undo[n]()
	s.undo, s.log = s.undo[:n], s.log[:n]
}

type other struct{ base }

func (base) isEvent() {}

func main() {
	s := &stock{qty: map[string]int{}}
	for _, e := range []event{added{"nut", 5}, &removed{"nut", 2}, &removed{"bolt", 1}, renamed{"nut", "hex"}, renamed{"x", "y"}, other{}, nil} {
		fmt.Println(s.apply(e), s.qty, len(s.log))
	}
	fmt.Printf("%v %+v\n", s.log[0], s.log[2])
	for len(s.undo) > 0 {
		s.back()
		fmt.Println(s.qty, len(s.log))
	}
}
