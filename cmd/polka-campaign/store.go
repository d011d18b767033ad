package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"polka/campaign"
	"polka/campaign/jet"
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
	f.StringVar(&s.server.URL, "server", "", "store campaigns on the NATS server at `URL` instead")
	f.StringVar(&s.tokenFile, "token", "", "read the token for the server from `FILE`")
	f.StringVar(&s.server.Seed, "nkey", "", "read the seed of the NKey for the server from `FILE`")
	f.StringVar(&s.server.CA, "ca", "", "trust the certificates in `FILE`")
	f.IntVar(&s.server.Replicas, "replicas", 1, "keep each record on `N` servers of a cluster")
}

// open opens the store. Its Close must be called.
func (s *stored) open(cmd *cobra.Command) (*jet.Store, error) {
	if s.server.URL == "" {
		for _, name := range []string{"token", "nkey", "ca", "replicas"} {
			if cmd.Flags().Changed(name) {
				return nil, wrong(cmd, "--%s: expected --server beside it", name)
			}
		}
		return jet.Open(cmd.Context(), s.dir)
	}
	if cmd.Flags().Changed("store") {
		return nil, wrong(cmd, "choose one of --store and --server")
	}
	if s.tokenFile != "" {
		token, err := os.ReadFile(s.tokenFile)
		if err != nil {
			return nil, fmt.Errorf("--token: %w", err)
		}
		s.server.Token = strings.TrimSpace(string(token))
	}
	return jet.Connect(cmd.Context(), s.server)
}

// with opens the store and a campaign in it, and calls do.
func (s *stored) with(cmd *cobra.Command, name string, do func(ctx context.Context, c *campaign.Campaign) error) error {
	store, err := s.open(cmd)
	if err != nil {
		return err
	}
	defer store.Close()
	c, err := campaign.Open(cmd.Context(), store, name)
	if err != nil {
		return err
	}
	return do(cmd.Context(), c)
}
