// Resource cleanup, locks and tracing with defer.

package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type res struct {
	name string
	log  *[]string
}

func (r *res) open() *res { *r.log = append(*r.log, "open "+r.name); return r }
func (r *res) Close() error {
	*r.log = append(*r.log, "close "+r.name)
	if r.name == "b" {
		return errors.New("close failed: b")
	}
	return nil
}

func trace(depth *int, name string) func() {
	fmt.Printf("%s> %s\n", strings.Repeat(" ", *depth), name)
	*depth++
	return func() { *depth--; fmt.Printf("%s< %s\n", strings.Repeat(" ", *depth), name) }
}

var depth int

func fact(n int) int {
	defer trace(&depth, fmt.Sprint("fact ", n))()
	if n < 2 {
		return 1
	}
	return n * fact(n-1)
}

func use(log *[]string, fail bool) (err error) {
	for _, n := range []string{"a", "b"} {
		r := (&res{n, log}).open()
		defer func() { err = errors.Join(err, r.Close()) }()
	}
	if fail {
		return errors.New("work failed")
	}
	return nil
}

func main() {
	fmt.Println(fact(3))
	var log []string
	fmt.Println(use(&log, false), log)
	log = nil
	fmt.Printf("%q\n", use(&log, true).Error())
	var mu sync.Mutex
	balance := 10
	withdraw := func(n int) bool {
		mu.Lock()
		defer mu.Unlock()
		if n > balance {
			return false
		}
		balance -= n
		return true
	}
	fmt.Println(withdraw(7), withdraw(7), balance)
}
