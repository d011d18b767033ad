package main

import (
	"errors"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

type Level int

func (l Level) MarshalYAML() (any, error) { return fmt.Sprintf("level-%d", int(l)), nil }

func (l *Level) UnmarshalYAML(n *yaml.Node) error {
	_, err := fmt.Sscanf(n.Value, "level-%d", (*int)(l))
	if err != nil {
		return fmt.Errorf("line %d: %q is not a level", n.Line, n.Value)
	}
	return nil
}

type Base struct {
	ID string `yaml:"id"`
}

type Config struct {
	Base   `yaml:",inline"`
	Name   string            `yaml:"name"`
	Level  Level             `yaml:"level"`
	Tags   []string          `yaml:"tags,omitempty"`
	Env    map[string]string `yaml:"env,flow"`
	Child  *Config           `yaml:"child,omitempty"`
	hidden int
}

func main() {
	c := Config{Base: Base{"7"}, Name: "a", Level: 3, Env: map[string]string{"x": "1", "a": "2"}, Child: &Config{Name: "b", Tags: []string{"t"}}}
	text, err := yaml.Marshal(c)
	fmt.Print(string(text), err, "\n")
	var back Config
	fmt.Println(yaml.Unmarshal(text, &back))
	fmt.Printf("%+v %+v\n", back.Base, *back.Child)
	fmt.Println(back.Level, back.Env, back.Name == c.Name)
	fmt.Println(yaml.Unmarshal([]byte("level: high"), &back))
	err = yaml.Unmarshal([]byte("name: [1]\ntags: 3"), &back)
	var te *yaml.TypeError
	fmt.Println(errors.As(err, &te), err)
	d := yaml.NewDecoder(strings.NewReader("name: a\nnone: 1\n"))
	d.KnownFields(true)
	fmt.Println(d.Decode(&back))
}
