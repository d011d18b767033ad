// Functional options, with methods that call stored functions and return several values.

package main

import (
	"errors"
	"fmt"
)

type config struct {
	port    int
	name    string
	onError func(error) (bool, string)
	clock   func() (h, m int)
}
type option func(*config)

func withPort(p int) option                           { return func(c *config) { c.port = p } }
func withName(n string) option                        { return func(c *config) { c.name = n } }
func withHandler(f func(error) (bool, string)) option { return func(c *config) { c.onError = f } }

func build(opts ...option) *config {
	c := &config{port: 80, name: "default", clock: func() (int, int) { return 12, 30 }}
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *config) handle(err error) (bool, string) {
	if c.onError == nil {
		return false, "unhandled"
	}
	return c.onError(err)
}

func (c *config) time() (int, int, string) {
	h, m := c.clock()
	return h, m, fmt.Sprintf("%02d:%02d", h, m)
}

func main() {
	a := build()
	b := build(withPort(8080), withName("b"), withHandler(func(e error) (bool, string) { return true, "saw " + e.Error() }))
	fmt.Println(a.port, a.name, b.port, b.name)
	fmt.Println(a.handle(errors.New("e1")))
	fmt.Println(b.handle(errors.New("e2")))
	fmt.Println(b.time())
	b.clock = func() (int, int) { return b.port / 1000, 5 }
	fmt.Println(b.time())
	fmt.Println(b.clock())
}
