// A text adventure: rooms as a graph, commands as a table of methods.

package main

import (
	"fmt"
	"slices"
	"strings"
)

type direction string
type room struct {
	name  string
	exits map[direction]*room
	items []string
	enter func(*game) string
}
type game struct {
	at    *room
	bag   map[string]int
	over  bool
	moves int
}
type command func(*game, ...string) string

var commands = map[string]command{
	"go":   (*game).move,
	"take": (*game).take,
	"bag": func(g *game, _ ...string) string {
		return fmt.Sprint(g.bag)
	},
	"quit": func(g *game, _ ...string) string { g.over = true; return "bye" },
}

func link(a *room, d direction, b *room, back direction) {
	for _, l := range []struct {
		from *room
		d    direction
		to   *room
	}{{a, d, b}, {b, back, a}} {
		if l.from.exits == nil {
			l.from.exits = map[direction]*room{}
		}
		l.from.exits[l.d] = l.to
	}
}

func (g *game) move(args ...string) string {
	if len(args) == 0 {
		return "go where?"
	}
	next, ok := g.at.exits[direction(args[0])]
	if !ok {
		return "no way " + args[0]
	}
	g.at = next
	g.moves++
	s := "you are in the " + next.name
	if next.enter != nil {
		s += ": " + next.enter(g)
	}
	return s
}

func (g *game) take(args ...string) string {
	for _, want := range args {
		if i := slices.Index(g.at.items, want); i >= 0 {
			g.at.items = slices.Delete(g.at.items, i, i+1)
			g.bag[want]++
			return "taken " + want
		}
	}
	return "nothing like that here"
}

func main() {
	hall := &room{name: "hall", items: []string{"lamp", "key"}}
	cellar := &room{name: "cellar", enter: func(g *game) string {
		if g.bag["lamp"] == 0 {
			return "too dark"
		}
		return "a chest"
	}}
	vault := &room{name: "vault", enter: func(g *game) string { g.over = g.bag["key"] > 0; return fmt.Sprint("won=", g.over) }}
	link(hall, "down", cellar, "up")
	link(cellar, "east", vault, "west")
	g := &game{at: hall, bag: map[string]int{}}
	for _, line := range strings.Split("go|dance|go north|go down|go up|take lamp|take lamp|go down|go east|go west|go up|take sword key|bag|go down|go east|quit", "|") {
		f := strings.Fields(line)
		if cmd, ok := commands[f[0]]; ok {
			fmt.Printf("> %s: %s\n", line, cmd(g, f[1:]...))
		} else {
			fmt.Printf("> %s: what?\n", line)
		}
		if g.over {
			break
		}
	}
	fmt.Println(g.moves, g.over, hall.items)
}
