// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"polka/campaign"
	"polka/campaign/jet"
	"polka/internal/command"
)

// stored holds the flags that say where campaigns are.
type stored struct {
	dir       string
	server    jet.Server
	tokenFile string
}

// flags adds them to a command and those below it.
func (s *stored) flags(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&s.dir, "store", "polka-campaigns", "store campaigns in the folder `DIR`")
	f.StringVar(&s.server.URL, "server", "", "store campaigns on the server at `URL` instead, such as tls://host:4222;\nseveral URLs of a cluster are separated by commas")
	f.StringVar(&s.tokenFile, "token", "", "authenticate to the server with the token in `FILE`")
	f.StringVar(&s.server.Seed, "nkey", "", "authenticate to the server with the NKey whose seed is in `FILE`")
	f.StringVar(&s.server.Credentials, "creds", "", "authenticate to the server with the credentials in `FILE`")
	f.StringVar(&s.server.CA, "ca", "", "trust the certificates in `FILE` instead of those of the system")
	f.IntVar(&s.server.Replicas, "replicas", 0, "keep each record of a new campaign on `N` servers; by default 3 on a cluster")
}

// remote are the flags that belong to --server.
var remote = []string{"token", "nkey", "creds", "ca", "replicas"}

// noticeOf prints sentences about the store.
func noticeOf(cmd *cobra.Command) func(string) {
	return func(sentence string) { fmt.Fprintln(cmd.ErrOrStderr(), "polka: "+sentence) }
}

// open opens the store. Its Close must be called.
func (s *stored) open(cmd *cobra.Command) (*jet.Store, error) {
	if s.server.URL == "" {
		for _, name := range remote {
			if cmd.Flags().Changed(name) {
				return nil, command.Wrong(cmd, "--%s: expected --server beside it", name)
			}
		}
		return jet.Open(cmd.Context(), s.dir, noticeOf(cmd))
	}
	if cmd.Flags().Changed("store") {
		return nil, command.Wrong(cmd, "choose one of --store and --server")
	}
	identities := 0
	for _, name := range []string{"token", "nkey", "creds"} {
		if cmd.Flags().Changed(name) {
			identities++
		}
	}
	if identities > 1 {
		return nil, command.Wrong(cmd, "choose one of --token, --nkey and --creds")
	}
	if s.server.Replicas < 0 || s.server.Replicas > 5 {
		return nil, command.Wrong(cmd, "--replicas: expected a number from 1 to 5, got %d", s.server.Replicas)
	}
	if s.tokenFile != "" {
		token, err := jet.ReadToken(s.tokenFile)
		if err != nil {
			return nil, fmt.Errorf("--token: %w", err)
		}
		s.server.Token = token
	}
	s.server.Notice = noticeOf(cmd)
	return jet.Connect(cmd.Context(), s.server)
}

// patience is the time between two attempts to open a store on a full disk.
const patience = time.Second

// opened opens the store for a worker: if the disk is full, it says so and waits until there is
// room.
func (s *stored) opened(cmd *cobra.Command) (*jet.Store, error) {
	return waiting(cmd.Context(), noticeOf(cmd), patience, func() (*jet.Store, error) { return s.open(cmd) })
}

// waiting calls open until it does not fail because of a full disk, or ctx ends.
func waiting[T any](ctx context.Context, notice func(string), pause time.Duration, open func() (T, error)) (T, error) {
	for said := ""; ; {
		store, err := open()
		if err == nil || !jet.Full(err) {
			return store, err
		}
		if said != err.Error() {
			said = err.Error()
			notice(said + "; trying again")
		}
		select {
		case <-ctx.Done():
			return store, err
		case <-time.After(pause):
		}
	}
}

// with opens the store and a campaign in it, and calls do.
func (s *stored) with(cmd *cobra.Command, name string, do func(ctx context.Context, c *campaign.Campaign) error) error {
	store, err := s.open(cmd)
	if err != nil {
		return err
	}
	return inStore(cmd, store, name, do)
}

// inStore opens a campaign in a store, calls do, and closes the store.
func inStore(cmd *cobra.Command, store *jet.Store, name string, do func(ctx context.Context, c *campaign.Campaign) error) error {
	defer store.Close()
	c, err := campaign.Open(cmd.Context(), store, name)
	if err != nil {
		return err
	}
	return do(cmd.Context(), c)
}
