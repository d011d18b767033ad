// Structs, constructors, methods, pointers.

package main

import "fmt"

type person struct {
	name string
	age  int
}

func newPerson(name string) *person {
	p := person{name: name}
	p.age = 42
	return &p
}

func (p person) greet() string { return "hi, " + p.name }
func (p *person) birthday()    { p.age++ }
func older(a, b *person) *person {
	if a.age > b.age {
		return a
	}
	return b
}

func main() {
	fmt.Println(person{"Bob", 20}, person{name: "Al", age: 30}, &person{name: "Ann"})
	p := newPerson("Jon")
	p.birthday()
	sp := p
	sp.age += 10
	q := *p
	q.name = "copy"
	fmt.Println(p.greet(), p.age, q.greet(), q.age)
	fmt.Println(older(p, &q) == &q, older(&person{age: 99}, p).age)
	people := []person{*p, q}
	for i := range people {
		people[i].birthday()
	}
	fmt.Println(people, p.age)
}
