// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// tested are tests that pass, fail, are skipped, and log, and examples.
const tested = `package p

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func area(w, h int) int { return w * h }

func TestArea(t *testing.T) {
	for _, c := range []struct{ w, h, want int }{{2, 3, 6}, {1, 1, 1}, {2, 2, 5}} {
		t.Run(fmt.Sprintf("%dx%d", c.w, c.h), func(t *testing.T) {
			if got := area(c.w, c.h); got != c.want {
				t.Errorf("area(%d, %d) = %d; want %d", c.w, c.h, got, c.want)
			}
		})
	}
}

func check(t testing.TB, ok bool) {
	t.Helper()
	if !ok {
		t.Fatal("not ok:", ok)
	}
}

func TestHelper(t *testing.T) {
	t.Log("two\nlines")
	check(t, true)
	check(t, false)
	t.Error("not reached")
}

func TestInterface(t *testing.T) {
	var tb testing.TB = t
	tb.Logf("%q", "a")
	log := t.Logf
	log("%d", 1)
}

func TestSkipped(t *testing.T) {
	if testing.Short() {
		t.Log("short")
	}
	t.Skipf("skipped: %v", errors.ErrUnsupported)
}

func TestFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("a"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("POLKA_TESTED", "x")
	t.Cleanup(func() { fmt.Println("cleaned up") })
	fmt.Println(os.Getenv("POLKA_TESTED"), t.Name())
}

func TestParallel(t *testing.T) {
	for i := range 3 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			check(t, i != 1)
		})
	}
}

func BenchmarkArea(b *testing.B) {
	for b.Loop() {
		area(2, 3)
	}
}

func Example() {
	fmt.Println(area(2, 3))
	// Output: 6
}

func Example_wrong() {
	fmt.Println(area(2, 2))
	fmt.Println("more")
	// Output:
	// 5
	// more
}

func Example_unordered() {
	fmt.Println("b")
	fmt.Println("a")
	// Unordered output:
	// a
	// b
}

func Example_notRun() { fmt.Println("not run") }
`

// withoutTimes removes what differs from run to run, and the line about the package or the file.
func withoutTimes(text, name string) string {
	durations := regexp.MustCompile(` *[\d.]+( ns/op| B/op| allocs/op|s\b)`)
	loops := regexp.MustCompile(`(?m)^(Benchmark\S+)[ \t].*$`)
	text = loops.ReplaceAllString(text, "$1")
	text = regexp.MustCompile(`(?m)^(pkg: .*|(ok  |FAIL)\t`+regexp.QuoteMeta(name)+`\t.*)\n`).ReplaceAllStringFunc(text, func(line string) string {
		return strings.TrimSpace(line[:4]) + "\n"
	})
	return durations.ReplaceAllString(strings.ReplaceAll(text, "pkg:\n", ""), "TIME")
}

// TestAsGo compares polka test with go test: the output, but for times, and the exit status.
func TestAsGo(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p_test.go": tested} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(program string, args ...string) (string, int) {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	list := []string{
		"-v", "-bench . -benchtime 3x -run none", "-short -run Skipped -v", "", "-run=Files -v", "-run Skipped|Files", "-run=Area/2x2",
		"-skip Area|Helper|Parallel|wrong -v", "-failfast -v", "-run Interface -count 2 -v", "-run none", "-list .",
	}
	if testing.Short() {
		list = list[:3]
	}
	for _, flags := range list {
		args := append([]string{"test"}, strings.Fields(flags)...)
		want, wantCode := run("go", append(args, "p")...)
		got, gotCode := run("polka", append(args, "p_test.go")...)
		got, want = withoutTimes(got, "p_test.go"), withoutTimes(want, "p")
		if flags == "-v" || flags == "" { // the order of parallel tests, on which the lines depend that say whose output follows
			turn := regexp.MustCompile(`(?m)^=== (NAME|CONT) .*\n`)
			got, want = sortedLines(turn.ReplaceAllString(got, "")), sortedLines(turn.ReplaceAllString(want, ""))
		}
		if got != want || gotCode != wantCode {
			t.Errorf("polka test %s: exit status %d\n%s\ngo test: exit status %d\n%s", flags, gotCode, got, wantCode, want)
		}
	}
}
