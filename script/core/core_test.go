// SPDX-License-Identifier: BSD-3-Clause

package core_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"polka/script/basic"
	"polka/script/core"
)

func newSession(t *testing.T, o core.Options) *core.Session {
	t.Helper()
	if o.Libraries == nil {
		o.Libraries = []*core.Library{basic.Library}
	}
	s, err := core.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestEval runs code of every kind that a small program has by general means: functions and maps
// whose types have no compiled code of their own, generic functions, methods that compiled code
// calls, goroutines.
func TestEval(t *testing.T) {
	var out strings.Builder
	s := newSession(t, core.Options{Stdout: &out})
	err := s.Use("example.org/rare", map[string]any{
		"Mix": func(a string, b float64, c []int, d map[string]bool) (int, string, error) {
			return len(a) + int(b) + len(c) + len(d), a, nil
		},
		"Each": func(f func(a uint8, b []string, c error) (string, bool)) string {
			s, _ := f(7, []string{"x"}, nil)
			return s
		},
		"Two": func(f func(p *int, s string) []int) int { n := 5; return f(&n, "abc")[1] },
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ code, want string }{
		{`strings.Repeat("ab", 1+2)`, `"ababab"`},
		{`n, text, err := rare.Mix("ab", 3.5, []int{1, 2}, map[string]bool{"x": true}); fmt.Sprint(n, text, err)`, `"8ab<nil>"`},
		{`rare.Each(func(a uint8, b []string, c error) (string, bool) { return fmt.Sprint(a, b, c), true })`, `"7 [x] <nil>"`},
		{`rare.Two(func(p *int, s string) []int { return []int{*p, len(s)} })`, "3"},
		{`m := map[[3]int]float64{{1, 2, 3}: 1.5}; m[[3]int{1, 2, 3}] += 2; m[[3]int{1, 2, 3}]`, "3.5"},
		{`u := map[uint8]any{1: "x"}; u[2] = 3; delete(u, 1); fmt.Sprint(len(u), u)`, `"1 map[2:3]"`},
		{`f := map[float64][]string{}; f[1.5] = append(f[1.5], "a", "b"); f[1.5]`, "[a b]"},
		{`k := map[any]int{"a": 1, 2: 2}; k["a"]++; k[2] += k["a"]; fmt.Sprint(k["a"], k[2])`, `"2 4"`},
		{`sum := 0; for a, b := range map[int16]int16{1: 2, 3: 4} { sum += int(a * b) }; sum`, "14"},
		{"type P struct{ Name string; Age int }\nfunc (p P) String() string { return p.Name }\nps := []P{{\"b\", 2}, {\"a\", 1}}\n" +
			"slices.SortFunc(ps, func(a, b P) int { return strings.Compare(a.Name, b.Name) })\nfmt.Sprint(ps)", `"[a b]"`},
		{`sort.Slice(ps, func(i, j int) bool { return ps[i].Age > ps[j].Age }); fmt.Sprint(ps)`, `"[b a]"`},
		{`b, _ := json.Marshal(ps); string(b)`, `"[{\"Name\":\"b\",\"Age\":2},{\"Name\":\"a\",\"Age\":1}]"`},
		{`c := make(chan int); go func() { defer close(c); for i := range 3 { c <- i } }(); t := 0; for x := range c { t += x }; t`, "3"},
		{`strings.Map(func(r rune) rune { return r + 1 }, "HAL")`, `"IBM"`},
		{`strings.FieldsFunc("a1b2c", func(r rune) bool { return r < 'a' })`, "[a b c]"},
		{`new(big.Int).Exp(big.NewInt(2), big.NewInt(70), nil).String()`, `"1180591620717411303424"`},
		{`slices.Sorted(maps.Keys(map[string]int{"z": 1, "y": 2}))`, "[y z]"},
	} {
		v, err := s.Eval(t.Context(), c.code)
		if err != nil || v.String() != c.want {
			t.Errorf("%s\ngives %v and the error %v, want %s", c.code, v, err, c.want)
		}
	}
	if _, err := s.Eval(t.Context(), `fmt.Println("printed")`); err != nil || out.String() != "printed\n" {
		t.Errorf("%v, printed %q", err, &out)
	}
}

// TestNoPackages refuses what no library has, and runs without any.
func TestNoPackages(t *testing.T) {
	s := newSession(t, core.Options{})
	for _, code := range []string{`import "os"`, `import "net/http"`, `os.Getenv("HOME")`} {
		if _, err := s.Eval(t.Context(), code); err == nil {
			t.Errorf("%s: no error", code)
		}
	}
	for _, code := range []string{"%backend yaegi", "%load https://example.org/x.go"} {
		if _, err := s.Eval(t.Context(), code); err == nil || !strings.Contains(err.Error(), "this program") {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// TestSize builds the program of docs/scripting.md and compares what it links with limits.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for 20 seconds")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the limits are for Linux on x86-64")
	}
	const packages, bytes = 235, 15_200_000
	text, err := os.ReadFile(filepath.FromSlash("../../docs/scripting.md"))
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?ms)^```go\n(package main\n.*?)^```$").FindSubmatch(text)
	if code == nil {
		t.Fatal("docs/scripting.md has no program")
	}
	dir, err := os.MkdirTemp(".", "testdata-*") // within the module, which need not be replaced then
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.WriteFile(filepath.Join(dir, "main.go"), code[1], 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), name, args...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath -buildvcs=false")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	if n := strings.Count(run("go", "list", "-deps", "./"+dir), "\n"); n > packages {
		t.Errorf("the program links %d packages, more than %d", n, packages)
	}
	program := filepath.Join(t.TempDir(), "program")
	run("go", "build", "-ldflags", "-s -w", "-o", program, "./"+dir)
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > bytes {
		t.Errorf("the program has %d bytes, more than %d", info.Size(), bytes)
	}
	if got := run(program); got != "\"ababab\" <nil>\n" {
		t.Errorf("it prints %q", got)
	}
}
