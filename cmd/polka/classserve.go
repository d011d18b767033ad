// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/kernel/exercise"
	"polka/kernel/exercise/live"
	"polka/notebooks/exercises"
)

// The limits of a connection to the server of a class.
const (
	classHeader   = 16 << 10         // bytes of the header of a request
	classRequest  = 20 * time.Second // for a request and for its answer
	classIdle     = 2 * time.Minute  // without a request
	classShutdown = 2 * time.Second  // for the requests that have begun, after Control-C
)

func newClassServe() *cobra.Command {
	var (
		o        live.Options
		listen   string
		language string
		days     int
	)
	cmd := &cobra.Command{
		Use:   "serve [EXERCISES.txtar...]",
		Short: "Serve votes and the board of a class on this machine",
		Long: "Serve answers browsers and notebooks until it is interrupted. It prints two links: one for the class, and one for the\n" +
			"teacher, who opens votes, sees histograms, and has a board of what is solved and of contests. There are no accounts:\n" +
			"who has a link can use it. Students vote and hand in on the page of the class, or in a notebook after %class LINK.\n" +
			"The votes are those of the course, those of the files, and questions that the teacher writes.\n\n" +
			"Everything is stored in --file, and nowhere else: what was chosen in each vote, with a random number in place of a name, and\n" +
			"the lines of %handin, with names. Each is on disk before it is acknowledged, so a server that was killed continues when it\n" +
			"is started again, with the same links. After --days, serve deletes the file.\n\n" +
			"Without --listen only this machine has access. --listen :8765 is for a class in the same network; its\n" +
			"connections are not encrypted. Behind a proxy, such as JupyterHub's, give the address that browsers use with --address;\n" +
			"it makes no difference whether the proxy removes the prefix of the path. See docs/teaching.md.",
		Example: "  polka class serve\n  polka class serve --listen :8765 --word apricot mine.txtar\n" +
			"  polka class serve --address https://hub.example.org/services/class/",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if days < 0 {
				return command.Wrong(cmd, "--days: expected a number that is not negative, got %d", days)
			}
			o.Keep = time.Duration(days) * 24 * time.Hour
			var err error
			if o.Words, err = catalogOf(cmd, language); err != nil {
				return err
			}
			if o.Votes, err = votesOf(args); err != nil {
				return err
			}
			if o.Words.Language != "" {
				for i, x := range o.Votes {
					o.Votes[i] = x.Translate(o.Words.Text)
				}
			}
			ctx, cancel := interruptible(cmd)
			defer cancel()
			return serveClass(ctx, cmd, o, listen)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.File, "file", "class.log", "store everything in `FILE`")
	f.StringVar(&o.Word, "word", "", "`WORD` of the class, as in %handin --class WORD NAME; stored in a new file")
	f.IntVar(&days, "days", 180, "delete the file after `N` days; 0 for never")
	f.StringVar(&language, "lang", "", languageUsage)
	f.StringVar(&listen, "listen", "localhost:8765", "listen on the `ADDRESS` host:port, or :port for all addresses of this machine")
	f.StringVar(&o.Address, "address", "", "`ADDRESS` of the server for browsers, if they use a proxy")
	return cmd
}

// votesOf returns the exercises of files, and those of the course.
func votesOf(names []string) (list []*exercise.Exercise, err error) {
	add := func(name string, text []byte) error {
		more, err := exercise.Read(name, text)
		list = append(list, more...)
		return err
	}
	for _, name := range names {
		text, err := limit.ReadFile(name, limit.Config)
		if err != nil {
			return nil, err
		}
		if err := add(name, text); err != nil {
			return nil, err
		}
	}
	course, err := fs.Glob(exercises.Files, "*.txtar")
	if err != nil {
		return nil, err
	}
	for _, name := range course {
		text, err := exercises.Files.ReadFile(name)
		if err == nil {
			err = add(name, text)
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// serveClass serves a class until ctx ends or the file has to be deleted.
func serveClass(ctx context.Context, cmd *cobra.Command, o live.Options, listen string) error {
	c, err := openClass(cmd, o)
	if err != nil {
		return err
	}
	defer c.Close()
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	base := o.Address
	if base == "" {
		base = "http://" + hostOf(l.Addr())
	}
	base = strings.TrimSuffix(base, "/") + "/"
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "teacher: %s%s\nclass:   %s%s\nfile:    %s", base, c.TeacherPath(), base, c.StudentPath(), o.File)
	until, ends := c.Until()
	if ends {
		fmt.Fprintf(out, ", deleted after %s", until.Format("2 January 2006"))
	}
	fmt.Fprintln(out)
	s := &http.Server{Handler: c, ReadTimeout: classRequest, WriteTimeout: classRequest, IdleTimeout: classIdle, MaxHeaderBytes: classHeader}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	var expired <-chan time.Time
	if ends {
		t := time.NewTimer(time.Until(until) + time.Second)
		defer t.Stop()
		expired = t.C
	}
	select {
	case err := <-done:
		return err
	case <-expired:
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.Background(), classShutdown)
	defer cancel()
	if s.Shutdown(stop) != nil {
		s.Close()
	}
	if c.Expired() {
		fmt.Fprintln(cmd.ErrOrStderr(), "the file is deleted now, as the class was told")
		return c.Delete()
	}
	return nil
}

// openClass opens the file of a class. One that has expired is deleted, and a new one is begun.
func openClass(cmd *cobra.Command, o live.Options) (*live.Class, error) {
	c, err := live.Open(o)
	if !errors.Is(err, live.ErrExpired) {
		return c, err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s was kept for as long as the class was told, and is deleted now\n", o.File)
	if err := os.Remove(o.File); err != nil {
		return nil, err
	}
	return live.Open(o)
}

// hostOf returns the host and the port of an address for browsers. In place of all addresses, it is
// the first of this machine that others can reach.
func hostOf(a net.Addr) string {
	t, ok := a.(*net.TCPAddr)
	if !ok {
		return a.String()
	}
	host := t.IP.String()
	if t.IP.IsLoopback() {
		host = "localhost"
	}
	if t.IP.IsUnspecified() {
		host = "localhost"
		addresses, _ := net.InterfaceAddrs()
		for _, a := range addresses {
			if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsGlobalUnicast() {
				host = n.IP.String()
				break
			}
		}
	}
	return net.JoinHostPort(host, strconv.Itoa(t.Port))
}
