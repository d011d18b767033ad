// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"polka/campaign"
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

// begin starts a campaign.
func (k known) begin(t *testing.T, s campaign.Store, name string) *campaign.Campaign {
	t.Helper()
	search, err := k.start()
	if err != nil {
		t.Fatal(err)
	}
	c, err := campaign.New(t.Context(), s, name, search, campaign.Plan{Parts: k.parts})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// check checks the result of the campaign, and the ledger.
func (k known) check(t *testing.T, c *campaign.Campaign) {
	t.Helper()
	if n, err := c.Result(t.Context()); err != nil || n.Int64() != k.want {
		t.Errorf("%v, error %v, expected %d", n, err, k.want)
	}
	v, err := c.Verify(t.Context(), campaign.Verification{Sample: 20})
	if err != nil {
		t.Error(err)
	} else if !v.Done() {
		t.Errorf("%d parts without a record, %d with; strays %q, alarms %v", len(v.Missing), v.NumResults, v.Strays, v.Alarms)
	}
}

// TestCluster works on the ten campaigns, which are stored on a cluster of three servers, while a
// server, or a worker, is killed with SIGKILL at random moments and started again. One server is
// down at a time.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("kills servers of a cluster")
	}
	t.Parallel()
	long := os.Getenv("POLKA_LONG") != ""
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
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
	runs, servers, workers := 0, 0, 0
	for i, k := range ten {
		for j, n := range []int{1, 2, 8} {
			if !long && (i != 0 || j != 1) {
				continue
			}
			t.Run(fmt.Sprintf("%s with %d workers", k.name, n), func(t *testing.T) {
				c := k.begin(t, s, "cluster")
				serverKills, workerKills := 1, 2
				if long {
					serverKills, workerKills = 3, 4
				}
				// Between two kills there are some records, so that the campaign makes progress.
				// While a server is started again no other is killed.
				var mutex sync.Mutex
				busy, until := false, 5+random.IntN(20)
				pool{record: func(int) (kill bool) {
					mutex.Lock()
					defer mutex.Unlock()
					if until--; until > 0 || busy {
						return false
					}
					until = 5 + random.IntN(20)
					if workerKills > 0 && random.IntN(serverKills+workerKills) < workerKills {
						workerKills--
						workers++
						return true
					}
					if serverKills > 0 {
						serverKills--
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
				k.check(t, c)
				runs++
				if err := c.Remove(ctx); err != nil {
					t.Error(err)
				}
			})
		}
	}
	t.Logf("%d campaigns; %d servers and %d workers killed", runs, servers, workers)
	if long && (servers < 60 || workers < 60) {
		t.Error("expected more kills: the campaigns end too early")
	}
}
