// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"bytes"
	"errors"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"polka/campaign"
	"polka/dlx/puzzle"
	"polka/internal/command"
)

// programVariable makes the test program the program itself.
const programVariable = "POLKA_TEST_CAMPAIGN_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		main()
	}
	// Scripts and package play/campaign find it on the path.
	testscript.Main(m, map[string]func(){"polka-campaign": main, starter: startAndEnd, crowd: printCrowd})
}

// program is a command of the program in a directory.
func program(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), own, append([]string{"campaign"}, args...)...)
	cmd.Env = append(os.Environ(), programVariable+"=1")
	cmd.Dir = dir
	return cmd
}

// expect runs a command of the program and returns its standard output. Its exit status must be
// as expected, and standard error must contain a text, in one line; "" for none.
func expect(t *testing.T, cmd *exec.Cmd, status int, message string) string {
	t.Helper()
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	_ = cmd.Run() // the status says how it ended
	if got := cmd.ProcessState.ExitCode(); got != status || !strings.Contains(stderr.String(), message) ||
		(message == "") != (stderr.Len() == 0) || strings.Count(stderr.String(), "\n") > 1 {
		t.Errorf("%q: status %d, expected %d; message %q, expected %q", cmd.Args[1:], got, status, stderr.String(), message)
	}
	return out.String()
}

// queens writes the problem of eight queens to a file in a directory.
func queens(t *testing.T, dir string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "queens.dlx"), []byte(puzzle.NewQueens(8).Problem().DLX()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestServe starts a server and uses it as another machine does.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	queens(t, dir)
	expect(t, program(t, dir, "new", "queens.dlx", "--parts", "50"), 0, "")
	public := expect(t, program(t, dir, "key", "seed"), 0, "")
	expect(t, program(t, dir, "key", "seed"), 1, "seed exists")
	expect(t, program(t, dir, "key", "other"), 0, "")
	if info, err := os.Stat(filepath.Join(dir, "seed")); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("the seed is readable by others: %v, error %v", info.Mode(), err)
	}
	if err := os.WriteFile(filepath.Join(dir, "keys"), []byte(public), 0o666); err != nil {
		t.Fatal(err)
	}
	token := filepath.Join("polka-campaigns", "token")
	for _, c := range []struct {
		flags, identity, wrong []string
	}{
		{nil, []string{"--token", token}, []string{"--nkey", "seed"}},
		{[]string{"--keys", "keys"}, []string{"--nkey", "seed"}, []string{"--nkey", "other"}},
	} {
		server := program(t, dir, append([]string{"serve", "--listen", "127.0.0.1:0"}, c.flags...)...)
		server.Stderr = os.Stderr
		out, err := server.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		var printed []string
		for len(printed) < 2 && lines.Scan() {
			printed = append(printed, lines.Text())
		}
		if len(printed) < 2 {
			t.Fatalf("the server prints %q", printed)
		}
		address := strings.TrimPrefix(printed[0], "listening on ")
		ca := filepath.Join("polka-campaigns", "tls", "cert.pem")
		if want := "--ca " + ca; !strings.Contains(printed[1], "--server tls://"+address) || !strings.Contains(printed[1], want) {
			t.Errorf("%q, expected the flags of a client", printed[1])
		}
		remote := func(args ...string) *exec.Cmd {
			return program(t, dir, append(args, "--server", "tls://"+address, "--ca", ca)...)
		}
		expect(t, remote("work", "queens"), 1, "the server requires a token, a key or credentials")
		expect(t, remote(append(c.wrong, "work", "queens")...), 1, "the server does not accept the")
		expect(t, program(t, dir, append(c.identity, "work", "queens", "--server", "tls://"+address)...), 1, "not trusted")
		expect(t, program(t, dir, append(c.identity, "work", "queens", "--server", "nats://"+address)...), 1, "not trusted")
		expect(t, remote(append(c.identity, "work", "queens")...), 0, "")
		if got := expect(t, remote(append(c.identity, "result", "queens")...), 0, ""); got != "solutions: 92\n" {
			t.Errorf("%q, expected 92 solutions", got)
		}
		expect(t, program(t, dir, "serve", "--listen", "127.0.0.1:0"), 1, "another program listens")
		if runtime.GOOS == "windows" { // where programs do not send signals
			_ = server.Process.Kill()
			_ = server.Wait()
		} else if err := errors.Join(server.Process.Signal(os.Interrupt), server.Wait()); err != nil {
			t.Error(err)
		}
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			t.Error("the port is still open")
		}
	}
}

// full is standard output on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// TestFailedWrite does not report success if the output could not be written.
func TestFailedWrite(t *testing.T) {
	var stderr strings.Builder
	if status := run([]string{"campaign", "key", filepath.Join(t.TempDir(), "seed")}, nil, full{}, &stderr); status != command.Failed || stderr.String() != "polka: the disk is full\n" {
		t.Errorf("status %d, message %q", status, stderr.String())
	}
}

// TestStatusText shows what workers have written, without what a terminal would obey.
func TestStatusText(t *testing.T) {
	const name = "\x1b[2Jworker"
	text := statusText(&campaign.Status{
		Tally:   &campaign.Tally{Total: big.NewInt(1), NumResults: 1, Slowest: campaign.Record{By: name, Elapsed: 1}, Alarms: []campaign.Alarm{{By: name}}},
		Workers: []campaign.WorkerStatus{{Name: name}},
	})
	if strings.Contains(text, "\x1b") || strings.Count(text, `\x1b[2Jworker`) != 3 {
		t.Errorf("%q", text)
	}
}

// TestFlags refuses flags that contradict each other.
func TestFlags(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ args, want string }{
		{"status --token x", "expected --server beside it"},
		{"status --server nats://x --store y", "choose one of --store and --server"},
		{"status --server nats://x --token x --nkey y", "choose one of --token, --nkey and --creds"},
		{"status --server nats://x --replicas 7", "expected a number from 1 to 5"},
		{"serve", "expected --listen"},
		{"serve --listen :0 --cert x", "expected both of --cert and --key"},
		{"serve --listen :0 --ca x", "is for clients"},
		{"serve --listen :0 x", "expected no arguments"},
		{"key", "expected a FILE"},
	} {
		expect(t, program(t, dir, strings.Fields(c.args)...), 2, c.want)
	}
	expect(t, program(t, dir, "status", "--server", "nats://127.0.0.1:1"), 1, "no server answers")
	expect(t, program(t, dir, "status", "--server", "nats://secret@127.0.0.1:1"), 1, "nats://127.0.0.1:1: no server answers")
	expect(t, program(t, dir, "serve", "--listen", "4222"), 1, "expected an address")
}
