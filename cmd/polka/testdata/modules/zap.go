package main

import (
	"errors"
	"fmt"
	"os"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

type User struct {
	Name string `json:"name"`
	Age  int    `json:"age"`
}

func (u User) MarshalLogObject(e zapcore.ObjectEncoder) error {
	e.AddString("name", u.Name)
	if u.Age < 0 {
		return errors.New("negative age")
	}
	e.AddInt("age", u.Age)
	return nil
}

type Plain struct {
	X int `json:"x"`
	y int
}

type ID int

func (i ID) String() string { return fmt.Sprint("id-", int(i)) }

type sink struct{ lines int }

func (s *sink) Write(b []byte) (int, error) { s.lines++; return os.Stdout.Write(b) }

func (s *sink) Sync() error { return nil }

func main() {
	cfg := zap.NewProductionEncoderConfig()
	cfg.TimeKey = ""
	s := new(sink)
	l := zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(cfg), s, zap.InfoLevel))
	l.Info("hello", zap.Object("user", User{"ada", 36}), zap.Any("plain", Plain{1, 2}), zap.Stringer("id", ID(3)))
	l.Info("objects", zap.Objects("all", []User{{"a", 1}}), zap.Stringers("ids", []ID{1, 2}))
	l.Debug("not shown")
	l.Error("bad", zap.Error(errors.New("x")), zap.Object("user", User{"bob", -1}))
	l.Sugar().Infow("sugar", "k", ID(4), "p", Plain{5, 6})
	l.With(zap.Any("u", User{"w", 1})).Warn("with")
	fmt.Println(s.lines, l.Sync())
}
