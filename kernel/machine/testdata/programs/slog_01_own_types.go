// log/slog without times: attributes, groups, LogValuer and own handlers.

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"
)

type user struct {
	ID   int
	Name string
	pass string
}

func (u user) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("id", u.ID), slog.String("name", u.Name))
}

type token string

func (token) LogValue() slog.Value { return slog.StringValue("REDACTED") }

type plain struct{ A, b int }
type temp float64

func (t temp) String() string { return fmt.Sprintf("%.1fC", float64(t)) }

type handler struct {
	out   *[]string
	attrs []slog.Attr
}

func (h handler) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelInfo }
func (h handler) Handle(_ context.Context, r slog.Record) error {
	s := r.Level.String() + " " + r.Message
	for _, a := range h.attrs {
		s += " " + a.String()
	}
	r.Attrs(func(a slog.Attr) bool { s += " " + a.Key + "=" + a.Value.Resolve().String(); return true })
	*h.out = append(*h.out, s)
	return nil
}
func (h handler) WithAttrs(as []slog.Attr) slog.Handler { h.attrs = append(h.attrs, as...); return h }
func (h handler) WithGroup(string) slog.Handler         { return h }

func main() {
	noTime := &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}
	l := slog.New(slog.NewTextHandler(os.Stdout, noTime))
	l.Info("hi", "user", user{1, "bo b", "pw"}, "tok", token("secret"), "p", plain{1, 2}, "t", temp(21.55))
	l.Debug("d", slog.Group("g", "a", 1, "b", []int{1}), "err", errors.New("e"), "nil", nil)
	l.With("req", 7).WithGroup("grp").Warn("w", "k", "v", "odd")
	j := slog.New(slog.NewJSONHandler(os.Stdout, noTime))
	j.Error("bad", "user", user{2, "c", "x"}, "tok", token("s"), "p", plain{3, 4}, "d", 1500*time.Millisecond, "t", temp(1))
	var out []string
	h := slog.New(handler{out: &out})
	h.Debug("hidden")
	h.With("a", 1).Info("own", "u", token("q"), "n", 2.5)
	fmt.Println(out)
}
