package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

type key int
type skey string
type ckey struct{ n int }

func (k skey) String() string { return "skey<" + string(k) + ">" }

type mine struct {
	context.Context
	name string
}

type named struct{ context.Context }

func (n named) String() string { return "named!" }

type val struct{ a, b int }
type sval string

func (s sval) String() string { return "sval " + string(s) }

type full struct{}

func (*full) Deadline() (deadline time.Time, ok bool) { return }
func (*full) Done() <-chan struct{}                   { return nil }
func (*full) Err() error                              { return errors.New("x") }
func (*full) Value(any) any                           { return nil }

type fv struct{ n int }

func (fv) Deadline() (deadline time.Time, ok bool) { return }
func (fv) Done() <-chan struct{}                   { return nil }
func (fv) Err() error                              { return nil }
func (fv) Value(any) any                           { return nil }

type fs string

func (fs) Deadline() (deadline time.Time, ok bool) { return }
func (fs) Done() <-chan struct{}                   { return nil }
func (fs) Err() error                              { return nil }
func (fs) Value(any) any                           { return nil }

type asker struct{ context.Context }

func (a asker) Value(k any) any {
	fmt.Printf("asked for %T %v\n", k, k)
	return a.Context.Value(k)
}

type after struct {
	context.Context
	got *bool
}

func (after) Done() <-chan struct{} { return make(chan struct{}) }
func (a after) AfterFunc(f func()) func() bool {
	fmt.Println("AfterFunc")
	return func() bool { *a.got = true; return true }
}

func main() {
	bg := context.Background()
	for _, c := range []context.Context{
		mine{bg, "m"}, &mine{bg, "m"}, named{bg}, fv{3}, fs("q"),
	} {
		w, cancel := context.WithCancel(c)
		if _, ok := c.(*mine); !ok {
			fmt.Println(w)
			fmt.Printf("%v %s\n", w, w)
		}

		v := context.WithValue(c, key(1), "x")
		if _, ok := c.(*mine); !ok {
			fmt.Println(v)
			fmt.Println(context.WithValue(w, skey("k"), sval("v")), context.WithValue(w, ckey{1}, val{1, 2}))
			fmt.Println(context.WithoutCancel(w))
		}
		cancel()
	}
	f := &full{}
	w, cancel := context.WithCancel(f)
	defer cancel()
	fmt.Println(w)
	fmt.Println(context.WithValue(bg, key(1), "x"), context.WithValue(bg, "q", val{1, 2}), context.WithValue(bg, skey("k"), sval("v")))
	fmt.Println(context.WithValue(bg, key(1), key(2)), context.WithValue(bg, ckey{3}, nil))
	var inner context.Context = mine{w, "z"}
	fmt.Println(context.WithValue(inner, key(7), skey("u")))
	fmt.Println(fmt.Sprint(context.WithValue(inner, key(7), f)))
	c := context.WithValue(context.WithValue(asker{inner}, skey("k"), sval("v")), key(1), 5)
	fmt.Println(c.Value(skey("k")).(sval)+"!", c.Value(skey("l")), c.Value(key(1)), c.Value("k"), c.Value(key(2)) == nil)
	got := false
	_, stop := context.WithCancel(after{inner, &got})
	stop()
	fmt.Println(got, c.Value(skey("k")) == any(sval("v")))
}
