// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
)

// TestTests runs %test, whose output cmd/polka compares with that of go test.
func TestTests(t *testing.T) {
	s := newSession(t)
	for i, test := range []struct{ code, want string }{ // want is a regular expression
		{"%test", `^! NoTests: `},
		{"func TestA(t *testing.T) {}\n%test", `^display: note: imported "testing"\nPASS\n$`},
		{"%test -v", `^=== RUN   TestA\n--- PASS: TestA \(\d+\.\d\ds\)\nPASS\n$`},
		{"func TestB(t *testing.T) {\n  fmt.Println(1)\n  t.Error(2)\n}", `^$`},
		{"%test", `^1\n--- FAIL: TestB \(\d+\.\d\ds\)\n    cell 4:3: 2\nFAIL\n! TestsFailed: `},
		{"%test -failfast -run B|C", `FAIL: TestB`},
		{"%test -failfast", `(?s)FAIL: TestB`}, // although a test of this process has failed before
		{"%test -run A", `PASS\n$`},
		// A new definition replaces the old one, and tests of all cells run.
		{"func TestB(t *testing.T) { runtime.Goexit() }", `^note|^$|display`},
		{"%test", `(?s)FAIL: TestB.*test executed runtime.Goexit\n`},
		{"func TestB(t *testing.T) { t.Cleanup(func() { panic(\"late\") }) }", ``},
		{"%test", `(?s)FAIL: TestB.*panic: late\n`},
		{"func TestB(t *testing.T) { _ = strings.Repeat(\"x\", -1) }", ``},
		{"%test", `(?s)FAIL: TestB.*panic: strings: negative Repeat count\n`},
		{"func BenchmarkB(b *testing.B) { b.Run(\"sub\", func(b *testing.B) { panic(\"b\") }) }\nfunc TestB(t *testing.T) {}", ``},
		{"%test -bench . -run none", `(?s)FAIL: BenchmarkB/sub.*panic: b\n`},
		{"func ExampleB() {\n\tpanic(3)\n\t// Output: 1\n}", ``},
		{"%test -run Example", `(?s)FAIL: ExampleB.*got:\npanic: 3\n`},
		{"func Testing(x int) int { return x }\nfunc Tests() {}", ``},
		{"%test -x", `^! CompileError: line 1: %test: flag provided but not defined: -x\n`},
		{"%test x", `^! CompileError: line 1: %test: unexpected argument "x"\n`},
		{"func TestC() {}\n%test", `wrong signature for TestC, must be: func TestC\(t \*testing.T\)`},
		{"1 + 1", `^= 2\n$`},
	} {
		if got := outcome(t, s, i+1, test.code); !regexp.MustCompile(test.want).MatchString(got) {
			t.Errorf("%q:\n%s--- want\n%s", test.code, got, test.want)
		}
	}
}

// TestTestStopped stops a test that does not end. The session can be used after that.
func TestTestStopped(t *testing.T) {
	s := newSession(t)
	ctx, cancel := context.WithCancel(context.Background())
	out := new(recorder)
	outcome(t, s, 1, "func TestA(t *testing.T) { for {} }\nfunc TestB(t *testing.T) {}")
	go func() {
		for start := time.Now(); time.Since(start) < time.Minute && !strings.Contains(out.String(), "=== RUN"); {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	r := s.Execute(ctx, engine.Cell{Number: 2, Code: "%test -v"}, out)
	if r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("%+v", r.Err)
	}
	if got := outcome(t, s, 3, "%test -run B"); got != "PASS\n" {
		t.Errorf("after the stop: %s", got)
	}
}
