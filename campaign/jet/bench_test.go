// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"context"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"polka/campaign"
)

// A tree is a search with one solution for each part, which takes the given time.
type tree struct {
	fan  int
	time time.Duration
}

func (t tree) Kind() string        { return "tree" }
func (t tree) Goal() campaign.Goal { return campaign.Count }
func (t tree) Source() string      { return fmt.Sprint(t.fan) }

func (t tree) Split(part campaign.Part) ([]campaign.Part, error) {
	if strings.Count(string(part), " ") == 1 {
		return nil, campaign.ErrWhole
	}
	parts := make([]campaign.Part, t.fan)
	for i := range parts {
		// As long as a part of an exact cover problem.
		parts[i] = campaign.Part(strings.TrimPrefix(string(part)+" 12345678901234567890:"+strconv.Itoa(i), " "))
	}
	return parts, nil
}

func (t tree) Check(campaign.Part, []campaign.Part) error { return nil }

func (t tree) Estimate(_ context.Context, part campaign.Part) (float64, error) {
	return float64(2 - strings.Count(string(part), " ")), nil
}

func (t tree) Solve(ctx context.Context, part campaign.Part) (campaign.Result, error) {
	if t.time > 0 {
		timer := time.NewTimer(t.time)
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return campaign.Result{}, ctx.Err()
		case <-timer.C:
		}
	}
	return campaign.Result{Count: big.NewInt(1)}, nil
}

func (t tree) SolveAgain(ctx context.Context, part campaign.Part) (campaign.Result, error) {
	return t.Solve(ctx, part)
}

func (t tree) Confirm(campaign.Part, campaign.Result) error { return nil }

// start starts a campaign of a tree in a new folder.
func (t tree) start(b *testing.B) (dir string, c *campaign.Campaign) {
	b.Helper()
	dir = b.TempDir()
	s, err := Open(b.Context(), dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.Close)
	if c, err = campaign.New(b.Context(), s, "tree", t, campaign.Plan{Parts: t.fan * t.fan}); err != nil {
		b.Fatal(err)
	}
	return dir, c
}

// BenchmarkParts works on many parts that take no time: what remains is the cost of planning,
// handing out, recording and adding up. With POLKA_LONG=1 there are a million.
func BenchmarkParts(b *testing.B) {
	t := tree{fan: 100}
	if os.Getenv("POLKA_LONG") != "" {
		t.fan = 1000
	}
	for b.Loop() {
		begin, busy := time.Now(), cpuTime(b)
		dir, c := t.start(b)
		planned := time.Now()
		if err := c.Work(b.Context(), campaign.Worker{Threads: 8}); err != nil {
			b.Fatal(err)
		}
		worked := time.Now()
		n, err := c.Result(b.Context())
		if err != nil || n.Int64() != int64(t.fan*t.fan) {
			b.Fatalf("%v, error %v", n, err)
		}
		audited := time.Now()
		parts := float64(t.fan * t.fan)
		b.ReportMetric(parts/planned.Sub(begin).Seconds(), "planned/s")
		b.ReportMetric(parts/worked.Sub(planned).Seconds(), "parts/s")
		b.ReportMetric(audited.Sub(worked).Seconds(), "audit-s")
		b.ReportMetric((cpuTime(b)-busy).Seconds()/parts*1e6, "cpu-us/part")
		b.ReportMetric(float64(size(b, dir))/1e6, "disk-MB")
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		b.ReportMetric(float64(memory.Sys)/1e6, "memory-MB")
	}
}

// BenchmarkSeconds works on parts that take a second each, in two threads, and reports how much
// longer that takes than the parts, in percent.
func BenchmarkSeconds(b *testing.B) {
	const threads = 2
	t := tree{fan: 6, time: time.Second}
	for b.Loop() {
		_, c := t.start(b)
		begin := time.Now()
		if err := c.Work(b.Context(), campaign.Worker{Threads: threads}); err != nil {
			b.Fatal(err)
		}
		took := time.Since(begin) // until the worker has noticed that there are no more
		least := t.time * time.Duration(t.fan*t.fan/threads)
		b.ReportMetric(100*(took-least).Seconds()/least.Seconds(), "overhead-%")
	}
}

// size returns the number of bytes of the files in a folder.
func size(b *testing.B, dir string) (total int64) {
	b.Helper()
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil // files come and go
		}
		info, err := e.Info()
		if err == nil {
			total += info.Size()
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return total
}

// cpuTime returns the CPU time of this program.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	text, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0 // not on Linux
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	ticks := 0
	for _, f := range fields[11:13] { // user and system time, in hundredths of a second
		n, err := strconv.Atoi(f)
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
