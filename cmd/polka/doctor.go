// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"polka/install"
	"polka/internal/command"
	"polka/internal/sibling"
	"polka/kernel"
	"polka/kernel/machine"
	"polka/kernel/wire"
)

func newDoctor() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check that the installed kernel works",
		Long: "Doctor prints versions and paths, starts the installed kernel as Jupyter would, with a connection file\n" +
			"and five sockets, and runs a cell. The exit status is 0 if Jupyter can use the kernel and 1 if not.",
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := install.CheckName(name); err != nil {
				return command.Wrong(cmd, "--name: %v", err)
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			return doctor(ctx, cmd.OutOrStdout(), strings.ToLower(name))
		},
	}
	cmd.Flags().StringVar(&name, "name", install.DefaultName, "`NAME` of the kernel")
	return cmd
}

// patience is the time limit for all checks of the kernel. Jupyter waits a minute for the first
// reply.
const patience = 30 * time.Second

// doctor examines the kernel of the given name, or this program where Jupyter does not know it.
func doctor(ctx context.Context, w io.Writer, name string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "polka     %s\n", fullVersion())
	fmt.Fprintf(w, "program   %s\n", program)
	if jupyter, err := exec.LookPath("jupyter"); err == nil {
		fmt.Fprintf(w, "jupyter   %s\n", jupyter)
	} else {
		fmt.Fprintln(w, "jupyter   not in $PATH (it may be installed in an environment that is not active)")
	}
	if campaigns, err := sibling.FindCampaign(); err == nil {
		fmt.Fprintf(w, "campaigns %s\n", campaigns)
		if other := versionOf(ctx, campaigns); other != versionString() {
			fmt.Fprintf(w, "campaigns are of version %s, and polka of version %s; install both from the same release\n", other, versionString())
		}
	} else {
		fmt.Fprintf(w, "campaigns cannot be run: %v\n", err)
	}
	fmt.Fprintf(w, "native    %s\n", native())
	argv := []string{program, "kernel", "{connection_file}"}
	var env []string
	problem := fmt.Errorf("the kernel %q is not registered with Jupyter; run polka install", name)
	for _, k := range install.Find() {
		fmt.Fprintf(w, "kernel    %s, %q, in %s\n", k.Name, k.Spec.DisplayName, k.Dir)
		if k.Name != name {
			continue
		}
		if problem = nil; k.Problem != "" {
			return fmt.Errorf("%s: %s; run polka install to write it again", k.Dir, k.Problem)
		}
		argv = k.Spec.Argv
		fmt.Fprintf(w, "starts    %s\n", k.Spec.Program())
		for key, value := range k.Spec.Env {
			env = append(env, key+"="+value)
		}
	}
	if problem != nil {
		fmt.Fprintf(w, "kernel    none named %s; checking this program instead\n", name)
	}
	if err := examine(ctx, w, argv, env); err != nil {
		return err
	}
	if problem == nil {
		fmt.Fprintln(w, "Everything works.")
	}
	return problem
}

// native says whether cells become machine code, and what has been checked for that.
func native() string {
	start := time.Now()
	err := machine.NativeCode(false)
	quick := time.Since(start).Round(time.Microsecond)
	if err == nil {
		err = machine.NativeCode(true)
	}
	switch {
	case err != nil:
		return fmt.Sprintf("cells cannot become machine code: %v", err)
	case !machine.NativeByDefault():
		return fmt.Sprintf("cells can become machine code (checked in %v); POLKA_NATIVE=1 switches that on", quick)
	}
	return fmt.Sprintf("cells become machine code where they run often (checked in %v); POLKA_NATIVE=0 switches that off", quick)
}

// versionOf asks the program of campaigns for its version.
func versionOf(ctx context.Context, program string) string {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, "version").Output()
	if words := strings.Fields(string(out)); err == nil && len(words) > 1 && words[0] == sibling.Campaign {
		return words[1]
	}
	return "unknown"
}

// examine starts a kernel and goes through what a frontend does with it.
func examine(ctx context.Context, w io.Writer, argv, env []string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	dir, err := os.MkdirTemp("", "polka-doctor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	connection, err := newConnection()
	if err != nil {
		return err
	}
	text, err := json.Marshal(connection)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "connection.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}

	args := make([]string, len(argv))
	for i, a := range argv {
		args[i] = strings.ReplaceAll(a, "{connection_file}", file)
	}
	process := exec.CommandContext(ctx, args[0], args[1:]...)
	process.Env = append(append(os.Environ(), env...), "JPY_PARENT_PID="+strconv.Itoa(os.Getpid()))
	var said tail
	process.Stderr = &said
	process.WaitDelay = time.Second
	if err := process.Start(); err != nil {
		return fmt.Errorf("the kernel cannot be started: %w", err)
	}
	ended := make(chan struct{}) // closed when the process is gone
	var exit error
	go func() { exit = process.Wait(); close(ended) }()
	defer func() { cancel(); <-ended }()

	// The process may end while we wait for an answer from it: do not wait any longer then.
	alive, died := context.WithCancelCause(ctx)
	defer died(nil)
	go func() {
		<-ended
		died(fmt.Errorf("the kernel exited too early (%v)%s", exit, said.quote()))
	}()
	var k *client
	steps := []struct {
		name string
		do   func(context.Context) (string, error)
	}{
		{"start", func(ctx context.Context) (string, error) {
			k, err = dial(ctx, connection)
			return "five sockets", err
		}},
		{"kernel_info", func(ctx context.Context) (string, error) {
			_, reply, err := k.request(ctx, "shell", "kernel_info_request", nil)
			if err != nil {
				return "", err
			}
			var info struct {
				Protocol string `json:"protocol_version"`
				Version  string `json:"implementation_version"`
				Language struct {
					Name    string `json:"name"`
					Version string `json:"version"`
				} `json:"language_info"`
			}
			if err := json.Unmarshal(reply, &info); err != nil {
				return "", err
			}
			return fmt.Sprintf("Polka %s, %s %s, protocol %s", info.Version, info.Language.Name, info.Language.Version, info.Protocol), nil
		}},
		{"heartbeat", func(ctx context.Context) (string, error) { return "", k.echo(ctx) }},
		{"cell", func(ctx context.Context) (string, error) {
			value, err := k.value(ctx, "1+1")
			if err == nil && value != "2" {
				err = fmt.Errorf("1+1 gives %q", value)
			}
			return "1+1 = " + value, err
		}},
		{"again", func(ctx context.Context) (string, error) {
			value, err := k.value(ctx, "2+2")
			if err == nil && value != "4" {
				err = fmt.Errorf("2+2 gives %q", value)
			}
			return "2+2 = " + value, err
		}},
		{"shutdown", func(ctx context.Context) (string, error) {
			if _, _, err := k.request(ctx, "control", "shutdown_request", map[string]any{"restart": false}); err != nil {
				return "", err
			}
			k.close()
			select {
			case <-ended:
				return "", exit
			case <-time.After(5 * time.Second):
				return "", errors.New("the kernel replied but did not exit; Jupyter would kill it")
			}
		}},
	}
	for _, s := range steps {
		begin := time.Now()
		detail, err := s.do(alive)
		if err != nil {
			fmt.Fprintf(w, "FAIL  %s\n", s.name)
			switch {
			case ctx.Err() == context.DeadlineExceeded:
				err = fmt.Errorf("no reply within %v%s", patience, said.quote())
			case ctx.Err() != nil:
				return ctx.Err()
			case alive.Err() != nil && s.name != "shutdown":
				err = context.Cause(alive)
			}
			return fmt.Errorf("doctor: %s: %v", s.name, err)
		}
		fmt.Fprintf(w, "ok    %-12s %9s  %s\n", s.name, milliseconds(time.Since(begin)), detail)
	}
	return nil
}

// newConnection chooses five free ports and a key.
func newConnection() (kernel.Connection, error) {
	c := kernel.Connection{Transport: "tcp", IP: "127.0.0.1", Key: rand.Text(), SignatureScheme: wire.Scheme, KernelName: install.DefaultName}
	for _, port := range []*int{&c.ShellPort, &c.IOPubPort, &c.StdinPort, &c.ControlPort, &c.HBPort} {
		l, err := net.Listen("tcp", c.IP+":0")
		if err != nil {
			return c, err
		}
		defer l.Close() // all of them stay open until all are chosen, so that they differ
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return c, nil
}

// milliseconds writes a duration for a column.
func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
}

// tail keeps the end of what is written to it.
type tail struct {
	mu  sync.Mutex
	end []byte
}

func (t *tail) Write(b []byte) (int, error) {
	const most = 1000
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end = append(t.end, b...)
	if n := len(t.end); n > most {
		t.end = bytes.Clone(t.end[n-most:])
	}
	return len(b), nil
}

// quote gives it as the end of a message.
func (t *tail) quote() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text := strings.TrimSpace(string(t.end)); text != "" {
		return "; it said: " + text
	}
	return ""
}
