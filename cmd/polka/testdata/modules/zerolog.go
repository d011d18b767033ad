package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/rs/zerolog"
)

type User struct {
	Name string
	Age  int `json:"age"`
}

func (u User) MarshalZerologObject(e *zerolog.Event) { e.Str("name", u.Name).Int("years", u.Age) }

type Users []User

func (us Users) MarshalZerologArray(a *zerolog.Array) {
	for _, u := range us {
		a.Object(u)
	}
}

type Plain struct {
	X int `json:"x"`
	s string
}

type hook struct{}

func (hook) Run(e *zerolog.Event, level zerolog.Level, msg string) { e.Int("len", len(msg)) }

type Name struct{ n string }

func (n Name) String() string { return "name " + n.n }

func main() {
	l := zerolog.New(os.Stdout).Hook(hook{})
	l.Info().Object("user", User{"ada", 36}).Array("all", Users{{"a", 1}, {"b", 2}}).Msg("hello")
	l.Warn().Err(fmt.Errorf("outer: %w", errors.New("inner"))).Interface("plain", Plain{1, "s"}).Stringer("n", Name{"x"}).Send()
	sub := l.With().Str("part", "p").Logger().Level(zerolog.WarnLevel)
	sub.Info().Msg("not shown")
	sub.Error().Any("list", []Plain{{X: 2}}).Msgf("%v", Name{"y"})
	c := zerolog.ConsoleWriter{Out: os.Stdout, NoColor: true, PartsExclude: []string{"time"}}
	console := zerolog.New(c)
	console.Info().Object("u", User{"z", 1}).Msg("console")
}
