// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"polka/campaign"
)

// A role is what the test program does instead of testing, in a process of its own.
type role struct {
	Kind string

	// For a worker: where its store is, and what it works on.
	Folder         string
	URL, Token, CA string
	Campaign       string
	Threads        int
	Lies           bool // it returns wrong results for some parts

	// For a server: Folder and Listen, or the fields of a server of a cluster.
	Listen        string
	Name, Host    string
	Client, Route int // ports
	Routes        string
}

// The kinds of roles.
const (
	workerRole = "worker"
	serveRole  = "serve"
	nodeRole   = "node"
	tenRole    = "ten" // a worker that prints more
)

// roleVariable is the variable with the role of a process, in JSON.
const roleVariable = "POLKA_TEST_CAMPAIGN_ROLE"

// testClaim is the time of a claim in tests.
const testClaim = time.Second

func TestMain(m *testing.M) {
	attempt, watchTime = time.Second, 3*time.Second
	text := os.Getenv(roleVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var r role
	err := json.Unmarshal([]byte(text), &r)
	if err == nil {
		err = roles[r.Kind](r)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s %s: %v\n", r.Kind, r.Name, err)
		os.Exit(1)
	}
}

// roles are what the roles do.
var roles = map[string]func(role) error{workerRole: role.worker, serveRole: role.serve, nodeRole: role.node, tenRole: role.ten}

// command is the command of a process with a role.
func (r role) command(ctx context.Context, t *testing.T) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), roleVariable+"="+string(text))
	cmd.Stderr = os.Stderr
	return cmd
}

// worker works on a campaign and prints a line for each record. It ends with the test.
func (r role) worker() error {
	ctx := context.Background()
	go func() {
		untilEOF()
		os.Exit(1)
	}()
	var s *Store
	var err error
	if r.URL != "" {
		s, err = Connect(ctx, Server{URL: r.URL, Token: r.Token, CA: r.CA})
	} else {
		s, err = Open(ctx, r.Folder, nil)
	}
	if err != nil {
		return err
	}
	defer s.Close()
	s.claim = testClaim
	c, err := campaign.Open(ctx, s, r.Campaign)
	if err != nil {
		return err
	}
	return c.Work(ctx, campaign.Worker{Threads: r.Threads, Idle: 50 * time.Millisecond, Progress: func(r campaign.Record) { fmt.Println(r.Part) }})
}

// untilEOF waits until the test closes standard input, or ends in any other way.
func untilEOF() { _, _ = io.Copy(io.Discard, os.Stdin) }

// serve runs a server in a folder that listens, and prints a line when it is ready.
func (r role) serve() error {
	s, err := Serve(context.Background(), r.Folder, Listening{Address: r.Listen, Token: r.Token})
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Println("ready", s.Address())
	untilEOF()
	return nil
}

// node runs a server of a cluster, and prints a line when it is ready.
func (r role) node() error {
	s, err := server.NewServer(&server.Options{
		ServerName: r.Name, Host: r.Host, Port: r.Client, JetStream: true, StoreDir: r.Folder, NoSigs: true, NoLog: true, Authorization: r.Token,
		Cluster: server.ClusterOpts{Name: "polka", Host: r.Host, Port: r.Route}, Routes: server.RoutesFromStr(r.Routes),
	})
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(ready) {
		return fmt.Errorf("the server does not start on ports %d and %d", r.Client, r.Route)
	}
	fmt.Println("ready", s.Addr())
	untilEOF()
	s.Shutdown()
	return nil
}

// A pool is a number of worker processes. Functions that are nil do nothing special. They are
// called by several goroutines.
type pool struct {
	start  func(i int, cmd *exec.Cmd) error // starts the process of a worker
	record func(i int) (kill bool)          // is called for each record, and decides whether to kill the worker
	done   func(i int)                      // is called when a worker has ended because the campaign is done
}

// work runs n workers until each has ended because the campaign is done. Those that end otherwise
// are started again. It returns how often each was killed.
func (c pool) work(ctx context.Context, t *testing.T, r role, n int) []int {
	var group sync.WaitGroup
	killed := make([]int, n)
	for i := range n {
		group.Go(func() {
			for done := false; !done && ctx.Err() == nil; {
				cmd := r.command(ctx, t)
				_, stopped := cmd.StdinPipe()
				out, err := cmd.StdoutPipe()
				switch {
				case stopped != nil || err != nil:
					err = errors.Join(stopped, err)
				case c.start != nil:
					err = c.start(i, cmd)
				default:
					err = cmd.Start()
				}
				if err != nil {
					t.Error(err)
					return
				}
				for lines := bufio.NewScanner(out); lines.Scan(); {
					if c.record != nil && c.record(i) {
						killed[i]++
						_ = cmd.Process.Kill() // it may have ended
					}
				}
				done = cmd.Wait() == nil
			}
			if c.done != nil {
				c.done(i)
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		t.Errorf("the workers have not finished in time: %v", context.Cause(ctx))
	}
	return killed
}

// A daemon is a server in a process of its own, which can be killed and is then started again.
type daemon struct {
	role  role
	start func(*exec.Cmd) error
	cmd   *exec.Cmd
	stdin io.Closer
	addr  string // of clients
}

// run starts the process, and returns when the server is ready. The context of the process is ctx.
func (d *daemon) run(ctx context.Context, t *testing.T) {
	t.Helper()
	for tries := 0; ; tries++ {
		err := d.try(ctx, t)
		if err == nil {
			return
		}
		// The port may be in use for a moment, by a connection that another program makes.
		if ctx.Err() != nil || tries == 100 {
			t.Errorf("the server %s does not start: %v", d.role.Name, err)
			return
		}
	}
}

// try is one attempt of run.
func (d *daemon) try(ctx context.Context, t *testing.T) error {
	d.cmd = d.role.command(ctx, t)
	var err error
	if d.stdin, err = d.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := d.start(d.cmd); err != nil {
		return err
	}
	if _, err := fmt.Fscanf(out, "ready %s\n", &d.addr); err != nil {
		return errors.Join(err, d.cmd.Wait())
	}
	return nil
}

// kill ends the process as kill -9 does.
func (d *daemon) kill() {
	_ = d.cmd.Process.Kill() // it may have ended
	_ = d.cmd.Wait()
}

// end ends the process.
func (d *daemon) end() {
	d.stdin.Close()
	_ = d.cmd.Wait()
}

// clusterOf describes three servers of a cluster, on the given hosts.
func clusterOf(dir string, hosts []string, ports func() int) []*daemon {
	var list []*daemon
	routes := ""
	for i, host := range hosts {
		r := role{Kind: nodeRole, Name: fmt.Sprint("node", i), Host: host, Folder: filepath.Join(dir, strconv.Itoa(i)), Client: ports(), Route: ports()}
		if routes != "" {
			routes += ","
		}
		routes += fmt.Sprintf("nats://%s:%d", host, r.Route)
		list = append(list, &daemon{role: r, start: (*exec.Cmd).Start})
	}
	for _, d := range list {
		d.role.Routes = routes
	}
	return list
}

// urls are the addresses of servers of a cluster.
func urls(list []*daemon) string {
	text := ""
	for i, d := range list {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf("nats://%s:%d", d.role.Host, d.role.Client)
	}
	return text
}
