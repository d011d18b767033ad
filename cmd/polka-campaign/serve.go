// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"polka/campaign/jet"
	"polka/internal/command"
)

func newServe(s *stored) *cobra.Command {
	var (
		l    jet.Listening
		keys string
	)
	cmd := &cobra.Command{
		Use:   "serve --listen ADDRESS",
		Short: "Let workers on other machines use the campaigns in a folder",
		Long: "Serve runs the server of the folder --store with a port, until it is interrupted. Connections are encrypted, and a client\n" +
			"must know the token in --token or have one of the keys in --keys. Without either, serve writes a random token to\n" +
			"the file token in the folder; without --cert and --key, it makes a certificate, tls/cert.pem in the folder. Copy both files\n" +
			"to the other machines, which use --server tls://HOST:PORT --token FILE --ca FILE. Keep the token secret.\n\n" +
			"If workers use the folder already, serve takes it over from them, and they continue. If serve is killed, workers with\n" +
			"--server wait until it is started again.",
		Example: "  polka campaign serve --listen :4222\n" +
			"  polka campaign work big --server tls://head:4222 --token token --ca cert.pem",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return command.Wrong(cmd, "expected no arguments, got %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case l.Address == "":
				return command.Wrong(cmd, "expected --listen with an address such as :4222")
			case (l.Certificate == "") != (l.Key == ""):
				return command.Wrong(cmd, "expected both of --cert and --key, or neither")
			}
			for _, name := range []string{"server", "nkey", "creds", "ca", "replicas"} {
				if cmd.Flags().Changed(name) {
					return command.Wrong(cmd, "--%s is for clients of a server", name)
				}
			}
			if keys != "" {
				text, err := os.ReadFile(keys)
				if err != nil {
					return fmt.Errorf("--keys: %w", err)
				}
				if l.Keys = strings.Fields(string(text)); len(l.Keys) == 0 {
					return fmt.Errorf("--keys: %s has no keys", keys)
				}
			}
			token := s.tokenFile
			if token == "" && keys == "" {
				token = filepath.Join(s.dir, "token")
				if err := ensureToken(token); err != nil {
					return err
				}
			}
			if token != "" {
				var err error
				if l.Token, err = jet.ReadToken(token); err != nil {
					return err
				}
			}
			return serve(cmd, s.dir, l, token)
		},
	}
	cmd.Flags().StringVar(&l.Address, "listen", "", "listen on the `ADDRESS` host:port, or :port for all addresses of this machine")
	cmd.Flags().StringVar(&l.Certificate, "cert", "", "use the certificate in `FILE`")
	cmd.Flags().StringVar(&l.Key, "key", "", "use the private key of the certificate in `FILE`")
	cmd.Flags().StringVar(&keys, "keys", "", "accept the public NKeys in `FILE`, one per line (see polka campaign key)")
	return cmd
}

// ensureToken writes a random token to a file, unless the file exists.
func ensureToken(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if err := writeNew(file, jet.NewToken()+"\n"); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// writeNew writes a secret to a new file that only this user can read.
func writeNew(file, text string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// serve listens until the context of the command ends.
func serve(cmd *cobra.Command, dir string, l jet.Listening, token string) error {
	ctx := cmd.Context()
	l.Notice = noticeOf(cmd)
	store, err := jet.Serve(ctx, dir, l)
	if err != nil {
		return err
	}
	defer store.Close()
	cert := l.Certificate
	if cert == "" {
		cert = jet.CertificateFile(dir)
	}
	url := "tls://" + reachable(store.Address())
	identity := "--nkey SEED"
	if token != "" {
		identity = "--token " + token
	}
	fmt.Fprintf(cmd.OutOrStdout(), "listening on %v\nnext: polka campaign work NAME --server %s %s --ca %s\n", store.Address(), url, identity, cert)
	<-ctx.Done()
	return nil
}

// reachable returns an address for other machines: with the name of this one if the server listens
// on all of its addresses.
func reachable(a net.Addr) string {
	t, ok := a.(*net.TCPAddr)
	if !ok || !t.IP.IsUnspecified() {
		return a.String()
	}
	host, err := os.Hostname()
	if err != nil || host == "" {
		host = "localhost"
	}
	return net.JoinHostPort(host, strconv.Itoa(t.Port))
}

func newKey() *cobra.Command {
	return &cobra.Command{
		Use:   "key FILE",
		Short: "Make an NKey: write its seed to FILE and print the public key",
		Long: "Key makes an NKey by which a worker identifies itself. It writes the seed, which is a secret, to FILE, for --nkey of the\n" +
			"worker, and prints the public key, for the file --keys of polka campaign serve. The secret never leaves the worker.",
		Example: "  polka campaign key worker.seed >>keys\n  polka campaign serve --listen :4222 --keys keys",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return command.Wrong(cmd, "expected a FILE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			seed, public, err := jet.NewKey()
			if err != nil {
				return err
			}
			err = writeNew(args[0], seed+"\n")
			if errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("%s exists", args[0])
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), public)
			return nil
		},
	}
}
