// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"polka/campaign"
	"polka/dlx/puzzle"
	"polka/internal/replace"
)

// open opens the store in a folder until the test ends.
func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.claim = time.Second
	t.Cleanup(s.Close)
	return s
}

// TestStore holds both stores to what the interface promises.
func TestStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := open(t, dir)
	for _, c := range []struct {
		name  string
		store campaign.Store
	}{{"memory", campaign.NewMemory()}, {"first", first}, {"second", open(t, dir)}} {
		t.Run(c.name, func(t *testing.T) { tryStore(t, c.store) })
	}
}

func tryStore(t *testing.T, s campaign.Store) {
	ctx := t.Context()
	if j, ok := s.(*Store); ok {
		defer func(claim time.Duration) { j.claim = claim }(j.claim)
		j.claim = campaign.ClaimTime // no claim expires here, even if the machine is busy
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Get(ctx, "try.info"); !errors.Is(err, campaign.ErrMissing) {
		t.Errorf("a record before Begin: %v", err)
	}
	for range 2 {
		must(s.Begin(ctx, "try"))
	}
	must(s.Begin(ctx, "other"))
	must(s.Begin(ctx, "begun"))
	must(s.Put(ctx, "other.info", []byte("other")))
	must(s.Create(ctx, "try.info", []byte("one")))
	if err := s.Create(ctx, "try.info", []byte("two")); !errors.Is(err, campaign.ErrExists) {
		t.Errorf("a second record: %v", err)
	}
	if got, err := s.Get(ctx, "try.info"); err != nil || string(got) != "one" {
		t.Errorf("%q, error %v, expected the first record", got, err)
	}
	must(s.Put(ctx, "try.info", []byte("three")))
	if got, err := s.Get(ctx, "try.info"); err != nil || string(got) != "three" {
		t.Errorf("%q, error %v, expected the new record", got, err)
	}
	if _, err := s.Get(ctx, "try.none"); !errors.Is(err, campaign.ErrMissing) {
		t.Errorf("no record: %v", err)
	}
	want := map[string]string{}
	for i := range 100 {
		key := fmt.Sprintf("try.ledger.%d", i)
		want[key] = fmt.Sprint(i * i)
		must(s.Create(ctx, key, []byte(want[key])))
	}
	got := map[string]string{}
	must(s.Each(ctx, "try.ledger.", func(key string, record []byte) bool {
		got[key] = string(record)
		return true
	}))
	if !maps.Equal(got, want) {
		t.Errorf("Each finds %d records, expected %d", len(got), len(want))
	}
	must(s.Each(ctx, "try.alarm.", func(key string, _ []byte) bool { t.Errorf("there is a record %s", key); return false }))
	visits := 0
	must(s.Each(ctx, "try.ledger.", func(string, []byte) bool { visits++; return false }))
	if visits != 1 {
		t.Errorf("Each visits %d records after visit has returned false", visits)
	}
	names, err := s.Campaigns(ctx)
	if err != nil || len(names) == 0 || !slices.Contains(names, "try") {
		t.Errorf("campaigns %q, error %v", names, err)
	}
	if slices.Contains(names, "begun") {
		t.Errorf("campaigns %q, of which one was only begun", names)
	}

	if claims, err := s.Pull(ctx, "try", 1, time.Millisecond); err != nil || len(claims) != 0 {
		t.Errorf("%d jobs of an empty queue, error %v", len(claims), err)
	}
	jobs := []campaign.Job{{Key: "a", Part: ""}, {Key: "b", Part: "1:2 3:-"}, {Key: "c", Part: "3:4"}}
	for range 3 {
		must(s.Push(ctx, "try", jobs))
	}
	taken := map[string]campaign.Claim{}
	for range 3 {
		claims, err := s.Pull(ctx, "try", 1, time.Minute)
		if err != nil || len(claims) != 1 {
			t.Fatalf("%d jobs, error %v, expected 1", len(claims), err)
		}
		taken[claims[0].Job().Key] = claims[0]
	}
	for _, j := range jobs {
		if taken[j.Key] == nil || taken[j.Key].Job() != j {
			t.Fatalf("the jobs %v, expected %v", taken, jobs)
		}
		must(taken[j.Key].Renew())
	}
	must(s.Push(ctx, "try", jobs)) // they are being worked on
	if claims, err := s.Pull(ctx, "try", 1, 10*time.Millisecond); err != nil || len(claims) != 0 {
		t.Errorf("a job was handed out twice, error %v", err)
	}
	must(taken["a"].Complete())
	must(taken["b"].Release())
	if claims, err := s.Pull(ctx, "try", 9, time.Minute); err != nil || len(claims) != 1 || claims[0].Job() != jobs[1] {
		t.Errorf("%v, error %v, expected the job that was released", claims, err)
	}
	must(s.Push(ctx, "try", []campaign.Job{{Key: "d"}}))
	short, end := context.WithTimeout(ctx, time.Minute)
	if claims, err := s.Pull(short, "try", 9, time.Hour); err != nil || len(claims) != 1 { // it does not wait for 9
		t.Errorf("%d jobs, error %v, expected 1", len(claims), err)
	}
	end()
	must(s.Remove(ctx, "try"))
	must(s.Remove(ctx, "try"))
	if _, err := s.Get(ctx, "try.info"); !errors.Is(err, campaign.ErrMissing) {
		t.Errorf("a record after Remove: %v", err)
	}
	if got, err := s.Get(ctx, "other.info"); err != nil || string(got) != "other" {
		t.Errorf("the record of another campaign: %q, error %v", got, err)
	}
	must(s.Remove(ctx, "other"))
	must(s.Remove(ctx, "begun"))
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Pull(ended, "other", 1, time.Hour); err == nil {
		t.Error("Pull does not obey its context")
	}
}

// TestPassing distinguishes errors of a server that is starting, or of a cluster without a leader,
// from others.
func TestPassing(t *testing.T) {
	for err, want := range map[error]bool{
		&jetstream.APIError{Code: 503, Description: "JetStream system temporarily unavailable"}:                                true,
		&nats.APIError{Code: 503, Description: "JetStream system temporarily unavailable"}:                                     true,
		&jetstream.APIError{Code: 503, Description: "maximum messages per subject exceeded"}:                                   false,
		&jetstream.APIError{Code: 400, ErrorCode: 10005, Description: "no suitable peers for placement, peer offline"}:         true,
		&jetstream.APIError{Code: 400, ErrorCode: 10005, Description: "no suitable peers for placement, insufficient storage"}: false,
		&jetstream.APIError{Code: 400}:         false,
		&nats.APIError{Code: 404}:              false,
		nats.ErrNoResponders:                   true,
		jetstream.ErrConsumerLeadershipChanged: true,
		jetstream.ErrTooManyStalledMsgs:        true,
		jetstream.ErrAsyncPublishTimeout:       true,
		jetstream.ErrKeyExists:                 false,
		nats.ErrMaxPayload:                     false,
		nats.ErrConnectionClosed:               false,
	} {
		if err := fmt.Errorf("wrapped: %w", err); passing(err) != want {
			t.Errorf("%v: %t, expected %t", err, !want, want)
		}
	}
}

// TestLostAcknowledgments pushes jobs to a server that does not acknowledge them, as one that was
// cut off from its cluster does. Later they can be pushed.
func TestLostAcknowledgments(t *testing.T) {
	s := open(t, t.TempDir())
	silent, err := s.conn.Subscribe(jobSubject+"try.*", func(*nats.Msg) {})
	if err != nil {
		t.Fatal(err)
	}
	jobs := make([]campaign.Job, 1000)
	for i := range jobs {
		jobs[i].Key = fmt.Sprint(i)
	}
	for range 8 { // more than may be pending
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if err := s.Push(short, "try", jobs); err == nil {
			t.Error("jobs were pushed without a stream")
		}
		cancel()
	}
	if err := errors.Join(silent.Unsubscribe(), s.Begin(t.Context(), "try")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := s.Push(ctx, "try", jobs); err != nil {
		t.Fatal(err)
	}
	stream, err := s.js.Stream(ctx, queuePrefix+"try")
	if err != nil {
		t.Fatal(err)
	}
	if n := stream.CachedInfo().State.Msgs; n != uint64(len(jobs)) {
		t.Errorf("%d jobs in the queue, expected %d", n, len(jobs))
	}
}

// A crowded listener accepts nothing at first.
type crowded struct {
	net.Listener
	refusals int
}

func (c *crowded) Accept() (net.Conn, error) {
	if c.refusals--; c.refusals >= 0 {
		return nil, errors.New("too many open files")
	}
	return c.Listener.Accept()
}

// TestCrowded connects to a program that has too many open files for a moment.
func TestCrowded(t *testing.T) {
	s := open(t, t.TempDir())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		accept(&crowded{l, 3}, s.folder.server)
		close(done)
	}()
	conn, err := nats.Connect("nats://"+l.Addr().String(), nats.Timeout(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	l.Close()
	<-done
}

// TestUnreachable opens folders that another machine uses, and one that cannot be locked.
func TestUnreachable(t *testing.T) {
	used, damaged := t.TempDir(), t.TempDir()
	unlock, err := replace.Lock(filepath.Join(used, lockName))
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if err := os.Mkdir(filepath.Join(damaged, "."+lockName+".lock"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		f          *folder
	}{
		{"used", "is in use by ", &folder{dir: used}},
		{"used, to listen", "is in use by ", &folder{dir: used, options: folderOptions(used)}},
		{"damaged", lockName, &folder{dir: damaged}},
	} {
		c.f.patience = time.Millisecond
		s, err := openFolder(t.Context(), c.f)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "is it used on another machine?") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected an error with %q", c.name, err, c.want)
		}
	}
}

// TestUnmadeStream begins a campaign while a file is where the server makes the folder of a stream.
// It cannot make it then, but removes what is there.
func TestUnmadeStream(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if err := s.Begin(t.Context(), "before"); err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob(filepath.Join(dir, storeName, "jetstream", "*", "streams"))
	if err != nil || len(folders) != 1 {
		t.Fatalf("folders of streams: %q, error %v", folders, err)
	}
	for _, prefix := range []string{"KV_" + bucketPrefix, "KV_" + ledgerPrefix, queuePrefix} {
		if err := os.WriteFile(filepath.Join(folders[0], prefix+"try"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Begin(t.Context(), "try"); err != nil {
		t.Errorf("with files in the way: %v", err)
	}
}

// TestWaiting waits for jobs in more threads than NATS permits by default.
func TestWaiting(t *testing.T) {
	s := open(t, t.TempDir())
	if err := s.Begin(t.Context(), "try"); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 600 {
		group.Go(func() {
			if claims, err := s.Pull(t.Context(), "try", 1, time.Second); err != nil || len(claims) != 0 {
				t.Errorf("%d jobs, error %v, expected none", len(claims), err)
			}
		})
	}
	group.Wait()
}

// TestRemovedElsewhere removes a campaign on which another program works.
func TestRemovedElsewhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, second := open(t, dir), open(t, dir)
	search, err := campaign.Parse("cover", campaign.Count, "a b\na\nb\na b\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := campaign.New(t.Context(), first, "gone", search, campaign.Plan{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c, err := campaign.Open(ctx, second, "gone")
	if err != nil {
		t.Fatal(err)
	}
	if stopped, err := c.Stopped(ctx); err != nil || stopped {
		t.Fatalf("stopped: %t, error %v", stopped, err)
	}
	if err := first.Remove(ctx, "gone"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Stopped(ctx); err == nil || !strings.Contains(err.Error(), "was removed") {
		t.Errorf("error %v, expected that the campaign was removed", err)
	}
	for _, key := range []string{"gone.stop", "gone.ledger.x"} {
		if err := second.Create(ctx, key, []byte("x")); err == nil || !strings.Contains(err.Error(), "there is no campaign gone") {
			t.Errorf("%s: error %v, expected that there is no campaign", key, err)
		}
	}
}

// queens starts a campaign of eight queens, which has 92 solutions.
func queens(t *testing.T, s campaign.Store, parts int) *campaign.Campaign {
	t.Helper()
	search, err := campaign.Cover(puzzle.NewQueens(8).Problem(), campaign.Count)
	if err != nil {
		t.Fatal(err)
	}
	c, err := campaign.New(t.Context(), s, "queens", search, campaign.Plan{Parts: parts})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const queensSolutions = 92

// check checks the result of queens.
func check(t *testing.T, s campaign.Store) {
	t.Helper()
	c, err := campaign.Open(t.Context(), s, "queens")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.Result(t.Context()); err != nil || n.Int64() != queensSolutions {
		t.Errorf("%v, error %v, expected %d", n, err, queensSolutions)
	}
	if v, err := c.Verify(t.Context(), campaign.Verification{Sample: -1}); err != nil || !v.Done() {
		t.Errorf("%+v, error %v", v, err)
	}
}

// TestFolder works on a campaign, and reads its result after the folder was opened again.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 30)) // too long for a socket
	s := open(t, dir)
	c := queens(t, s, 100)
	if err := c.Work(t.Context(), campaign.Worker{Threads: 4, Idle: 10 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	check(t, s)
	socket := s.folder.remove
	s.Close()
	if _, err := os.Stat(socket); socket == "" || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary folder %q remains: %v", socket, err)
	}
	check(t, open(t, dir))
}

// TestRemovedFolder renames the folder of a store while workers of two programs wait for parts.
func TestRemovedFolder(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // open files cannot be removed there
	}
	dir := filepath.Join(t.TempDir(), "store")
	stores := []*Store{open(t, dir), open(t, dir)}
	c := queens(t, stores[0], 20)
	ended := make(chan error)
	for _, s := range stores {
		c, err := campaign.Open(t.Context(), s, c.Name)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			ended <- c.Work(t.Context(), campaign.Worker{Threads: 1, Linger: true, Idle: 10 * time.Millisecond})
		}()
	}
	if err := os.Rename(dir, dir+".removed"); err != nil { // RemoveAll would remove one file after the other
		t.Fatal(err)
	}
	for range stores {
		if err := <-ended; err == nil || !strings.Contains(err.Error(), "the folder "+dir+" was removed") {
			t.Error(err)
		}
	}
}

// TestSync holds the server to what campaign.Store says about a power failure.
func TestSync(t *testing.T) {
	s := open(t, t.TempDir())
	if every := s.folder.server.JetStreamConfig().SyncInterval; every <= 0 || every > 10*time.Second {
		t.Errorf("records may be lost for %v", every)
	}
}

// TestTakeOver closes the store that has the server again and again, while other workers
// continue with the folder.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := open(t, dir)
	queens(t, first, 400)
	stores := []*Store{first}
	var group sync.WaitGroup
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range 3 {
		s := open(t, dir)
		stores = append(stores, s)
		group.Go(func() {
			c, err := campaign.Open(ctx, s, "queens")
			if err != nil {
				t.Error(err)
				return
			}
			records := 0
			_ = c.Work(ctx, campaign.Worker{Threads: 2, Idle: 10 * time.Millisecond, Progress: func(campaign.Record) {
				if records++; records == 20 {
					go s.Close() // an end in the middle of the work
				}
			}})
		})
		if len(stores) == 3 {
			first.Close()
		}
	}
	group.Wait()
	last := open(t, dir)
	c, err := campaign.Open(ctx, last, "queens")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Work(ctx, campaign.Worker{Threads: 2, Idle: 10 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	check(t, last)
}

// A silent bucket never answers a request to watch it.
type silent struct{ jetstream.KeyValue }

func (silent) Watch(ctx context.Context, _ string, _ ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestSilentWatch asks for records when the server does not answer.
func TestSilentWatch(t *testing.T) {
	t.Parallel()
	if err := new(Store).watch(t.Context(), silent{}, ">", nil); !passing(err) {
		t.Errorf("error %v, expected one that passes", err)
	}
}
