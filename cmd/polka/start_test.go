// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What a package may allocate when the program starts. A search that is done in a millisecond pays
// for it too.
const (
	mostBytes  = 8 << 10
	mostAllocs = 150
	allBytes   = 33 << 10 // all packages of Polka together
)

// heavy are the packages of others that allocate more, and what they are needed for.
var heavy = map[string]string{
	"github.com/yuin/goldmark/parser":                     "the same",
	"github.com/yuin/goldmark/renderer/html":              "the same",
	"github.com/yuin/goldmark/util":                       "the same",
	"github.com/hinshun/vt10x":                            "a terminal for tests, and not in the program",
	"github.com/reeflective/readline/internal/color":      "the prompt",
	"github.com/reeflective/readline/internal/keymap":     "the same",
	"github.com/traefik/yaegi/interp":                     "the interpreter",
	"github.com/rogpeppe/go-internal/testscript":          "the scripts of tests, and not in the program",
	"golang.org/x/net/html":                               "the names of characters in HTML, for exported pages",
	"golang.org/x/tools/go/analysis/passes/printf":        "warnings of cells",
	"golang.org/x/tools/go/analysis/passes/stringintconv": "the same",
}

// startTrace returns what the runtime says of the initialization of packages when polka starts.
func startTrace(t *testing.T) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "version")
	cmd.Args[0] = "polka" // by this name it is the program and not its test
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var stdout, trace strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &trace
	if err := cmd.Run(); err != nil || !strings.HasPrefix(stdout.String(), "polka ") {
		t.Fatalf("%v; %q\n%s", err, stdout.String(), trace.String())
	}
	return trace.String()
}

// TestStart looks at what is done before main: how much the variables of each package allocate. In
// one run of ten, and more often on a busy machine, what the runtime allocates at the same time
// counts too, so that the program is run until nothing is wrong with the least figures.
func TestStart(t *testing.T) {
	least := map[string]started{}
	var wrong []string
	for range 30 {
		trace := startTrace(t)
		readStart(t, trace, least)
		var sum int
		if sum, wrong = judgeStart(least); wrong == nil {
			t.Logf("the packages of Polka allocate %d bytes", sum)
			testOpens(t, trace)
			return
		}
	}
	t.Error(strings.Join(wrong, "\n"))
}

// A started says what the initialization of a package allocates.
type started struct{ bytes, allocs int }

// readStart reads a trace, and puts into least what is less than before.
func readStart(t *testing.T, trace string, least map[string]started) {
	t.Helper()
	for line := range strings.Lines(trace) {
		// init polka/shapes @1.2 ms, 0.017 ms clock, 5768 bytes, 62 allocs
		f := strings.Fields(line)
		if len(f) != 11 || f[0] != "init" {
			continue
		}
		bytes, err1 := strconv.Atoi(f[7])
		allocs, err2 := strconv.Atoi(f[9])
		if err1 != nil || err2 != nil {
			t.Fatalf("not a line of the trace: %s", line)
		}
		if was, ok := least[f[1]]; !ok || bytes < was.bytes {
			least[f[1]] = started{bytes, allocs}
		}
	}
}

// judgeStart returns what the packages of Polka allocate together, and what is wrong.
func judgeStart(least map[string]started) (sum int, wrong []string) {
	packages := 0
	for _, name := range slices.Sorted(maps.Keys(least)) {
		s := least[name]
		module, _, _ := strings.Cut(name, "/")
		switch {
		case strings.HasPrefix(name, modulePath+"/") || module == "main":
			packages, sum = packages+1, sum+s.bytes
			if s.bytes > mostBytes || s.allocs > mostAllocs {
				wrong = append(wrong, fmt.Sprintf("%s allocates %d bytes in %d pieces when the program starts, expected at most %d in %d: initialize it when it is first used", name, s.bytes, s.allocs, mostBytes, mostAllocs))
			}
		case strings.Contains(module, ".") && s.bytes > mostBytes && heavy[name] == "":
			wrong = append(wrong, fmt.Sprintf("%s allocates %d bytes when the program starts: add it to heavy with the reason, or do without it", name, s.bytes))
		}
	}
	if sum > allBytes {
		wrong = append(wrong, fmt.Sprintf("the packages of Polka allocate %d bytes when the program starts, expected at most %d", sum, allBytes))
	}
	if packages < 5 {
		wrong = append(wrong, fmt.Sprintf("the trace has %d packages of Polka", packages))
	}
	return sum, wrong
}

// testOpens tests that the sockets are opened first.
func testOpens(t *testing.T, trace string) {
	t.Helper()
	opens := strings.Index(trace, "init "+modulePath+"/internal/early ")
	for _, late := range []string{"time", "os", "fmt", "net"} {
		if at := strings.Index(trace, "init "+late+" "); runtime.GOOS == "linux" && at >= 0 && (opens < 0 || opens > at) {
			t.Errorf("package %s is initialized before the sockets of a kernel are opened", late)
		}
	}
}

// BenchmarkStart is the CPU time that `polka version`, and `polka run` of a program that only
// prints a line, take beside that program. They take turns, and the figures are medians:
//
//	go test -run '^$' -bench Start -benchtime 200x ./cmd/polka
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	hello := filepath.Join(dir, "hello.go")
	if err := os.WriteFile(hello, []byte("package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"hello\\n\") }\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	programs := []struct{ name, source string }{{"hello", hello}, {"polka", "."}}
	for _, p := range programs {
		linked := filepath.Join(dir, "linked")
		build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", linked, p.source)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		copied, err := os.ReadFile(linked) // as make build does
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, p.name), copied, 0o755)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	times := map[string][]time.Duration{}
	for b.Loop() {
		for _, p := range []struct{ name, program, verb string }{{"hello", "hello", "version"}, {"polka", "polka", "version"}, {"run", "polka", "run"}} {
			cmd := exec.Command(filepath.Join(dir, p.program), p.verb, hello)
			if p.verb == "version" {
				cmd.Args = cmd.Args[:2]
			}
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
			times[p.name] = append(times[p.name], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	}
	median := func(name string) float64 {
		slices.Sort(times[name])
		return times[name][len(times[name])/2].Seconds() * 1e3
	}
	b.ReportMetric(median("hello"), "ms/hello")
	b.ReportMetric(median("polka"), "ms/polka")
	b.ReportMetric(median("polka")/median("hello"), "polka/hello")
	b.ReportMetric(median("run"), "ms/run")
	b.ReportMetric(median("run")/median("hello"), "run/hello")
}
