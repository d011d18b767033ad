// slog with own levels, nested groups of own values, and attributes from methods.

package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"
)

type level struct{ slog.LevelVar }
type req struct {
	Method string
	Size   int
	user   *user
}
type user struct{ name string }

func (r *req) LogValue() slog.Value {
	return slog.GroupValue(slog.String("m", r.Method), slog.Any("u", r.user))
}
func (u *user) LogValue() slog.Value {
	if u == nil {
		return slog.StringValue("anonymous")
	}
	return slog.StringValue("<" + u.name + ">")
}

type list []int

func (l list) LogValue() slog.Value { return slog.IntValue(len(l)) }

type errT struct{ code int }

func (e errT) Error() string { return fmt.Sprint("code ", e.code) }

func main() {
	var lv level
	h := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: &lv, ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(g) == 0 {
			return slog.Attr{}
		}
		if a.Key == "secret" {
			a.Value = slog.StringValue("x" + strings.Join(g, "."))
		}
		return a
	}})
	l := slog.New(h)
	l.Debug("hidden")
	lv.Set(slog.LevelDebug)
	l.Debug("shown", "req", &req{"GET", 5, nil}, "list", list{1, 2})
	l.Info("r", "req", &req{"PUT", 6, &user{"ann"}}, "err", errT{3})
	l.WithGroup("a").WithGroup("b").Info("g", "secret", 1, slog.Group("c", "secret", 2))
	l.Log(context.Background(), slog.Level(2), "custom", "bool", true, "f", 2.50, "s", "sp ace", "st", struct{ A, b int }{1, 2})
	l.LogAttrs(context.Background(), slog.LevelError, "attrs", slog.Duration("d", time.Second), slog.Any("u", &user{"q"}))
	v := slog.AnyValue(&user{"z"})
	fmt.Println(v.Kind(), v.Resolve(), slog.AnyValue(3).Kind(), slog.GroupValue().Kind(), slog.Level(-4), slog.LevelError+1)
}
