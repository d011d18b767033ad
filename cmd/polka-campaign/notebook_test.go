// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	campaigns "polka/campaign"
	"polka/dlx"
	"polka/dlx/puzzle"
	"polka/internal/sibling"
	"polka/play/campaign"
)

// starter is a program that starts a campaign as a cell does, and ends at once.
const starter = "starter"

func startAndEnd() {
	c, err := campaign.Start(context.Background(), puzzle.NewQueens(9).Problem(), campaign.Options{Name: "queens", Parts: 50})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(c.Name())
}

// workIn makes a temporary folder the current one. Workers may use it for a moment after the test.
func workIn(t *testing.T) {
	dir, err := os.MkdirTemp("", "polka-campaign")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		late := time.Now().Add(time.Minute)
		for os.RemoveAll(dir) != nil && time.Now().Before(late) {
			runtime.Gosched()
		}
	})
	t.Chdir(dir)
}

// within is the context of a campaign of a test, which must not last long.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeoutCause(t.Context(), 2*time.Minute, fmt.Errorf("the campaign does not end"))
	t.Cleanup(cancel)
	return ctx
}

// TestNotebook runs package play/campaign, which finds this test as the program polka-campaign on
// the path.
func TestNotebook(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	workIn(t)
	ctx := within(t)
	problem := puzzle.NewQueens(8).Problem()
	c, err := campaign.Start(ctx, problem, campaign.Options{Parts: 40, Budget: time.Minute, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.Wait(ctx); err != nil || n.Int64() != 92 {
		t.Fatalf("%v, error %v, want 92", n, err)
	}
	done, parts := c.Progress()
	if done != parts || parts < 40 {
		t.Errorf("%d of %d parts", done, parts)
	}
	if text := c.String(); !strings.HasPrefix(text, c.Name()+": done; ") {
		t.Errorf("text %q", text)
	}
	if page, ok := c.Get("html").(string); !ok || !strings.Contains(page, "solutions: 92") || !strings.Contains(page, "jp-theme-light") {
		t.Errorf("the page shows %s", page)
	}
	svg := c.SVG()
	if !strings.Contains(svg, "solutions: 92") || len(c.PNG()) == 0 {
		t.Errorf("the picture %s", svg)
	}
	if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
		t.Error(err)
	}
	for _, size := range regexp.MustCompile(`font-size[=:]"?([0-9.]+)`).FindAllStringSubmatch(svg, -1) {
		if pixels, err := strconv.ParseFloat(size[1], 64); err != nil || pixels < 11 {
			t.Errorf("a text of %s pixels", size[1])
		}
	}

	// The same problem again is the same campaign, and nothing is left to do.
	again, err := campaign.Start(ctx, problem, campaign.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := again.Wait(ctx); err != nil || n.Int64() != 92 || again.Name() != c.Name() {
		t.Errorf("%v, error %v, name %s", n, err, again.Name())
	}
	attached, err := campaign.Attach(ctx, c.Name(), campaign.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := attached.Wait(ctx); err != nil || n.Int64() != 92 {
		t.Errorf("%v, error %v", n, err)
	}

	for _, refused := range []struct {
		name string
		do   func() (*campaign.Campaign, error)
		want string
	}{
		{"another problem", func() (*campaign.Campaign, error) {
			return campaign.Start(ctx, puzzle.NewQueens(7).Problem(), campaign.Options{Name: c.Name()})
		}, "of another problem"},
		{"no campaign", func() (*campaign.Campaign, error) { return campaign.Attach(ctx, "none", campaign.Options{}) }, "there is no campaign none"},
		{"no store", func() (*campaign.Campaign, error) {
			return campaign.Attach(ctx, "none", campaign.Options{Store: "nowhere"})
		}, "there is no campaign none in nowhere"},
		{"a bad name", func() (*campaign.Campaign, error) {
			return campaign.Start(ctx, problem, campaign.Options{Name: "a.b"})
		}, "expected a name"},
		{"a path as a name", func() (*campaign.Campaign, error) {
			return campaign.Start(ctx, problem, campaign.Options{Name: "../outside", Store: "new"})
		}, "expected a name"},
		{"a flag as a name", func() (*campaign.Campaign, error) { return campaign.Attach(ctx, "--help", campaign.Options{}) }, "expected a name"},
		{"a bad problem", func() (*campaign.Campaign, error) { return campaign.Start(ctx, dlx.New("a a"), campaign.Options{}) }, "a"},
		{"a broken problem", func() (*campaign.Campaign, error) {
			p, _ := dlx.Parse("a b")
			return campaign.Start(ctx, p.Containing(99), campaign.Options{})
		}, ""},
	} {
		if _, err := refused.do(); err == nil || !strings.Contains(err.Error(), refused.want) {
			t.Errorf("%s: error %v, expected %q", refused.name, err, refused.want)
		}
	}
	bad, err := campaign.Start(ctx, problem, campaign.Options{Name: "negative", Parts: -5})
	if err == nil {
		_, err = bad.Wait(ctx)
	}
	if err == nil || !strings.Contains(err.Error(), "expected a number of parts") {
		t.Errorf("a negative number of parts: error %v", err)
	}
}

// crowd is a program that prints the status of a campaign with thousands of workers, or of one
// whose name is damaged.
const crowd = "crowd"

func printCrowd() {
	if slices.Contains(os.Args, "damaged") && slices.Contains(os.Args, "--follow") {
		fmt.Println("{no JSON")
		return
	}
	l := campaigns.StatusLine{Done: true, Total: "7"}
	for i := range 5000 {
		l.Workers = append(l.Workers, campaigns.WorkerStatus{Name: fmt.Sprint("worker-", i)})
	}
	line, err := json.Marshal(l)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", line)
}

// TestCrowd reads a status that is longer than a pipe, and one that is damaged.
func TestCrowd(t *testing.T) {
	workIn(t)
	ctx := within(t)
	program, err := exec.LookPath(crowd)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(sibling.CampaignEnv, program)
	options := campaign.Options{Store: "."}
	c, err := campaign.Attach(ctx, "many", options)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.Wait(ctx); err != nil || n.Int64() != 7 {
		t.Errorf("%v, error %v", n, err)
	}
	if c, err = campaign.Attach(ctx, "damaged", options); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Wait(ctx); err == nil || !strings.Contains(err.Error(), "the status is damaged") {
		t.Errorf("%v, error %v", n, err)
	}
}

// TestOutlives starts a campaign in a process that ends at once, and attaches to it.
func TestOutlives(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	workIn(t)
	ctx := within(t)
	cmd := exec.CommandContext(ctx, starter)
	if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "queens" {
		t.Fatalf("%v: %s", err, out)
	}
	// The worker makes the campaign first.
	var c *campaign.Campaign
	var err error
	for c == nil {
		if c, err = campaign.Attach(ctx, "queens", campaign.Options{}); err != nil && !strings.Contains(err.Error(), "there is no campaign") {
			t.Fatal(err)
		}
	}
	if n, err := c.Wait(ctx); err != nil || n.Int64() != 352 {
		t.Errorf("%v, error %v, want 352", n, err)
	}
	if text, err := os.ReadFile(filepath.Join("polka-campaigns", "queens.log")); err != nil {
		t.Errorf("log %q, error %v", text, err)
	}
}

// TestDetach stops a campaign, stops following it, and resumes it.
func TestDetach(t *testing.T) {
	workIn(t)
	ctx := within(t)
	problem := puzzle.NewQueens(10).Problem()
	options := campaign.Options{Name: "queens", Parts: 500, Threads: 1}
	c, err := campaign.Start(ctx, problem, options)
	if err != nil {
		t.Fatal(err)
	}
	for err = c.Stop(ctx); err != nil; err = c.Stop(ctx) { // until the worker has made the campaign
		if !strings.Contains(err.Error(), "there is no such campaign") {
			t.Fatal(err)
		}
	}
	c.Detach()
	if n, err := c.Wait(ctx); err == nil && n.Int64() != 724 || err != nil && !errors.Is(err, campaign.ErrDetached) {
		t.Errorf("%v, error %v", n, err)
	}
	// The first worker may still be ending.
	if c, err = campaign.Start(ctx, problem, options); err != nil {
		t.Fatal(err)
	}
	// To run a cell again ends what follows for it.
	earlier := c
	if c, err = campaign.Start(ctx, problem, options); err != nil {
		t.Fatal(err)
	}
	if n, err := earlier.Result(); err == nil && n.Int64() != 724 || err != nil && !errors.Is(err, campaign.ErrDetached) {
		t.Errorf("%v, error %v", n, err)
	}
	if n, err := c.Wait(ctx); err != nil || n.Int64() != 724 {
		t.Errorf("%v, error %v, want 724", n, err)
	}
}
