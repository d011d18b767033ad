// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"polka/kernel/engine"
)

// TestExchange moves a session to another program, which knows what was declared, and back to none
// if there is no such program.
func TestExchange(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	w := open(t, Config{Provide: func(ctx context.Context, modules []string, out engine.Output) ([]string, error) {
		asked = append(asked, modules...)
		switch modules[0] {
		case "no":
			return nil, errors.New("there is no such module\ntry another")
		case "stop":
			<-ctx.Done()
			return nil, ctx.Err()
		case "broken":
			return []string{self + ".none"}, nil
		}
		return append([]string{self, "worker"}, modules...), nil
	}})
	want(t, w, "declare T\nvar x\nargs", "<out>worker\n")
	want(t, w, "out first\nrequire a b\nlist\nargs\nrequire c\nargs", "<out>first\n[Variables lost: x.  false]<out>T\nworker a b\nworker c\n")
	if got := strings.Join(asked, " "); got != "a b c" {
		t.Errorf("asked for %s", got)
	}
	want(t, w, "var y\nargs", "<out>worker c\n")

	r, _ := run(w, "require no\nargs")
	if r.Err == nil || r.Err.Message != "there is no such module" || len(r.Err.Trace) != 2 {
		t.Errorf("a module that is not there: %v", r.Err)
	}
	want(t, w, "list", "<out>T\n")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var s screen
	if r := w.Execute(ctx, engine.Cell{Number: 8, Code: "require stop\nargs"}, &s); r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("stopped: %v", r.Err)
	}
	want(t, w, "args\nlist", "<out>worker c\nT\n")

	if r, _ := run(w, "require broken\nargs"); r.Err == nil || !strings.Contains(r.Err.Message, "the program with broken does not start") {
		t.Errorf("a broken program: %v", r.Err)
	}
	if r, got := run(w, "list\nargs"); r.Err != nil || !strings.HasSuffix(got, "<out>T\nworker c\n") {
		t.Errorf("after it: %v, %q", r.Err, got)
	}
}
