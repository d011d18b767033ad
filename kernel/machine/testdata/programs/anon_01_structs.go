// Anonymous structs: tables, nested, assignability, comparison, conversion and keys.

package main

import "fmt"

type named struct {
	A int
	B string
}

func takes(p struct{ X, Y int }) int { return p.X * p.Y }
func gives() struct {
	ok  bool
	val []int
} {
	return struct {
		ok  bool
		val []int
	}{true, []int{1}}
}

func main() {
	p := struct{ X, Y int }{3, 4}
	fmt.Println(takes(p), takes(struct{ X, Y int }{Y: 2, X: 5}), p == struct{ X, Y int }{3, 4})
	n := named{1, "b"}
	a := struct {
		A int
		B string
	}(n)
	a.A = 50
	n = a
	fmt.Println(n, a == n)
	fmt.Printf("%v %+v %#v %T\n", a, a, p, p)
	g := gives()
	g.val = append(g.val, 2)
	fmt.Println(g.ok, g.val, gives().val)
	var conf struct {
		Server struct {
			Host string
			Port int
		}
		Tags []struct{ K, V string }
	}
	conf.Server.Port = 80
	conf.Tags = append(conf.Tags, struct{ K, V string }{"k", "v"})
	c2 := conf
	c2.Server.Host = "h"
	c2.Tags[0].V = "shared"
	fmt.Printf("%+v %+v\n", conf, c2)
	m := map[struct{ a, b int }]string{{1, 2}: "x"}
	m[struct{ a, b int }{1, 2}] += "y"
	fmt.Println(m)
	var e any = struct{ Z bool }{true}
	_, ok := e.(struct{ Z bool })
	_, bad := e.(struct{ z bool })
	fmt.Println(ok, bad, e == any(struct{ Z bool }{true}))
	ps := []*struct{ n int }{{1}, {2}}
	ps[0].n, ps[1].n = ps[1].n, ps[0].n
	fmt.Println(*ps[0], ps[1].n)
}
