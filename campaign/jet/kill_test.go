package jet

import (
	"context"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"polka/campaign"
	"polka/dlx/puzzle"
)

// TestKill kills workers with SIGKILL at random moments, and with them the server that one
// of them runs.
func TestKill(t *testing.T) {
	const workers, mostRecords = 3, 30
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
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	var mutex sync.Mutex
	random := rand.New(rand.NewPCG(1, 2))
	until := 1 + random.IntN(mostRecords)
	killed := crew{record: func(int) (kill bool) {
		mutex.Lock()
		defer mutex.Unlock()
		if until--; until > 0 || kills == 0 {
			return false
		}
		until = 1 + random.IntN(mostRecords)
		kills--
		return true
	}}.work(ctx, t, role{Kind: workerRole, Folder: dir, Campaign: "kills", Threads: 2}, workers)
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
