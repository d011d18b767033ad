// The log package with flags 0, prefixes and own values.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
)

type user struct {
	Name string
	pass string
}
type level int

func (l level) String() string { return [...]string{"debug", "info"}[l] }

type tagged struct {
	*log.Logger
	tag string
}

func (t tagged) say(f string, a ...any) { t.Printf("["+t.tag+"] "+f, a...) }

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.Println("plain", 1, true, level(1))
	log.Printf("%v %+v", user{"a", "b"}, &user{"c", "d"})
	log.Print("a", "b", 1, 2)
	log.SetPrefix("pre: ")
	log.Println(user{"x", "y"}, []level{0, 1})
	var buf bytes.Buffer
	l := log.New(&buf, "buf ", log.Lmsgprefix)
	l.Println("hello", errors.New("err"))
	l.SetPrefix("new ")
	l.Output(1, "output")
	fmt.Print(buf.String())
	t := tagged{log.New(os.Stdout, "", 0), "T"}
	t.say("%d items", 3)
	t.Println("embedded")
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		t.Panicln("bad", level(0))
	}()
	fmt.Println(log.Prefix(), l.Flags() == log.Lmsgprefix)
}
