package jet

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"polka/campaign"
	"polka/dlx/puzzle"
)

// freePort returns a port of this machine that no program uses, below those that systems give to
// outgoing connections.
func freePort(t *testing.T) int {
	t.Helper()
	for range 1000 {
		port := 12000 + rand.IntN(20000)
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

// A counted problem is one with a known number of solutions.
type counted struct {
	text      string
	solutions int64
}

// problems are those of the campaigns in tests of networks.
func problems() []counted {
	return []counted{
		{puzzle.NewQueens(8).Problem().Text(), 92},   // A000170
		{dominating(5, 3), 186},                      // A002564, as the next but one
		{puzzle.NewLangford(7).Problem().Text(), 52}, // 26 up to reversal, A014552
		{dominating(7, 4), 86},
		{puzzle.NewQueens(9).Problem().Text(), 352},
	}
}

// dominating is the problem of placing queens on a board of n by n squares that attack or occupy
// every square. Its items have multiplicities.
func dominating(n, queens int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d|#", queens)
	square := func(i, j int) string { return fmt.Sprintf("%c%c", 'a'+i, 'a'+j) }
	for i := range n {
		for j := range n {
			fmt.Fprintf(&text, " 1:%d|%s", queens, square(i, j))
		}
	}
	for i := range n {
		for j := range n {
			text.WriteString("\n#")
			for k := range n {
				for l := range n {
					if k == i || l == j || k-l == i-j || k+l == i+j {
						text.WriteString(" " + square(k, l))
					}
				}
			}
		}
	}
	return text.String() + "\n"
}

// start starts a campaign of a problem.
func (p counted) start(t *testing.T, s campaign.Store, name string, parts int) *campaign.Campaign {
	t.Helper()
	search, err := campaign.Cover(p.text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := campaign.New(t.Context(), s, name, search, campaign.Plan{Parts: parts})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// check checks the result of the campaign, and the ledger.
func (p counted) check(t *testing.T, c *campaign.Campaign) {
	t.Helper()
	if n, err := c.Result(t.Context()); err != nil || n.Int64() != p.solutions {
		t.Errorf("%v, error %v, expected %d", n, err, p.solutions)
	}
	v, err := c.Verify(t.Context(), campaign.Verification{Sample: 20})
	if err != nil {
		t.Error(err)
	} else if !v.Done() {
		t.Errorf("%d parts without a record, %d with; strays %q, alarms %v", len(v.Missing), v.Results, v.Strays, v.Alarms)
	}
}

// TestCluster works on campaigns that are stored on a cluster of three servers, while a server, or
// a worker, is killed with SIGKILL at random moments and started again. One server is down at
// a time.
func TestCluster(t *testing.T) {
	serverKills, workerKills, crews := 1, 2, []int{2}
	if os.Getenv("POLKA_LONG") != "" {
		serverKills, workerKills, crews = 60, 60, []int{1, 2, 8}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	nodes := clusterOf(t.TempDir(), []string{"127.0.0.1", "127.0.0.1", "127.0.0.1"}, func() int { return freePort(t) })
	token := NewToken()
	var started sync.WaitGroup
	for _, d := range nodes {
		d.role.Token = token
		started.Go(func() { d.run(ctx, t) })
	}
	started.Wait()
	t.Cleanup(func() {
		for _, d := range nodes {
			d.end()
		}
	})
	s, err := Connect(ctx, Server{URL: urls(nodes), Token: token})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.claim = testClaim; s.replicas != 3 {
		t.Errorf("%d replicas on a cluster, expected 3", s.replicas)
	}

	random := rand.New(rand.NewPCG(1, 2))
	var mutex sync.Mutex
	servers, workers := 0, 0
	for round := 0; round == 0 || servers < serverKills || workers < workerKills; round++ {
		list := problems()
		p, n := list[round%len(list)], crews[round%len(crews)]
		c := p.start(t, s, "cluster", 200)
		// Between two kills there are some records, so that the campaign makes progress. While a
		// server is started again no other is killed.
		busy, until := false, 5+random.IntN(20)
		crew{record: func(int) (kill bool) {
			mutex.Lock()
			defer mutex.Unlock()
			if until--; until > 0 || busy {
				return false
			}
			until = 5 + random.IntN(40)
			if workers < workerKills && (servers >= serverKills || random.IntN(2) == 0) {
				workers++
				return true
			}
			if servers < serverKills {
				servers++
				busy = true
				d := nodes[random.IntN(len(nodes))]
				started.Go(func() {
					d.kill()
					d.run(ctx, t)
					mutex.Lock()
					busy = false
					mutex.Unlock()
				})
			}
			return false
		}}.work(ctx, t, role{Kind: workerRole, URL: urls(nodes), Token: token, Campaign: "cluster", Threads: 1}, n)
		started.Wait()
		t.Logf("problem %d with %d workers", round%len(list), n)
		p.check(t, c)
		if err := c.Remove(ctx); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%d servers and %d workers killed", servers, workers)
}
