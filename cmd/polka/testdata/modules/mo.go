package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/samber/mo"
	"golang.org/x/exp/constraints"
)

type User struct {
	Name string
	Age  mo.Option[int]
}

type Number interface {
	constraints.Integer | constraints.Float
}

func Sum[T Number](list ...T) (s T) {
	for _, x := range list {
		s += x
	}
	return s
}

type Meters float64

func main() {
	u := User{"ada", mo.Some(36)}
	b, err := json.Marshal([]User{u, {Name: "bob"}})
	fmt.Println(string(b), err)
	var back []User
	fmt.Println(json.Unmarshal(b, &back), back[0] == u, back[1].Age.IsAbsent())
	fmt.Printf("%T %+v\n", u.Age, u)
	o := mo.Some(u).Map(func(u User) (User, bool) { return u, u.Age.OrElse(0) > 40 })
	fmt.Println(o.IsPresent(), o.OrElse(User{Name: "none"}).Name)
	r := mo.TupleToResult(u, error(nil))
	fmt.Println(r.IsOk(), r.MustGet().Name, mo.Err[User](errors.New("bad")).Error())
	e := mo.Left[string, User]("l")
	fmt.Println(e.IsLeft(), e.LeftOrElse(""), e.RightOrElse(u).Name)
	fmt.Println(Sum[Meters](1, 2.5), Sum(1, 2))
	t := mo.Do(func() int { return mo.None[int]().MustGet() })
	fmt.Println(t.IsError())
}
