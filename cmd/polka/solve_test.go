// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"polka/dlx"
	"polka/internal/command"
)

// searches are those that TestResume stops, with how many solutions they find.
// Engine links is slow enough for a few stops.
var searches = []struct{ name, engine, solutions string }{
	{"pent4x15", "bits", "1472"},
	{"scott", "links", "520"},
	{"pent2x3x10", "links", "96"},
	{"hexia6x6", "links", "624"},
	{"soma", "links", "11520"},
	{"K15_3", "links", "1401400"},
	{"langford12", "links", "216288"},
	{"xcc_macsub4x3", "links", "240352"},
	{"mcc_qdom7_4", "links", "86"},
	{"mcc_conway5", "bits", "27456"},
	{"queens12", "frontier", "14200"},
	{"domino16x16", "memo", "2444888770250892795802079170816"},
}

// TestResume stops searches at random moments, by SIGKILL, by an interrupt and
// by a time limit, resumes them from the token on disk, and compares the sum with the
// number of solutions; listings in the same way, line by line.
func TestResume(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program hundreds of times")
	}
	polka, err := exec.LookPath("polka")
	if err != nil {
		t.Fatal(err)
	}
	for n, c := range searches {
		for _, question := range []string{"--count", "--all"} {
			if question == "--all" && (n%3 != 0 || len(c.solutions) > 6 || c.engine == "frontier" || c.engine == "memo") {
				continue
			}
			t.Run(c.name+question, func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(n), 5))
				file, err := filepath.Abs(filepath.Join("..", "..", "dlx", "testdata", c.name+".dlx"))
				if err != nil {
					t.Fatal(err)
				}
				var out []byte
				token := filepath.Join(t.TempDir(), "token")
				for stops := 0; ; stops++ {
					args := []string{"solve", file, question, "--engine", c.engine, "--save", token, "--save-every", "1ms"}
					found := 0
					if text, err := os.ReadFile(token); err == nil {
						left, err := dlx.ParseToken(string(text))
						if err != nil {
							t.Fatalf("stop %d left a token that cannot be read: %v", stops, err)
						}
						args = append(args, "--resume", token)
						found = int(left.Found().Int64())
					} else if !errors.Is(err, fs.ErrNotExist) {
						t.Fatal(err)
					}
					if question == "--all" {
						out = head(out, found)
					} else {
						out = nil
					}
					how := (n + stops) % 3
					if stops == 3 {
						how = 3
					}
					text, over := stopped(t, r, how, polka, args)
					out = append(out, text...)
					if over {
						break
					}
				}
				if list, err := os.ReadDir(filepath.Dir(token)); err != nil || len(list) > 1 {
					t.Errorf("%v in the folder of the token; error %v", list, err)
				}
				if question == "--count" {
					if want := "solutions: " + c.solutions + "\n"; string(out) != want {
						t.Errorf("got %q, want %q", out, want)
					}
					return
				}
				want, over := stopped(t, r, 3, polka, []string{"solve", file, "--all", "--engine", c.engine})
				if !over || !bytes.Equal(out, want) {
					t.Errorf("%d lines, want %d, or in another order", bytes.Count(out, []byte("\n")), bytes.Count(want, []byte("\n")))
				}
			})
		}
	}
}

// head is the first lines of a text.
func head(text []byte, lines int) []byte {
	end := 0
	for range lines {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	return slices.Clip(text[:end])
}

// stopped runs a program and stops it after a while, in one of several ways. It
// returns what the program has printed, and whether it was done before.
func stopped(t *testing.T, r *rand.Rand, how int, program string, args []string) (out []byte, over bool) {
	t.Helper()
	moment := time.Duration(80+r.IntN(400)) * time.Millisecond
	if how == 2 {
		args = append(args, "--timeout", moment.String())
	}
	cmd := exec.Command(program, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if how < 2 {
		timer := time.AfterFunc(moment, func() {
			cmd.Process.Signal([]os.Signal{syscall.SIGKILL, os.Interrupt}[how])
		})
		defer timer.Stop()
	}
	err := cmd.Wait()
	status := command.Status(cmd.ProcessState.ExitCode())
	if how == 1 && status == -1 {
		status = command.Interrupted // it had not yet begun to listen
	}
	if want := []command.Status{-1, command.Interrupted, command.TimedOut, command.Done}[how]; status != want && status != command.Done {
		t.Fatalf("%v: %v\n%s", args, err, &stderr)
	}
	return stdout.Bytes(), status == command.Done
}

// TestBrokenToken resumes searches from tokens that were changed: an error says what
// is wrong, and nothing crashes.
func TestBrokenToken(t *testing.T) {
	polka, err := exec.LookPath("polka")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	problem, token := filepath.Join(dir, "p.dlx"), filepath.Join(dir, "token")
	if err := os.WriteFile(problem, []byte("a b c\na b\nc\na\nb c\nb\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	good := `{"polka token version":4,"search version":2,"problem":"%s","engine":"links","listing":%v,"core":"","found":"1",` +
		`"nodes":0,"updates":0,"cleansings":0,"profile":[],"open":[{"path":"0:2","weight":0.5,"times":0,"skip":0,"state":""}]}`
	save := filepath.Join(dir, "saved")
	if out, err := exec.Command(polka, "solve", problem, "--count", "--engine", "links", "--save", save).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(save)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), `"problem":"`)
	fingerprint, _, _ := strings.Cut(after, `"`)
	good = fmt.Sprintf(good, fingerprint, "%v")
	for _, c := range []struct{ token, want string }{
		{fmt.Sprintf(good, false), "solutions: 3"},
		{fmt.Sprintf(good, true), "the token is of a listing and cannot be resumed as a count"},
		{strings.Replace(fmt.Sprintf(good, false), fingerprint, "00", 1), "the token is of another problem"},
		{strings.Replace(fmt.Sprintf(good, false), "version\":4", "version\":2", 1), "token:1:24: expected polka token version 4, found 2; a search cannot be resumed by another version"},
		{strings.Replace(fmt.Sprintf(good, false), `"core":""`, `"core":"count"`, 1), "solutions: 3"},
		{strings.Replace(fmt.Sprintf(good, false), `"core":""`, `"core":"all"`, 1), `expected count or list for the core, or nothing, found "all"`},
		{strings.Replace(fmt.Sprintf(good, false), "0:2", "0:3", 1), "subproblem 1 of the token does not fit the problem"},
		{strings.Replace(fmt.Sprintf(good, false), "0:2", "7:2", 1), "subproblem 1 of the token does not fit the problem"},
		{strings.Replace(fmt.Sprintf(good, false), "0:2", "0:2 1:0", 1), "subproblem 1 of the token does not fit the problem"},
		{strings.Replace(fmt.Sprintf(good, false), "0:2", "zero", 1), `expected a step such as 3:17 or 3:-, found "zero"`},
		{strings.Replace(fmt.Sprintf(good, false), `"1"`, `"x"`, 1), `expected the number of solutions that were found, found "x"`},
		{strings.Replace(fmt.Sprintf(good, false), "0.5", "7", 1), "expected a weight from 0 to 1, found 7"},
		{strings.Replace(fmt.Sprintf(good, false), `"links"`, `"frontier"`, 1), "engine frontier cannot resume subproblems"},
		{"solutions: 3", "token:1:1: expected a token as JSON"},
	} {
		if whole, ok := strings.CutSuffix(c.token, "}"); ok {
			c.token = fmt.Sprintf(`%s,"sha256":"%x"}`, whole, sha256.Sum256([]byte(c.token)))
		}
		if err := os.WriteFile(token, []byte(c.token), 0o644); err != nil {
			t.Fatal(err)
		}
		out, _ := exec.Command(polka, "solve", problem, "--count", "--resume", token).CombinedOutput()
		if !strings.Contains(string(out), c.want) || bytes.Count(out, []byte("\n")) != 1 {
			t.Errorf("%s:\ngot %swant %s", c.token, out, c.want)
		}
	}
}

// TestListingIsFlushed checks that solutions have been written as soon as a token counts them.
func TestListingIsFlushed(t *testing.T) {
	polka, err := exec.LookPath("polka")
	if err != nil {
		t.Fatal(err)
	}
	token := filepath.Join(t.TempDir(), "token")
	cmd := exec.Command(polka, "solve", filepath.Join("..", "..", "dlx", "testdata", "domino12x12.dlx"), "--all", "--save", token, "--save-every", "1ms")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := 0
	var left dlx.Token
	in := bufio.NewScanner(out)
	for in.Scan() {
		lines++
		if text, err := os.ReadFile(token); lines%1000 == 0 && err == nil {
			if left, err = dlx.ParseToken(string(text)); err != nil {
				t.Error(err)
			}
			cmd.Process.Kill()
			break
		}
	}
	for in.Scan() {
		lines++
	}
	cmd.Wait()
	if found := left.Found().Int64(); found == 0 || int64(lines) < found {
		t.Errorf("%d lines were printed, and the token has %d", lines, found)
	}
}
