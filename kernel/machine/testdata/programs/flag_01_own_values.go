// flag.FlagSet with own flag.Value types, functions and errors.

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

type list []string

func (l *list) String() string     { return strings.Join(*l, "+") }
func (l *list) Set(s string) error { *l = append(*l, strings.Split(s, ",")...); return nil }

type level int

func (l *level) String() string { return fmt.Sprint("L", int(*l)) }
func (l *level) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return errors.New("want a level >= 0")
	}
	*l = level(n)
	return nil
}

type verbose bool

func (v *verbose) String() string   { return fmt.Sprint(bool(*v)) }
func (v *verbose) Set(string) error { *v = true; return nil }
func (v *verbose) IsBoolFlag() bool { return true }

type opts struct {
	name string
	n    int
	tags list
	lv   level
	v    verbose
	d    time.Duration
	seen []string
}

func parse(args ...string) (o opts, rest []string, err error) {
	set := flag.NewFlagSet("prog", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&o.name, "name", "def", "the `name`")
	set.IntVar(&o.n, "n", 3, "count")
	set.Var(&o.tags, "tag", "tags")
	set.Var(&o.lv, "level", "level")
	set.Var(&o.v, "v", "verbose")
	set.DurationVar(&o.d, "d", time.Second, "delay")
	set.Func("f", "func", func(s string) error { o.seen = append(o.seen, s); return nil })
	err = set.Parse(args)
	n := 0
	set.Visit(func(f *flag.Flag) { n++; o.seen = append(o.seen, f.Name) })
	return o, set.Args(), err
}

func main() {
	for _, line := range []string{"", "-n 5 -name=x a b", "-tag a,b -tag=c -level 2 -v rest -n 1", "-d 1m30s -f one -f two", "-n x", "-level -1", "-zzz", "-v=false -- -n"} {
		o, rest, err := parse(strings.Fields(line)...)
		fmt.Printf("%+v %q %v\n", o, rest, err)
	}
	set := flag.NewFlagSet("usage", flag.ContinueOnError)
	set.SetOutput(os.Stdout)
	set.Bool("b", false, "a bool")
	set.Int("count", 7, "how `many`")
	set.String("s", "dflt", "text")
	set.PrintDefaults()
}
