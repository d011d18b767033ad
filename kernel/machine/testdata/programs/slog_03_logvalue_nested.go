// LogValuer inside of groups, slices, With attributes and errors with JSON output.

package main

import (
	"fmt"
	"log/slog"
	"os"
)

type money struct {
	cents int
	cur   string
}

func (m money) LogValue() slog.Value {
	return slog.StringValue(fmt.Sprintf("%d.%02d%s", m.cents/100, m.cents%100, m.cur))
}

type chain int

func (c chain) LogValue() slog.Value {
	if c == 0 {
		return slog.IntValue(99)
	}
	return slog.AnyValue(c - 1)
}

type pair struct {
	A money
	b int
}

func main() {
	l := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
			return slog.Attr{}
		}
		return a
	}}))
	m := money{1205, "$"}
	l.Info("a", "m", m, "p", &m, "c", chain(3))
	l.With("w", m).WithGroup("g").Info("b", slog.Group("in", "m", m), "pair", pair{m, 1})
	l.Info("c", "list", []int{1, 2}, "map", map[string]bool{"x": true}, "e", fmt.Errorf("e %v", m.cents))
}
