package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseBytes(t *testing.T) {
	for _, c := range []struct {
		s    string
		want int
	}{
		{"0", 0}, {"1", 1}, {"4096", 4096}, {"8MB", 8e6}, {"8MiB", 8 << 20}, {" 1.5 KiB ", 1536}, {"2kb", 2000}, {"7B", 7}, {"1gib", 1 << 30},
		{"", -1}, {"MB", -1}, {"-1", -1}, {"8M", -1}, {"lots", -1}, {"1e99", -1}, {"NaN", -1}, {"4GiB", -1}, {"8 MB of text", -1},
	} {
		got, err := parseBytes(c.s)
		if (err != nil) != (c.want < 0) || err == nil && got != c.want {
			t.Errorf("parseBytes(%q) = %d, %v; want %d", c.s, got, err, c.want)
		}
		if err != nil && !strings.Contains(err.Error(), "expected one such as 8MB") {
			t.Errorf("parseBytes(%q): %v does not say what was expected", c.s, err)
		}
	}
	for _, n := range []int{0, 1, 1000, 1024, 1500, 8e6, 8 << 20, 80 << 20, 1<<30 - 1} {
		if got, err := parseBytes(bytesText(n)); err != nil || got != n {
			t.Errorf("parseBytes(%q) = %d, %v", bytesText(n), got, err)
		}
	}
	if got := bytesText(8 << 20); got != "8MiB" {
		t.Errorf("8 MiB are written %s", got)
	}
}

func TestEnvironment(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	env := func(m map[string]string) func(string) string { return func(k string) string { return m[k] } }
	for _, c := range []struct {
		env         map[string]string
		limit, want int
		err         string
	}{
		{nil, 0, 0, ""},
		{map[string]string{"POLKA_OUTPUT_LIMIT": "3KB"}, 0, 3000, ""},
		{map[string]string{"POLKA_OUTPUT_LIMIT": "3KB"}, 7, 7, ""},
		{map[string]string{"POLKA_OUTPUT_LIMIT": "0"}, 0, -1, ""},
		{map[string]string{"POLKA_OUTPUT_LIMIT": "much"}, 0, 0, `POLKA_OUTPUT_LIMIT: "much" is not a size`},
		{map[string]string{"POLKA_LOG": name}, 0, 0, ""},
		{map[string]string{"POLKA_LOG": filepath.Join(name, "x")}, 0, 0, "POLKA_LOG: open"},
		{map[string]string{"POLKA_LOG": "debug"}, 0, 0, ""},
	} {
		conf := Config{OutputLimit: c.limit}
		closer, err := conf.applyEnvironment(env(c.env))
		if c.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%v: error %v, want %s", c.env, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", c.env, err)
			continue
		}
		if conf.OutputLimit != c.want {
			t.Errorf("%v: limit %d, want %d", c.env, conf.OutputLimit, c.want)
		}
		if (conf.Log != nil) != (c.env["POLKA_LOG"] != "") {
			t.Errorf("%v: logger %v", c.env, conf.Log)
		}
		if c.env["POLKA_LOG"] == name {
			conf.Log.Debug("a message dropped")
		}
		if err := closer.Close(); err != nil {
			t.Error(err)
		}
	}
	b, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(b), "a message dropped") {
		t.Errorf("the log holds %q, %v", b, err)
	}
}
