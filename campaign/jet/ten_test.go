// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"polka/campaign"
	"polka/shapes"
)

// A liar adds 1 to some results.
type liar struct{ campaign.Search }

// lie selects parts.
func lie(part campaign.Part) bool {
	return part != "" && strings.Contains("02468", string(part[len(part)-1:]))
}

func (l liar) Solve(ctx context.Context, part campaign.Part) (campaign.Result, error) {
	r, err := l.Search.Solve(ctx, part)
	if err == nil && lie(part) {
		r.Count = new(big.Int).Add(r.Count, big.NewInt(1))
	}
	return r, err
}

// ten works on the campaign and prints a line for each record: whether the server is in this
// program, whether the result is wrong, and the part.
func (r role) ten() error {
	ctx := context.Background()
	s, err := Open(ctx, r.Folder, nil)
	if err != nil {
		return err
	}
	defer s.Close()
	s.claim = testClaim
	c, err := campaign.Open(ctx, s, r.Campaign)
	if err != nil {
		return err
	}
	if r.Lies {
		c.Search = liar{c.Search}
	}
	return c.Work(ctx, campaign.Worker{Threads: 2, Idle: 50 * time.Millisecond, Progress: func(done campaign.Record) {
		s.folder.mutex.Lock()
		serves := s.folder.server != nil
		s.folder.mutex.Unlock()
		fmt.Printf("%t %t %s\n", serves, r.Lies && done.Count != "" && lie(done.Part), done.Part)
	}})
}

// A known search is one whose result is known.
type known struct {
	name  string
	want  int64
	parts int
	start func() (campaign.Search, error)
	short bool
}

// ten are the campaigns of tests that kill and disconnect. The numbers of solutions of the
// problems are in dlx/testdata/counts.tsv; two have multiplicities.
var ten = []known{
	{"pent3x20", 8, 200, problem("pent3x20"), true},
	{"mcc_pent5x8", 582, 300, problem("mcc_pent5x8"), true},
	{"free nonominoes", 1285, 300, polyforms(shapes.Square, 9, shapes.Free), true},     // A000105
	{"fixed octahexes", 16689, 500, polyforms(shapes.Hexagon, 8, shapes.Fixed), false}, // A001207
	{"mcc_qdom7_4", 86, 300, problem("mcc_qdom7_4"), false},
	{"queens10", 724, 400, problem("queens10"), false},
	{"langford8", 300, 300, problem("langford8"), false},
	{"latin6red", 9408, 400, problem("latin6red"), false},
	{"domino6x6", 6728, 300, problem("domino6x6"), false},
	{"K12_2", 10395, 400, problem("K12_2"), false},
}

func problem(name string) func() (campaign.Search, error) {
	return func() (campaign.Search, error) {
		text, err := os.ReadFile(filepath.Join("..", "..", "dlx", "testdata", name+".dlx"))
		if err != nil {
			return nil, err
		}
		return campaign.Parse("cover", campaign.Count, string(text))
	}
}

func polyforms(l *shapes.Lattice, n int, class shapes.Class) func() (campaign.Search, error) {
	return func() (campaign.Search, error) { return campaign.Polyforms(l, n, class, campaign.Count) }
}

// A killing runs workers on a campaign and kills them.
type killing struct {
	t     *testing.T
	dir   string
	mutex sync.Mutex
	kills int // that are left
	most  int // the number of records after which a worker is killed at the latest

	random   *rand.Rand
	deaths   int // workers that were killed
	servers  int // of these, those with the server
	starting int // of these, those that were killed while they started
	wrong    map[campaign.Part]bool
}

// lifetime draws the number of records after which the next worker is killed, 0 for at once and -1
// for never.
func (k *killing) lifetime() int {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.kills == 0 {
		return -1
	}
	k.kills--
	if k.random.IntN(5) == 0 {
		return 0
	}
	return 1 + k.random.IntN(k.most)
}

// worker runs one worker after the other until one of them ends by itself.
func (k *killing) worker(ctx context.Context, lies bool) {
	for ctx.Err() == nil {
		cmd := role{Kind: tenRole, Folder: k.dir, Campaign: "ten", Lies: lies}.command(ctx, k.t)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			k.t.Error(err)
			return
		}
		left := k.lifetime()
		shot, records, serves, wrong := left == 0, 0, false, false
		if shot {
			_ = cmd.Process.Kill()
		}
		for lines := bufio.NewScanner(out); lines.Scan(); records++ {
			var part string
			line := strings.SplitN(lines.Text(), " ", 3)
			if len(line) == 3 {
				serves, wrong, part = line[0] == "true", line[1] == "true", line[2]
			}
			if wrong {
				k.mutex.Lock()
				k.wrong[campaign.Part(part)] = true
				k.mutex.Unlock()
			}
			if left--; left == 0 {
				shot = true
				_ = cmd.Process.Kill() // it may have ended
			}
		}
		if cmd.Wait() == nil {
			k.mutex.Lock()
			if left > 0 || shot { // the kill is left for another one
				k.kills++
			}
			k.mutex.Unlock()
			return
		}
		k.mutex.Lock()
		if shot {
			k.deaths++
			if serves {
				k.servers++
			}
			if records == 0 {
				k.starting++
			}
		}
		k.mutex.Unlock()
	}
}

// TestTen kills workers of ten campaigns with SIGKILL at random moments, and with them the server
// that one of them runs. Some workers return wrong results: each of these raises an alarm, and can
// be settled.
func TestTen(t *testing.T) {
	if testing.Short() {
		t.Skip("kills workers of ten searches")
	}
	long := os.Getenv("POLKA_LONG") != ""
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
	defer cancel()
	deaths, servers, starting, alarms, runs := 0, 0, 0, 0, 0
	for i, c := range ten {
		for j, workers := range []int{1, 2, 8} {
			if !long && (!c.short || i != j) {
				continue
			}
			t.Run(fmt.Sprintf("%s with %d workers", c.name, workers), func(t *testing.T) {
				kills := 3
				if long {
					kills = 10 // 300 in all, of which some workers escape
				}
				k := &killing{t: t, dir: t.TempDir(), kills: kills, most: 2 + c.parts/workers/8, random: rand.New(rand.NewPCG(uint64(i), uint64(j))), wrong: map[campaign.Part]bool{}}
				search, err := c.start()
				if err != nil {
					t.Fatal(err)
				}
				first := open(t, k.dir)
				if _, err := campaign.New(ctx, first, "ten", search, campaign.Plan{Parts: c.parts}); err != nil {
					t.Fatal(err)
				}
				first.Close()
				var group sync.WaitGroup
				for w := range workers {
					group.Go(func() { k.worker(ctx, (i+j)%3 == 2 && (w%2 == 0 || workers == 2)) })
				}
				group.Wait()
				alarms += k.check(ctx, search, c.want)
				deaths += k.deaths
				servers += k.servers
				starting += k.starting
				runs++
			})
		}
	}
	t.Logf("%d campaigns; %d kills, %d of them of the program with the server and %d before the first record; %d wrong results with an alarm",
		runs, deaths, servers, starting, alarms)
	if long && deaths < 200 {
		t.Errorf("%d kills, expected 200", deaths)
	}
}

// check checks the result of a campaign, and that every wrong result raises an alarm. It returns
// how many there are.
func (k *killing) check(ctx context.Context, search campaign.Search, want int64) int {
	t := k.t
	last := open(t, k.dir)
	defer last.Close()
	c, err := campaign.Open(ctx, last, "ten")
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.Verify(ctx, campaign.Verification{Sample: -1})
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Missing) > 0 || len(v.Strays) > 0 || v.NumRecounted != v.NumResults || v.NumPartitions != v.NumSplits {
		t.Errorf("%d missing, %d strays, %d of %d recomputed, %d of %d partitions", len(v.Missing), len(v.Strays), v.NumRecounted, v.NumResults, v.NumPartitions, v.NumSplits)
	}
	alarmed := map[campaign.Part]bool{}
	for _, a := range v.Alarms {
		alarmed[a.Part] = true
	}
	for part := range k.wrong {
		if !alarmed[part] {
			t.Errorf("the wrong result of part %q raises no alarm", part)
		}
	}
	// A worker that was killed can have written a wrong result and not have told it.
	for part := range alarmed {
		if !lie(part) {
			t.Errorf("an alarm for part %q, whose result is right", part)
		}
	}
	if len(alarmed) > 0 {
		if n, err := c.Result(ctx); !errors.Is(err, campaign.ErrAlarm) {
			t.Errorf("%v, error %v, expected an alarm", n, err)
		}
		if list, err := c.Settle(ctx, "test"); err != nil || len(list) < len(alarmed) {
			t.Errorf("%d alarms settled, error %v, expected %d", len(list), err, len(alarmed))
		}
	}
	if n, err := c.Result(ctx); err != nil || n.Int64() != want {
		t.Errorf("%v, error %v, expected %d", n, err, want)
	}
	return len(alarmed)
}
