// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"context"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The nodes of the network: this process, the servers from 1, and the workers from 11.
const (
	selfNode    = 100
	firstServer = 1
	firstWorker = 11
)

// TestNetwork works on a campaign over a network that delays and loses packets, and that is
// partitioned again and again: a worker is cut off, for longer than its claim holds, and returns
// with a result that another worker has found too. The server listens, with TLS.
func TestNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts networks")
	}
	t.Parallel()
	if !inLab(t) {
		return
	}
	rounds, partitions := 1, 3
	if os.Getenv("POLKA_LONG") != "" {
		rounds, partitions = 10, 12
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	l := newLab(t, selfNode)
	l.add(t, firstServer)
	dir := t.TempDir()
	token := NewToken()
	d := &daemon{
		role:  role{Kind: serveRole, Folder: dir, Listen: address(firstServer) + ":4222", Token: token},
		start: func(cmd *exec.Cmd) error { return l.start(firstServer, cmd) },
	}
	d.run(ctx, t)
	defer d.end()
	trouble{
		server: Server{URL: "tls://" + d.addr, Token: token, CA: CertificateFile(dir)}, rounds: rounds, partitions: partitions,
		kill: func() {
			d.kill()
			d.run(ctx, t)
		},
	}.run(ctx, t, l)
}

// TestClusterNetwork is TestNetwork with a cluster of three servers, of which one at a time is cut
// off from the others too.
func TestClusterNetwork(t *testing.T) {
	if os.Getenv("POLKA_LONG") == "" {
		t.Skip("elections take minutes: POLKA_LONG=1")
	}
	if !inLab(t) {
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	l := newLab(t, selfNode)
	var hosts []string
	servers := []byte{firstServer, firstServer + 1, firstServer + 2}
	for _, id := range servers {
		l.add(t, id)
		hosts = append(hosts, address(id))
	}
	port := 4221
	nodes := clusterOf(t.TempDir(), hosts, func() int { port++; return port })
	token := NewToken()
	var started sync.WaitGroup
	for i, d := range nodes {
		d.role.Token = token
		d.start = func(cmd *exec.Cmd) error { return l.start(servers[i], cmd) }
		started.Go(func() { d.run(ctx, t) })
	}
	started.Wait()
	for _, d := range nodes {
		defer d.end()
	}
	trouble{server: Server{URL: urls(nodes), Token: token}, rounds: 10, partitions: 10, servers: servers}.run(ctx, t, l)
}

// A trouble is what happens to campaigns on a bad network: after random numbers of records a
// worker, or one of the servers, is cut off, until there are some other records. Then the server
// may be killed.
type trouble struct {
	server     Server
	rounds     int    // the number of campaigns
	partitions int    // in each, at most
	servers    []byte // those that can be cut off
	kill       func() // kills the server and starts it again; nil for never
}

// run works on the campaigns.
func (tr trouble) run(ctx context.Context, t *testing.T, l *lab) {
	const workers = 3
	victims := append([]byte(nil), tr.servers...)
	for i := range workers {
		l.add(t, byte(firstWorker+i))
		victims = append(victims, byte(firstWorker+i))
	}
	server := tr.server
	s := connect(t, server)
	random := rand.New(rand.NewPCG(1, 2))
	r := role{Kind: workerRole, URL: server.URL, Token: server.Token, CA: server.CA, Campaign: "network", Threads: 1}
	cuts, kills := 0, 0
	for round := range tr.rounds {
		l.weather(5*time.Millisecond, 5*time.Millisecond, 0.01*float64(1+round%3))
		k := ten[round%len(ten)]
		c := k.begin(t, s, "network")
		var mutex sync.Mutex
		done := 0
		before := cuts
		until, healing := 10, false
		pool{
			start: func(i int, cmd *exec.Cmd) error { return l.start(byte(firstWorker+i), cmd) },
			record: func(int) (kill bool) {
				mutex.Lock()
				defer mutex.Unlock()
				done++
				if until--; until > 0 {
					return false
				}
				until = 5 + random.IntN(20)
				switch {
				case healing:
					l.cut()
					healing = false
					if tr.kill != nil {
						kills++
						tr.kill()
					}
				case cuts-before < tr.partitions:
					l.cut(victims[random.IntN(len(victims))])
					cuts++
					healing = true
				}
				return false
			},
			done: func(int) { // there may be no more records
				mutex.Lock()
				defer mutex.Unlock()
				l.cut()
				healing = false
				before = cuts - tr.partitions
			},
		}.work(ctx, t, r, workers)
		l.cut()
		k.check(t, c)
		t.Logf("%s: %d records", k.name, done)
		if err := c.Remove(ctx); err != nil {
			t.Fatal(err)
		}
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	t.Logf("%d partitions; %d kills of the server; %d packets carried, %d lost", cuts, kills, l.carried, l.lost)
}

// TestAlone works on a campaign with several workers on a machine that has no network at all, not
// even the loopback interface. Nothing listens.
func TestAlone(t *testing.T) {
	if !inLab(t) {
		return
	}
	if list, err := net.Interfaces(); err != nil || slices.ContainsFunc(list, func(i net.Interface) bool { return i.Flags&net.FlagUp != 0 }) {
		t.Fatalf("the interfaces %v are up, error %v", list, err)
	}
	dir := t.TempDir()
	s := open(t, dir)
	c := ten[0].begin(t, s, "alone")
	pool{}.work(t.Context(), t, role{Kind: workerRole, Folder: dir, Campaign: "alone", Threads: 1}, 2)
	ten[0].check(t, c)
	for _, name := range []string{"tcp", "tcp6", "udp", "udp6", "raw", "packet"} {
		text, err := os.ReadFile("/proc/self/net/" + name)
		if err == nil && strings.Count(string(text), "\n") > 1 {
			t.Errorf("sockets:\n%s", text)
		}
	}
}

// TestPort listens on the address that was asked for and on no other.
func TestPort(t *testing.T) {
	if !inLab(t) {
		return
	}
	newLab(t, selfNode)
	want := address(selfNode) + ":4222"
	s, _ := serving(t, t.TempDir(), Listening{Address: want, Token: NewToken()})
	if got := s.Address().String(); got != want {
		t.Errorf("the server listens on %s, expected %s", got, want)
	}
	var listening []string
	for _, name := range []string{"tcp", "tcp6", "udp", "udp6"} {
		text, err := os.ReadFile("/proc/self/net/" + name)
		if err != nil {
			continue // there is no IPv6
		}
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); f[0] != "sl" && (f[3] == "0A" || !strings.HasPrefix(name, "tcp")) {
				listening = append(listening, f[1])
			}
		}
	}
	if len(listening) != 1 || !strings.HasSuffix(listening[0], ":107E") { // 4222
		t.Errorf("open ports: %q, expected one", listening)
	}
}
