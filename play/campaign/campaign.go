// SPDX-License-Identifier: BSD-3-Clause

// Package campaign runs long counts in the background of a notebook, with a live picture of what is
// done.
//
//	c, err := campaign.Start(ctx, problem, campaign.Options{})
//	c // the value of the cell: a picture that follows the work
//
// The problem is split into parts, whose results are stored in a folder. The program polka-campaign
// does the work in processes of its own, so that it continues when the kernel is restarted, when
// the notebook is closed, and when a cell is stopped. Run the cell again to attach to the campaign:
// the same problem has the same name. From a terminal, and on other machines that share the store,
// polka campaign shows its status and adds workers.
//
// In a browser there are no processes; there the page itself does the work, and a campaign ends
// with the page.
//
// Package polka/campaign implements campaigns.
package campaign

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"polka/campaign"
	"polka/dlx"
	"polka/internal/plural"
	"polka/kernel/widget"
	"polka/kernel/widget/host"
	"polka/render"
)

// Options are the settings of a campaign. Zero fields have the defaults.
type Options struct {
	Name    string        // the name; by default, one made from the problem
	Store   string        // the folder with the results; by default, polka-campaigns
	Parts   int           // the approximate number of parts at the beginning; by default, 1000
	Budget  time.Duration // a part that takes longer is split again; by default, two minutes
	Threads int           // how many parts are worked on at a time; by default, one per processor
}

// A Campaign is a count in the background, and a widget with a live picture of it. If the notebook
// is opened again without its kernel, it shows the last picture.
type Campaign struct {
	*widget.Module
	name    string
	back    backend
	ended   chan struct{} // closed when it is known how the campaign ends, or by Detach
	unwatch context.CancelFunc

	mu       sync.Mutex
	line     campaign.StatusLine
	err      error
	detached bool
}

// A backend does the work.
type backend interface {
	// follow calls update with each new status until every part has a result or ctx ends.
	follow(ctx context.Context, update func(campaign.StatusLine)) error
	// stop ends the workers after their current parts.
	stop(ctx context.Context) error
}

// ErrDetached is the error of Wait after Detach.
var ErrDetached = errors.New("campaign: detached; Attach attaches again")

// defaultStore is the folder of polka campaign too.
const defaultStore = "polka-campaigns"

// Start counts the solutions of a problem in the background; for a tiling puzzle, that is the
// result of its method Problem. If there is a campaign of this problem already, Start resumes it
// and attaches to it, and an earlier Campaign of this process is detached.
func Start(ctx context.Context, p *dlx.Problem, o Options) (*Campaign, error) {
	o.Store = cmp.Or(o.Store, defaultStore)
	search, err := campaign.Cover(p, campaign.Count)
	if err != nil {
		return nil, err
	}
	if o.Name == "" {
		o.Name = fmt.Sprintf("campaign-%x", sha256.Sum256([]byte(search.Source())))[:len("campaign-")+8]
	}
	if err := campaign.CheckName(o.Name); err != nil {
		return nil, err
	}
	back, err := start(ctx, search, o)
	if err != nil {
		return nil, err
	}
	return follow(o, back), nil
}

// Attach follows a campaign that was started before, by Start or by polka campaign. It does not
// start workers.
func Attach(ctx context.Context, name string, o Options) (*Campaign, error) {
	o.Store = cmp.Or(o.Store, defaultStore)
	o.Name = name
	if err := campaign.CheckName(name); err != nil {
		return nil, err
	}
	back, err := attach(ctx, o)
	if err != nil {
		return nil, err
	}
	return follow(o, back), nil
}

// showScript is the module of the widget: the newest picture, as HTML, whose colors follow the
// theme of the page.
const showScript = `export default {
	render({ model, el }) {
		const root = document.createElement("div");
		root.className = "polka-campaign";
		const show = () => { root.innerHTML = model.get("html"); };
		model.on("change:html", show);
		show();
		el.append(root);
	}
};`

// followed holds the last Campaign of each store and name.
var (
	followed      = map[[2]string]*Campaign{}
	followedMutex sync.Mutex
)

// follow makes a campaign that follows the work. It ends an earlier one, as that of a cell that is
// run again, since each follows with a program of its own.
func follow(o Options, back backend) *Campaign {
	c := &Campaign{name: o.Name, back: back, ended: make(chan struct{})}
	c.line = campaign.StatusLine{Name: o.Name, State: "starting"}
	c.Module = host.NewModule(host.Module{
		Name: "campaign", Source: showScript, State: map[string]any{"html": c.picture().HTML()},
		Text: c.String, Picture: c.SVG, PNG: c.PNG,
	}).(*widget.Module)
	ctx, cancel := context.WithCancel(context.Background())
	c.unwatch = cancel
	if store, err := filepath.Abs(o.Store); err == nil {
		o.Store = store
	}
	followedMutex.Lock()
	earlier := followed[[2]string{o.Store, o.Name}]
	followed[[2]string{o.Store, o.Name}] = c
	followedMutex.Unlock()
	if earlier != nil {
		earlier.Detach()
	}
	go func() {
		defer cancel()
		err := back.follow(ctx, c.update)
		c.mu.Lock()
		if c.detached {
			err = ErrDetached
		}
		c.err = err
		c.mu.Unlock()
		c.Set("html", c.picture().HTML())
		close(c.ended)
	}()
	return c
}

// update notes a status, and changes the picture.
func (c *Campaign) update(l campaign.StatusLine) {
	c.mu.Lock()
	c.line = l
	c.mu.Unlock()
	c.Set("html", c.picture().HTML())
}

// Name returns the name of the campaign.
func (c *Campaign) Name() string { return c.name }

// Detach stops following the campaign. The work continues, and the last picture stays on the page.
func (c *Campaign) Detach() {
	c.mu.Lock()
	c.detached = true
	c.mu.Unlock()
	c.unwatch()
	<-c.ended
}

// Stop ends all workers of the campaign after their current parts. Start resumes it.
func (c *Campaign) Stop(ctx context.Context) error { return c.back.stop(ctx) }

// Wait waits until the campaign is done, and returns the number of solutions. It is an error if
// results contradict each other.
func (c *Campaign) Wait(ctx context.Context) (*big.Int, error) {
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-c.ended:
	}
	return c.Result()
}

// Result returns the number of solutions, or an error if the campaign is not done.
func (c *Campaign) Result() (*big.Int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.line.Done:
		n, ok := new(big.Int).SetString(c.line.Total, 10)
		if !ok {
			return nil, fmt.Errorf("campaign: expected a number, got %q", c.line.Total)
		}
		return n, nil
	case len(c.line.Alarms) > 0:
		return nil, fmt.Errorf("%w: %s", campaign.ErrAlarm, c.line.Alarms[0])
	case c.err != nil:
		return nil, c.err
	}
	return nil, fmt.Errorf("campaign: %s, %d of %s done", c.line.State, c.line.NumResults, plural.Count(c.line.NumResults+c.line.NumMissing, "part"))
}

// Progress returns the number of parts with a result, and of all parts.
func (c *Campaign) Progress() (done, parts int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.line.NumResults, c.line.NumResults + c.line.NumMissing
}

// String describes the campaign on a line.
func (c *Campaign) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := progressOf(c.line, c.err)
	return p.Title + "; " + p.Lines[0]
}

// SVG draws what is done: a cell for each group of neighboring parts, filled as far as it is done.
func (c *Campaign) SVG() string { return c.picture().SVG() }

// PNG returns the picture of SVG as a file.
func (c *Campaign) PNG() []byte {
	var file bytes.Buffer
	if err := c.picture().WritePNG(&file, 1); err != nil {
		return nil
	}
	return file.Bytes()
}

func (c *Campaign) picture() render.Picture {
	c.mu.Lock()
	defer c.mu.Unlock()
	return render.Draw(progressOf(c.line, c.err))
}

// progressOf describes a status.
func progressOf(l campaign.StatusLine, err error) render.Progress {
	p := render.Progress{Title: l.Name + ": " + l.State}
	for _, d := range l.Map {
		p.Groups = append(p.Groups, float64(d-'0')/9)
	}
	parts := l.NumResults + l.NumMissing
	line := fmt.Sprintf("%d of %s done", l.NumResults, plural.Count(parts, "part"))
	if l.Rate > 0 && l.NumMissing > 0 {
		line += fmt.Sprintf(", %.3g a second, about %v left", l.Rate, clock(l.Left))
	}
	p.Lines = append(p.Lines, line)
	if parts > 0 {
		solutions := "solutions so far"
		if l.Done {
			solutions = "solutions"
		}
		p.Lines = append(p.Lines, fmt.Sprintf("%s: %s, in %v of computation", solutions, l.Total, clock(l.Seconds)))
	}
	if l.Slowest != nil {
		p.Lines = append(p.Lines, fmt.Sprintf("slowest part: %v, by %s", clock(l.Slowest.Seconds), l.Slowest.By))
	}
	if len(l.Workers) > 0 {
		threads := 0
		for _, w := range l.Workers {
			threads += w.Threads
		}
		p.Lines = append(p.Lines, fmt.Sprintf("%s with %s: %s", plural.Count(len(l.Workers), "worker"), plural.Count(threads, "thread"), names(l.Workers)))
	}
	if l.Trouble != "" {
		p.Lines = append(p.Lines, "results cannot be stored: "+l.Trouble)
	}
	for _, a := range l.Alarms[:min(3, len(l.Alarms))] {
		p.Lines = append(p.Lines, "ALARM: "+a)
	}
	if err != nil {
		p.Lines = append(p.Lines, err.Error())
	}
	return p
}

// names lists the first workers.
func names(list []campaign.WorkerStatus) string {
	var found []string
	for i, w := range list {
		if i == 3 && len(list) > 4 {
			found = append(found, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		found = append(found, w.Name)
	}
	return strings.Join(found, ", ")
}

// clock rounds a number of seconds to what matters.
func clock(seconds float64) time.Duration {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= time.Minute:
		return d.Round(time.Second)
	case d >= time.Second:
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Millisecond)
}
