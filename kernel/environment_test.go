// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
		{map[string]string{"POLKA_OUTPUT_LIMIT": "much"}, 0, 0, `POLKA_OUTPUT_LIMIT: invalid size "much"`},
		{map[string]string{"POLKA_OUTPUT_LIMIT": "2GiB"}, 0, 0, `POLKA_OUTPUT_LIMIT: "2GiB" is too large`},
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
