package main

import (
	"bytes"
	"fmt"
	"time"

	"github.com/BurntSushi/toml"
)

type Duration struct{ time.Duration }

func (d *Duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

type Server struct {
	Host    string   `toml:"host"`
	Ports   []int    `toml:"ports"`
	Timeout Duration `toml:"timeout"`
}

type Config struct {
	Title   string            `toml:"title"`
	Servers map[string]Server `toml:"servers"`
	List    []Server          `toml:"list"`
}

func main() {
	var c Config
	md, err := toml.Decode("title = 'x'\nmore = 1\n[servers.a]\nhost = 'h'\nports = [1, 2]\ntimeout = '1m30s'\n[[list]]\nhost='l'\n", &c)
	fmt.Printf("%+v %v %v\n", c, err, md.Undecoded())
	var b bytes.Buffer
	fmt.Println(toml.NewEncoder(&b).Encode(c))
	fmt.Print(b.String())
	_, err = toml.Decode("title = 3", &c)
	fmt.Println(err)
	_, err = toml.Decode("[servers.a]\ntimeout = 'soon'", &c)
	fmt.Println(err)
	_, err = toml.Decode("title = ", &c)
	fmt.Printf("%T %v\n", err, err)
}
