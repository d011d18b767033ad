package main

import (
	"log/slog"
	"os"
)

type Raw []byte
type Hash [4]byte
type B byte
type Bs []B
type Id string
type N int
type S struct {
	A Raw
	B int
}

func strip(groups []string, a slog.Attr) slog.Attr {
	if a.Key == "time" {
		return slog.Attr{}
	}
	return a
}

func main() {
	o := &slog.HandlerOptions{ReplaceAttr: strip}
	for _, l := range []*slog.Logger{slog.New(slog.NewTextHandler(os.Stdout, o)), slog.New(slog.NewJSONHandler(os.Stdout, o))} {
		l.Info("x", "raw", Raw("hello world"), "plain", []byte("p q"), "hash", Hash{1, 2, 3, 4}, "bs", Bs{65, 66})
		l.Info("y", "id", Id("a b"), "n", N(3), "s", S{Raw("x"), 2}, "p", &S{Raw("y"), 3}, "list", []Raw{Raw("q")})
		r := Raw("zz")
		l.Info("z", "ptr", r[:1], slog.Any("any", r), slog.Group("g", "r", r), "nil", Raw(nil), "empty", Raw{})
		l.With("w", r).Warn("ww", "m", map[string]Raw{"k": r}, "m2", map[Id]N{"k": 3})
	}
}
