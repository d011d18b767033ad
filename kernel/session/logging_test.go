// SPDX-License-Identifier: BSD-3-Clause

package session_test

import "testing"

// TestLogPlaces writes logs whose lines have places, which are those of the cells.
func TestLogPlaces(t *testing.T) {
	const begin = "import (\"bytes\"; \"context\"; \"fmt\"; \"log\"; \"log/slog\")\nvar b bytes.Buffer\n"
	const untimed = "drop := func(_ []string, a slog.Attr) slog.Attr { if a.Key == \"time\" { return slog.Attr{} }; return a }\n" +
		"o := &slog.HandlerOptions{AddSource: true, ReplaceAttr: drop}\n"
	for _, try := range []struct{ name, code, want string }{
		{"short", begin + "log.SetOutput(&b)\nlog.SetFlags(log.Lshortfile)\nlog.Print(\"a\", 1)\nlog.Printf(\"%d\", 2)\nlog.Println(\"b\", 3)\nfmt.Print(b.String())",
			"cell 1:5: a1\ncell 1:6: 2\ncell 1:7: b 3\n"},
		{"prefixes", begin + "l := log.New(&b, \"> \", log.Llongfile)\nl.Print(\"a\\n\")\nl.SetFlags(log.Llongfile | log.Lmsgprefix)\nl.Print(\"b\")\n" +
			"l.SetFlags(0)\nl.Print(\"c\")\nfmt.Print(b.String())", "> cell 1:4: a\ncell 1:6: > b\n> c\n"},
		{"depth", begin + "l := log.New(&b, \"\", log.Lshortfile)\nwarn := func(s string) { l.Output(2, s); l.Output(1, s); l.Output(99, s) }\n" +
			"\nwarn(\"a\")\nfmt.Print(b.String())", "cell 1:6: a\ncell 1:4: a\n???:0: a\n"},
		{"a panic", begin + "l := log.New(&b, \"\", log.Lshortfile)\nfunc() {\n\tdefer func() { fmt.Printf(\"%v %T\\n\", recover(), 0) }()\n\tl.Panicf(\"x%d\", 1)\n}()\n" +
			"func() {\n\tdefer func() { fmt.Println(recover()) }()\n\tlog.SetOutput(&b)\n\tlog.SetFlags(log.Lshortfile)\n\tlog.Panicln(\"y\")\n}()\nfmt.Print(b.String())",
			"x1 int\ny\n\ncell 1:6: x1\ncell 1:12: y\n"},
		{"a goroutine", begin + "l := log.New(&b, \"\", log.Lshortfile)\ndone := make(chan bool)\ngo func() {\n\tl.Print(\"a\")\n\tclose(done)\n}()\n<-done\nfmt.Print(b.String())",
			"cell 1:6: a\n"},
		{"slog", begin + untimed + "l := slog.New(slog.NewTextHandler(&b, o)).With(\"a\", 1)\nl.Info(\"i\", \"b\", 2)\nl.WarnContext(context.Background(), \"w\")\n" +
			"l.LogAttrs(context.Background(), slog.LevelError, \"e\", slog.Int(\"c\", 3))\nl.Debug(\"no\")\nfmt.Print(b.String())",
			"level=INFO source=\"cell 1:6\" msg=i a=1 b=2\nlevel=WARN source=\"cell 1:7\" msg=w a=1\nlevel=ERROR source=\"cell 1:8\" msg=e a=1 c=3\n"},
		{"JSON", begin + untimed + "slog.SetDefault(slog.New(slog.NewJSONHandler(&b, o)).WithGroup(\"g\"))\nfunc() { slog.Error(\"e\", \"k\", \"v\") }()\nfmt.Print(b.String())",
			"{\"level\":\"ERROR\",\"source\":{\"function\":\"main.main.func2\",\"file\":\"cell 1\",\"line\":6},\"msg\":\"e\",\"g\":{\"k\":\"v\"}}\n"},
		{"the default logger", begin + "log.SetOutput(&b)\nlog.SetFlags(log.Lshortfile)\nslog.Info(\"i\", \"a\", 1)\nslog.With(\"b\", 2).Warn(\"w\")\nfmt.Print(b.String())",
			"cell 1:5: INFO i a=1\ncell 1:6: WARN w b=2\n"},
		{"a handler of a cell", begin + "type own struct{ slog.Handler }\nfunc (own) Handle(_ context.Context, r slog.Record) error {\n\tfmt.Println(r.Source().File, r.Source().Line, r.Message)\n\treturn nil\n}\n" +
			"slog.New(own{slog.NewTextHandler(&b, nil)}).Info(\"i\")", "cell 1 8 i\n"},
	} {
		t.Run(try.name, func(t *testing.T) {
			t.Parallel()
			if got := outcome(t, newSession(t), 1, try.code); got != try.want {
				t.Errorf("got %q, want %q", got, try.want)
			}
		})
	}
}
