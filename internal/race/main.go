// SPDX-License-Identifier: BSD-3-Clause

// Race prints the CPU time of the programs in kernel/machine/testdata/bench as run by polka run, by
// polka run without machine code, by polka run --backend yaegi, by CPython and by compiled Go.
//
//	make build
//	go run ./internal/race
//	go run ./internal/race -closures -yaegi -only 'fib|dlx'
//	go run ./internal/race -net -dir kernel/machine/testdata/pairs
//
// In each round the contenders of one program run one after the other, so that other work of the
// machine affects all of them. A figure is the median of the rounds, in milliseconds of user and
// system time of the process and of the children that it waited for. All contenders must print what
// the compiled program prints. If one does not, its figure is the word error, the reason is printed
// below the table, and the exit status is 1. With -net, the time that the contender takes for an
// empty program, the median of eleven runs at the beginning, is subtracted from each figure.
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
	flag.BoolVar(&r.closures, "closures", false, "also run polka run with POLKA_NATIVE=0")
	flag.BoolVar(&r.yaegi, "yaegi", false, "also run polka run --backend yaegi")
	flag.BoolVar(&r.net, "net", false, "subtract the time of an empty program")
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
	closures, yaegi    bool
	net                bool
	timeout            time.Duration

	empty  [contenders]time.Duration // of an empty program, with -net
	faults []string
}

// The contenders, in the order of the table.
const (
	polka = iota
	closures
	cpython
	yaegi
	compiled
	contenders
)

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

	if r.net {
		if err := r.start(ctx, temp); err != nil {
			return 0, err
		}
	}
	t := newTable(r.closures, r.yaegi)
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
	binary, err := build(ctx, path, temp)
	if err != nil {
		return err
	}
	all := r.contenders(path, script, binary)
	for range r.rounds {
		if err := r.round(ctx, all); err != nil {
			return err
		}
	}
	for i, c := range all {
		c.less = r.empty[i]
		if c.fault != "" {
			r.faults = append(r.faults, fmt.Sprintf("%s: %s %s", name, c.name, c.fault))
		}
	}
	t.row(name, all)
	return nil
}

// contenders returns the ways to run a program. Those that were not asked for are skipped.
func (r *race) contenders(path, script, binary string) []*contender {
	return []*contender{
		polka:    {name: "polka", args: []string{r.polka, "run", path}},
		closures: {name: "closures", args: []string{r.polka, "run", path}, env: "POLKA_NATIVE=0", skip: !r.closures},
		cpython:  {name: "CPython", args: []string{r.python, script}},
		yaegi:    {name: "yaegi", args: []string{r.polka, "run", "--backend", "yaegi", path}, slow: true, skip: !r.yaegi},
		compiled: {name: "compiled", args: []string{binary}},
	}
}

// round runs each contender once, and compares what it prints with what the compiled program
// prints.
func (r *race) round(ctx context.Context, all []*contender) error {
	want := all[compiled]
	for _, c := range slices.Backward(all) {
		c.run(ctx, r.timeout)
		if err := ctx.Err(); err != nil {
			return err
		}
		if !c.skip && c.fault == "" && !c.late && want.fault == "" && !bytes.Equal(c.out, want.out) {
			c.fault = "prints " + difference(c.out, want.out)
		}
	}
	return nil
}

// start measures an empty program.
func (r *race) start(ctx context.Context, temp string) error {
	path, script := filepath.Join(temp, "empty.go"), filepath.Join(temp, "empty.py")
	err := errors.Join(os.WriteFile(path, []byte("package main\n\nfunc main() {}\n"), 0o644), os.WriteFile(script, nil, 0o644))
	if err != nil {
		return err
	}
	binary, err := build(ctx, path, temp)
	if err != nil {
		return err
	}
	all := r.contenders(path, script, binary)
	for range 11 {
		if err := r.round(ctx, all); err != nil {
			return err
		}
	}
	for i, c := range all {
		d, ok := c.time()
		if !ok && !c.skip {
			return fmt.Errorf("%s cannot run an empty program: %s", c.name, c.fault)
		}
		r.empty[i] = d
	}
	return nil
}

// build compiles a program and returns the path of the binary.
func build(ctx context.Context, path, temp string) (string, error) {
	binary := filepath.Join(temp, program(path))
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, path).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", path, err, out)
	}
	return binary, nil
}

// A contender is one way to run a program.
type contender struct {
	name  string
	args  []string
	env   string // one more variable of its environment
	skip  bool   // it was not asked for
	slow  bool   // it may exceed the timeout
	times []time.Duration
	out   []byte // of the last run
	late  bool   // it exceeded the timeout, which is allowed
	limit time.Duration
	less  time.Duration // what is not counted of each run
	fault string        // why its figures do not count
}

// run runs the program once, unless an earlier run failed or took too long.
func (c *contender) run(ctx context.Context, timeout time.Duration) {
	if c.skip || c.fault != "" || c.late {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.WaitDelay = time.Second
	if c.env != "" {
		cmd.Env = append(cmd.Environ(), c.env)
	}
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
	return max((sorted[(n-1)/2]+sorted[n/2])/2-c.less, 0), true
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
	skip   []int              // the columns of contenders that were not asked for
	ratios [contenders]ratios // of polka to the others
}

// ratios collects one kind of ratio.
type ratios struct {
	n     int
	logs  float64 // the sum of the logarithms
	worst float64
	at    string // the program with the worst
}

func newTable(withClosures, withYaegi bool) *table {
	t := &table{}
	if !withClosures {
		t.skip = append(t.skip, column(closures), column(closures)+1)
	}
	if !withYaegi {
		t.skip = append(t.skip, column(yaegi), column(yaegi)+1)
	}
	header := []string{"program", "polka ms"}
	for _, name := range []string{"closures", "CPython", "yaegi", "compiled"} {
		header = append(header, name+" ms", "polka / "+name)
	}
	line := slices.Repeat([]string{"---:"}, len(header))
	line[0] = "---"
	t.print(header)
	t.print(line)
	return t
}

// column returns the first of the two columns of a contender that is not polka.
func column(contender int) int { return 2 * contender }

// print prints one row without the columns that are skipped.
func (t *table) print(cells []string) {
	var shown []string
	for i, cell := range cells {
		if !slices.Contains(t.skip, i) {
			shown = append(shown, cell)
		}
	}
	fmt.Println("| " + strings.Join(shown, " | ") + " |")
}

func (t *table) row(name string, all []*contender) {
	cells := []string{name, all[polka].String()}
	p, ok := all[polka].time()
	for i, other := range all[closures:] {
		o, valid := other.time()
		shown := ""
		switch {
		case ok && valid && o > 0:
			ratio := p.Seconds() / o.Seconds()
			t.ratios[closures+i].add(name, ratio)
			shown = fmt.Sprintf("%.2f", ratio)
		case ok && other.late:
			shown = fmt.Sprintf("<%.2f", p.Seconds()/other.limit.Seconds())
		}
		cells = append(cells, other.String(), shown)
	}
	t.print(cells)
}

// end prints the last rows.
func (t *table) end() {
	means, worsts := []string{"**geometric mean**", ""}, []string{"**worst**", ""}
	for _, r := range t.ratios[closures:] {
		mean, worst := "", ""
		if r.n > 0 {
			mean, worst = fmt.Sprintf("%.2f", math.Exp(r.logs/float64(r.n))), fmt.Sprintf("%.2f (%s)", r.worst, r.at)
		}
		means, worsts = append(means, "", mean), append(worsts, "", worst)
	}
	t.print(means)
	t.print(worsts)
}

func (r *ratios) add(name string, ratio float64) {
	r.n++
	r.logs += math.Log(ratio)
	if ratio > r.worst {
		r.worst, r.at = ratio, name
	}
}
