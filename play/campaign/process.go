// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"polka/campaign"
	"polka/internal/noexec"
	"polka/internal/replace"
	"polka/internal/sibling"
)

// processes is a backend: polka-campaign does the work, with a store in a folder.
type processes struct {
	program string
	name    string
	store   string
	worker  chan error // the end of the worker that Start has started; nil if there is none
}

// backendOf finds the program.
func backendOf(o Options) (*processes, error) {
	if noexec.Forbidden() {
		return nil, errors.New("campaign: a campaign needs a program, and cells may not run programs here")
	}
	program, err := sibling.FindCampaign()
	if err != nil {
		return nil, fmt.Errorf("campaign: %w", err)
	}
	store, err := filepath.Abs(o.Store)
	if err != nil {
		return nil, err
	}
	return &processes{program: program, name: o.Name, store: store}, nil
}

// command returns a command of polka campaign.
func (p *processes) command(ctx context.Context, verb string, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, p.program, append([]string{"campaign", verb, "--store", p.store}, args...)...)
}

// errNone is the error of status if there is no campaign yet.
var errNone = errors.New("campaign: there is no such campaign")

// status asks for the status once.
func (p *processes) status(ctx context.Context) (l campaign.StatusLine, err error) {
	if _, err := os.Stat(p.store); errors.Is(err, os.ErrNotExist) {
		return l, errNone
	}
	cmd := p.command(ctx, "status", p.name, "--json")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return l, failure(ctx, err, stderr.String())
	}
	err = json.Unmarshal(out, &l)
	return l, err
}

// failure returns the error of a command.
func failure(ctx context.Context, err error, stderr string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	said := strings.TrimPrefix(strings.TrimSpace(stderr), "polka: ")
	switch {
	case strings.Contains(said, "there is no campaign"):
		return errNone
	case said != "":
		return errors.New(said)
	}
	return err
}

// start starts a worker that outlives this process, unless there is one already.
func start(ctx context.Context, search campaign.Search, o Options) (backend, error) {
	p, err := backendOf(o)
	if err != nil {
		return nil, err
	}
	l, err := p.status(ctx)
	switch {
	case errors.Is(err, errNone):
	case err != nil:
		return nil, err
	case l.Digest != campaign.Digest(search):
		return nil, fmt.Errorf("campaign: there is a campaign %s already, of another problem", o.Name)
	case l.NumMissing == 0 || l.State != "stopped" && p.runs():
		return p, nil
	}
	if err := os.MkdirAll(p.store, 0o700); err != nil {
		return nil, err
	}
	problem := filepath.Join(p.store, o.Name+".dlx")
	if err := replace.File(problem, []byte(search.Source()), 0o644); err != nil {
		return nil, err
	}
	args := []string{problem, "--name", o.Name, "--threads", strconv.Itoa(o.Threads)}
	if o.Parts != 0 {
		args = append(args, "--parts", strconv.Itoa(o.Parts))
	}
	if o.Budget != 0 {
		args = append(args, "--budget", o.Budget.String())
	}
	log, err := os.OpenFile(p.log(), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := p.command(context.Background(), "run", args...) // not ctx: it outlives the cell
	cmd.Stdout, cmd.Stderr = log, log
	if err := startApart(cmd); err != nil {
		return nil, fmt.Errorf("campaign: %w", err)
	}
	p.worker = make(chan error, 1)
	go func() { p.worker <- cmd.Wait() }()
	return p, nil
}

// runs reports whether polka campaign run works on the campaign. It claims this file.
func (p *processes) runs() bool {
	return replace.Locked(filepath.Join(p.store, p.name+".run"))
}

// log returns the file with what the worker prints.
func (p *processes) log() string { return filepath.Join(p.store, p.name+".log") }

// attach checks that there is a campaign.
func attach(ctx context.Context, o Options) (backend, error) {
	p, err := backendOf(o)
	if err != nil {
		return nil, err
	}
	if _, err := p.status(ctx); err != nil {
		if errors.Is(err, errNone) {
			err = fmt.Errorf("campaign: there is no campaign %s in %s", o.Name, o.Store)
		}
		return nil, err
	}
	return p, nil
}

// retry is the time after which the status is asked for again, while a campaign is starting.
const retry = 200 * time.Millisecond

func (p *processes) follow(ctx context.Context, update func(campaign.StatusLine)) error {
	for {
		err := p.watch(ctx, update)
		if !errors.Is(err, errNone) {
			return err
		}
		// There is no campaign yet, or none any more. The worker, if there is one, is making it.
		if p.worker == nil {
			return errNone
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case err := <-p.worker:
			p.worker = nil
			if err != nil {
				text, _ := os.ReadFile(p.log())
				return failure(ctx, err, string(text))
			}
		case <-time.After(retry):
		}
	}
}

// watch runs the command that prints the status every second.
func (p *processes) watch(ctx context.Context, update func(campaign.StatusLine)) error {
	cmd := p.command(ctx, "status", p.name, "--json", "--follow")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := json.NewDecoder(out) // a line has all workers and alarms, so it may be long
	for err == nil {
		var l campaign.StatusLine
		if err = lines.Decode(&l); err == nil {
			update(l)
		}
	}
	if err != io.EOF {
		cmd.Process.Kill() // it may be writing more
		cmd.Wait()
		return failure(ctx, fmt.Errorf("campaign: the status is damaged: %w", err), stderr.String())
	}
	if err := cmd.Wait(); err != nil {
		return failure(ctx, err, stderr.String())
	}
	return nil
}

func (p *processes) stop(ctx context.Context) error {
	cmd := p.command(ctx, "stop", p.name)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return failure(ctx, err, stderr.String())
	}
	return nil
}
