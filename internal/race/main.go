// Race prints the CPU time of the programs in kernel/machine/testdata/bench as run by polka run, by
// polka run --backend yaegi, by CPython and by compiled Go.
//
//	make build
//	go run ./internal/race
//	go run ./internal/race -yaegi -only 'fib|dlx'
//
// In each round the contenders of one program run one after the other, so that other work of the
// machine affects all of them. A figure is the median of the rounds, in milliseconds of user and
// system time of the process and of the children that it waited for. All contenders must print what
// the compiled program prints. If one does not, its figure is the word error, the reason is printed
// below the table, and the exit status is 1.
//
// The table is Markdown. Its last rows have the geometric mean and the maximum of each ratio. A run
// of yaegi that was stopped by -timeout counts in neither.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("race: ")
	var r race
	flag.StringVar(&r.polka, "polka", "bin/polka", "the `path` of polka")
	flag.StringVar(&r.python, "python", "python3", "the `path` of CPython")
	flag.StringVar(&r.dir, "dir", "kernel/machine/testdata/bench", "the `folder` of the programs")
	flag.IntVar(&r.rounds, "rounds", 3, "the number of runs of each contender; the median counts")
	flag.BoolVar(&r.yaegi, "yaegi", false, "also run polka run --backend yaegi")
	flag.DurationVar(&r.timeout, "timeout", time.Minute, "how long one run may take, in wall-clock time")
	only := flag.String("only", "", "run only the programs with names that match this `regexp`")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("unexpected argument %q", flag.Arg(0))
	}
	if r.rounds < 1 {
		log.Fatal("-rounds must be at least 1")
	}
	names, err := regexp.Compile(*only)
	if err != nil {
		log.Fatalf("-only: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	faults, err := r.run(ctx, names)
	if err != nil {
		log.Fatal(err)
	}
	if faults > 0 {
		stop()
		os.Exit(1)
	}
}

// A race has the values of the flags, and the errors.
type race struct {
	polka, python, dir string
	rounds             int
	yaegi              bool
	timeout            time.Duration

	faults []string
}

// run prints the table of the programs that match only, and returns the number of errors in it.
func (r *race) run(ctx context.Context, only *regexp.Regexp) (int, error) {
	for _, path := range []*string{&r.polka, &r.python} {
		found, err := exec.LookPath(*path)
		if err != nil {
			return 0, err
		}
		*path = found
	}
	programs, err := filepath.Glob(filepath.Join(r.dir, "*.go"))
	if err != nil {
		return 0, err
	}
	programs = slices.DeleteFunc(programs, func(path string) bool { return !only.MatchString(program(path)) })
	if len(programs) == 0 {
		return 0, fmt.Errorf("no program in %s matches %q", r.dir, only)
	}
	temp, err := os.MkdirTemp("", "race")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temp)

	t := newTable(r.yaegi)
	for _, path := range programs {
		if err := r.program(ctx, t, path, temp); err != nil {
			return 0, err
		}
	}
	t.end()
	if len(r.faults) > 0 {
		fmt.Println()
	}
	for _, f := range r.faults {
		fmt.Println("- " + f)
	}
	return len(r.faults), nil
}

// program returns the name of the program in a file.
func program(path string) string { return strings.TrimSuffix(filepath.Base(path), ".go") }

// program compiles one program, runs its contenders and adds a row to the table.
func (r *race) program(ctx context.Context, t *table, path, temp string) error {
	name := program(path)
	script := strings.TrimSuffix(path, ".go") + ".py"
	if _, err := os.Stat(script); err != nil {
		return err
	}
	binary := filepath.Join(temp, name)
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, path).CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", path, err, out)
	}
	compiled := &contender{name: "compiled", args: []string{binary}}
	polka := &contender{name: "polka", args: []string{r.polka, "run", path}}
	python := &contender{name: "CPython", args: []string{r.python, script}}
	yaegi := &contender{name: "yaegi", args: []string{r.polka, "run", "--backend", "yaegi", path}, slow: true}
	all := []*contender{compiled, polka, python}
	if r.yaegi {
		all = append(all, yaegi)
	}
	for range r.rounds {
		for _, c := range all {
			c.run(ctx, r.timeout)
			if err := ctx.Err(); err != nil {
				return err
			}
			if c.fault == "" && !c.late && compiled.fault == "" && !bytes.Equal(c.out, compiled.out) {
				c.fault = "prints " + difference(c.out, compiled.out)
			}
		}
	}
	for _, c := range all {
		if c.fault != "" {
			r.faults = append(r.faults, fmt.Sprintf("%s: %s %s", name, c.name, c.fault))
		}
	}
	t.row(name, polka, python, yaegi, compiled)
	return nil
}

// A contender is one way to run a program.
type contender struct {
	name  string
	args  []string
	slow  bool // it may exceed the timeout
	times []time.Duration
	out   []byte // of the last run
	late  bool   // it exceeded the timeout, which is allowed
	limit time.Duration
	fault string // why its figures do not count
}

// run runs the program once, unless an earlier run failed or took too long.
func (c *contender) run(ctx context.Context, timeout time.Duration) {
	if c.fault != "" || c.late {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.WaitDelay = time.Second
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := cmd.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded) && c.slow:
		c.late, c.limit = true, timeout
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		c.fault = fmt.Sprintf("takes more than %v", timeout)
	case err != nil:
		c.fault = fmt.Sprintf("fails: %v", err)
		if line := firstLine(stderr.Bytes()); line != "" {
			c.fault += ": " + line
		}
	default:
		c.out = out.Bytes()
		c.times = append(c.times, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	}
}

// time returns the median of the runs. It is valid if no run failed or exceeded the timeout.
func (c *contender) time() (d time.Duration, valid bool) {
	if c.fault != "" || c.late || len(c.times) == 0 {
		return 0, false
	}
	sorted := slices.Sorted(slices.Values(c.times))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2, true
}

// String formats the time for the table.
func (c *contender) String() string {
	d, ok := c.time()
	switch {
	case c.late:
		return fmt.Sprintf(">%g s", c.limit.Seconds())
	case !ok:
		return "error"
	}
	ms := d.Seconds() * 1000
	if ms < 10 {
		return fmt.Sprintf("%.1f", ms)
	}
	return fmt.Sprintf("%.0f", ms)
}

// difference describes the first line of a text that differs from the expected one.
func difference(got, want []byte) string {
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	line := func(lines []string) string {
		if i >= len(lines) {
			return "nothing"
		}
		quoted := strconv.QuoteToASCII(lines[i])
		if len(quoted) > 80 {
			return quoted[:77] + "..."
		}
		return quoted
	}
	return fmt.Sprintf("%s in line %d, want %s", line(a), i+1, line(b))
}

// firstLine returns the first line of a text that is not blank.
func firstLine(text []byte) string {
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// A table writes rows to standard output as they come.
type table struct {
	yaegi  bool
	ratios [3]ratios // of polka to CPython, to yaegi and to compiled Go
}

// ratios collects one kind of ratio.
type ratios struct {
	n     int
	logs  float64 // the sum of the logarithms
	worst float64
	at    string // the program with the worst
}

func newTable(yaegi bool) *table {
	t := &table{yaegi: yaegi}
	t.print("program", "polka ms", "CPython ms", "polka / CPython", "yaegi ms", "polka / yaegi", "compiled ms", "polka / compiled")
	t.print("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
	return t
}

// print prints one row; the columns of yaegi are optional.
func (t *table) print(cells ...string) {
	if !t.yaegi {
		cells = slices.Delete(cells, 4, 6)
	}
	fmt.Println("| " + strings.Join(cells, " | ") + " |")
}

func (t *table) row(name string, polka, python, yaegi, compiled *contender) {
	var shown [3]string
	for i, other := range []*contender{python, yaegi, compiled} {
		p, ok := polka.time()
		o, valid := other.time()
		switch {
		case ok && valid && o > 0:
			ratio := p.Seconds() / o.Seconds()
			t.ratios[i].add(name, ratio)
			shown[i] = fmt.Sprintf("%.2f", ratio)
		case ok && other.late:
			shown[i] = fmt.Sprintf("<%.2f", p.Seconds()/other.limit.Seconds())
		}
	}
	t.print(name, polka.String(), python.String(), shown[0], yaegi.String(), shown[1], compiled.String(), shown[2])
}

// end prints the last rows.
func (t *table) end() {
	var means, worsts [3]string
	for i := range t.ratios {
		if r := &t.ratios[i]; r.n > 0 {
			means[i] = fmt.Sprintf("%.2f", math.Exp(r.logs/float64(r.n)))
			worsts[i] = fmt.Sprintf("%.2f (%s)", r.worst, r.at)
		}
	}
	t.print("**geometric mean**", "", "", means[0], "", means[1], "", means[2])
	t.print("**worst**", "", "", worsts[0], "", worsts[1], "", worsts[2])
}

func (r *ratios) add(name string, ratio float64) {
	r.n++
	r.logs += math.Log(ratio)
	if ratio > r.worst {
		r.worst, r.at = ratio, name
	}
}
