// Beside times package frame and pandas with the same file of a million rows, in one run:
//
//	polka run frame/testdata/pandas/beside.go [PYTHON [ROWS]]
//
// PYTHON is a Python with pandas. Each time is the best of three. Memory is what the process has
// more after the file was read than before, and the most that it had. On Linux.
package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"polka/frame"
)

// write writes the file.
func write(file string, rows int) error {
	r := rand.New(rand.NewPCG(35, 0))
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	w.WriteString("id,score,ratio,name,won,day\n")
	day := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range rows {
		fmt.Fprintf(w, "%d,%d,%.6f,player %d,%t,%s\n", i, r.IntN(1000), r.NormFloat64(), r.IntN(5000), r.IntN(2) == 0,
			day.AddDate(0, 0, r.IntN(1500)).Format(time.DateOnly))
	}
	return w.Flush()
}

// memory returns a figure of /proc/self/status in MB.
func memory(name string) float64 {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); f[0] == name+":" {
			n, _ := strconv.ParseFloat(f[1], 64)
			return n / 1024
		}
	}
	return 0
}

// best returns the least of three times.
func best(f func()) time.Duration {
	var least time.Duration
	for i := range 3 {
		runtime.GC()
		begin := time.Now()
		f()
		if d := time.Since(begin); i == 0 || d < least {
			least = d
		}
	}
	return least
}

func main() {
	python, rows := "python3", 1_000_000
	if len(os.Args) > 1 {
		python = os.Args[1]
	}
	if len(os.Args) > 2 {
		rows, _ = strconv.Atoi(os.Args[2])
	}
	file := filepath.Join(os.TempDir(), "beside.csv")
	if err := write(file, rows); err != nil {
		panic(err)
	}
	defer os.Remove(file)
	ctx := context.Background()

	debug.FreeOSMemory()
	before := memory("VmRSS")
	t, err := frame.Read(ctx, file)
	if err != nil {
		panic(err)
	}
	debug.FreeOSMemory()
	held, most := memory("VmRSS")-before, memory("VmHWM")
	works := []struct {
		name string
		do   func()
	}{
		{"read the file", func() { frame.Read(ctx, file) }},
		{"sort by an integer", func() { t.Sort("score") }},
		{"sort by a float", func() { t.Sort("ratio") }},
		{"sort by a text", func() { t.Sort("name") }},
		{"sort by a text and an integer, descending", func() { t.Sort("name", "-score") }},
		{"filter a float: > 1", func() { t.Filter("ratio", "> 1") }},
		{"filter a text: contains 77", func() { t.Filter("name", "77") }},
		{"filter a date: the year 2022", func() { t.Filter("day", "= 2022") }},
	}
	times := make([]time.Duration, len(works))
	for i, w := range works {
		times[i] = best(w.do)
	}
	out, err := exec.Command(python, "frame/testdata/pandas/beside.py", file).CombinedOutput()
	if err != nil {
		panic(string(out))
	}
	other := strings.Fields(string(out))
	fmt.Printf("%d rows, %s, pandas %s\n", rows, runtime.Version(), other[0])
	for i, w := range works {
		fmt.Printf("%-45s %9.1f ms %9s ms\n", w.name, float64(times[i].Microseconds())/1000, other[i+3])
	}
	fmt.Printf("%-45s %9.0f MB %9s MB\n%-45s %9.0f MB %9s MB\n", "memory for the table", held, other[1], "the most of the process", most, other[2])
}
