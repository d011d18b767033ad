// SPDX-License-Identifier: BSD-3-Clause

// Package log/slog in cells.
//
// Each session has its own default logger, and it is joined to the session's package log as Go's
// own are: the first default logger writes through package log, and SetDefault makes package log
// write through the new one.

package session

import (
	"bytes"
	"context"
	"log"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"polka/kernel/machine"
)

// slogOverrides returns the functions of package log/slog that use the default logger, and one that
// returns it.
func slogOverrides(l *log.Logger) (names map[string]any, logger func() *slog.Logger) {
	var level slog.LevelVar
	var current atomic.Pointer[slog.Logger]
	current.Store(slog.New(newLogHandler(l, &level)))
	do := func(ctx context.Context, level slog.Level, msg string, args ...any) {
		current.Load().Log(ctx, level, msg, args...)
	}
	plain := func(level slog.Level) func(string, ...any) {
		return func(msg string, args ...any) { do(context.Background(), level, msg, args...) }
	}
	with := func(level slog.Level) func(context.Context, string, ...any) {
		return func(ctx context.Context, msg string, args ...any) { do(ctx, level, msg, args...) }
	}
	return map[string]any{
		"Default": current.Load,
		"SetDefault": func(d *slog.Logger) {
			current.Store(d)
			if _, ok := d.Handler().(*logHandler); !ok {
				l.SetOutput(&handlerWriter{d.Handler(), &level})
				l.SetFlags(0)
			}
		},
		"SetLogLoggerLevel": func(n slog.Level) (old slog.Level) {
			old = level.Level()
			level.Set(n)
			return old
		},
		"Debug": plain(slog.LevelDebug), "Info": plain(slog.LevelInfo), "Warn": plain(slog.LevelWarn), "Error": plain(slog.LevelError),
		"DebugContext": with(slog.LevelDebug), "InfoContext": with(slog.LevelInfo), "WarnContext": with(slog.LevelWarn), "ErrorContext": with(slog.LevelError),
		"Log": do,
		"LogAttrs": func(ctx context.Context, level slog.Level, msg string, attrs ...slog.Attr) {
			current.Load().LogAttrs(ctx, level, msg, attrs...)
		},
		"With": func(args ...any) *slog.Logger { return current.Load().With(args...) },
	}, current.Load
}

// A logHandler writes records through package log, with the level, the message and the attributes
// in one line.
type logHandler struct {
	l     *log.Logger
	level slog.Leveler
	at    logPlace
	text  slog.Handler // for the attributes
	*attributes
}

// attributes is what the text handlers of a logger and of those derived from it write to.
type attributes struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	drop []string // the keys that the handler is about to write and that are left out
}

func newLogHandler(l *log.Logger, level slog.Leveler) *logHandler {
	a := new(attributes)
	all := slog.Level(-1 << 20)
	return &logHandler{l, level, logPlace{}, slog.NewTextHandler(&a.buf, &slog.HandlerOptions{Level: all, ReplaceAttr: a.replace}), a}
}

// replace leaves out the level and the message, which the text handler writes first.
func (a *attributes) replace(groups []string, attr slog.Attr) slog.Attr {
	if len(groups) == 0 && len(a.drop) > 0 && attr.Key == a.drop[0] {
		a.drop = a.drop[1:]
		return slog.Attr{}
	}
	return attr
}

// Enabled reports whether the level is at least that of SetLogLoggerLevel.
func (h *logHandler) Enabled(_ context.Context, level slog.Level) bool {
	return level >= h.level.Level()
}

// Handle writes a line.
func (h *logHandler) Handle(ctx context.Context, r slog.Record) error {
	line := r.Level.String() + " " + r.Message
	r.Time = time.Time{} // package log writes it
	h.mu.Lock()
	h.buf.Reset()
	h.drop = []string{slog.LevelKey, slog.MessageKey}
	err := h.text.Handle(ctx, r)
	h.drop = nil
	if text := bytes.TrimSpace(h.buf.Bytes()); len(text) > 0 {
		line += " " + string(text)
	}
	h.mu.Unlock()
	if err != nil {
		return err
	}
	if h.at.file != "" && h.l.Flags()&(log.Lshortfile|log.Llongfile) != 0 {
		return machine.WriteLog(h.l, h.at.file, h.at.line, line)
	}
	return h.l.Output(4, line)
}

// A logPlace is a line of a file or a cell.
type logPlace struct {
	file string
	line int
}

// WithPlace returns a handler for records of a line.
func (h *logHandler) WithPlace(file string, line int) slog.Handler {
	return &logHandler{h.l, h.level, logPlace{file, line}, h.text, h.attributes}
}

// WithAttrs returns a handler that also writes the attributes.
func (h *logHandler) WithAttrs(list []slog.Attr) slog.Handler {
	return &logHandler{h.l, h.level, h.at, h.text.WithAttrs(list), h.attributes}
}

// WithGroup returns a handler that puts the attributes into a group.
func (h *logHandler) WithGroup(name string) slog.Handler {
	return &logHandler{h.l, h.level, h.at, h.text.WithGroup(name), h.attributes}
}

// A handlerWriter makes a record of each line of package log.
type handlerWriter struct {
	h     slog.Handler
	level slog.Leveler
}

func (w *handlerWriter) Write(line []byte) (int, error) {
	level := w.level.Level()
	if !w.h.Enabled(context.Background(), level) {
		return 0, nil
	}
	r := slog.NewRecord(time.Now(), level, string(bytes.TrimSuffix(line, []byte("\n"))), 0)
	return len(line), w.h.Handle(context.Background(), r)
}
