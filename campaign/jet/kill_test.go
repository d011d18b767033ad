package jet

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"polka/campaign"
	"polka/dlx/puzzle"
)

// workerFolder is the variable that makes the test program a worker with the folder that it names.
const workerFolder = "POLKA_TEST_CAMPAIGN_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(workerFolder); dir != "" {
		if err := workerMain(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// workerMain works on the campaign kills and prints a line for each record.
func workerMain(dir string) error {
	ctx := context.Background()
	s, err := Open(ctx, dir)
	if err != nil {
		return err
	}
	defer s.Close()
	s.claim = time.Second
	c, err := campaign.Open(ctx, s, "kills")
	if err != nil {
		return err
	}
	return c.Work(ctx, campaign.Worker{Threads: 2, Idle: 50 * time.Millisecond, Progress: func(r campaign.Record) { fmt.Println(r.Part) }})
}

// TestKill kills workers with SIGKILL at random moments, and with them the server that one
// of them runs.
func TestKill(t *testing.T) {
	const workers, mostRecords = 3, 60
	queens, solutions, parts, kills := 9, int64(352), 300, 8
	if os.Getenv("POLKA_LONG") != "" {
		queens, solutions, parts, kills = 11, 2680, 5000, 200
	}
	dir := t.TempDir()
	search, err := campaign.Cover(puzzle.NewQueens(queens).Problem().Text())
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	if _, err := campaign.New(t.Context(), s, "kills", search, campaign.Plan{Parts: parts}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	var mutex sync.Mutex
	random := rand.New(rand.NewPCG(1, 2))
	// lifetime draws the number of records after which the next worker is killed, 0 for never.
	lifetime := func() int {
		mutex.Lock()
		defer mutex.Unlock()
		if kills == 0 {
			return 0
		}
		kills--
		return 1 + random.IntN(mostRecords)
	}
	var group sync.WaitGroup
	killed := make([]int, workers)
	for i := range workers {
		group.Go(func() {
			for done := false; !done && ctx.Err() == nil; {
				cmd := exec.CommandContext(ctx, program)
				cmd.Env = append(os.Environ(), workerFolder+"="+dir)
				cmd.Stderr = os.Stderr
				out, err := cmd.StdoutPipe()
				if err == nil {
					err = cmd.Start()
				}
				if err != nil {
					t.Error(err)
					return
				}
				left := lifetime()
				for lines := bufio.NewScanner(out); lines.Scan(); {
					if left--; left == 0 {
						killed[i]++
						_ = cmd.Process.Kill() // it may have ended
					}
				}
				done = cmd.Wait() == nil
			}
		})
	}
	group.Wait()
	t.Log("kills:", killed)
	last := open(t, dir)
	c, err := campaign.Open(t.Context(), last, "kills")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.Result(t.Context()); err != nil || n.Int64() != solutions {
		t.Errorf("%v, error %v, expected %d", n, err, solutions)
	}
	if v, err := c.Verify(t.Context(), campaign.Verification{Sample: 100}); err != nil || !v.Done() {
		t.Errorf("%+v, error %v", v, err)
	}
}
