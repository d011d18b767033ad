// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image/png"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// A console is the program at a pseudoterminal.
type console struct {
	t    *testing.T
	cmd  *exec.Cmd
	keys *os.File
	term vt10x.Terminal

	mu   sync.Mutex
	raw  bytes.Buffer  // all that the program has written
	news chan struct{} // holds something after it has written more
}

// openConsole starts polka with args at a terminal of 100 columns and 40 lines.
func openConsole(t *testing.T, data string, env []string, args ...string) *console {
	t.Helper()
	program, err := exec.LookPath("polka") // TestMain has put this program there
	if err != nil {
		t.Fatal(err)
	}
	c := &console{t: t, news: make(chan struct{}, 1)}
	c.cmd = exec.Command(program, args...)
	c.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "TMUX=", "TERM_PROGRAM=", "KITTY_WINDOW_ID=", "WT_SESSION=",
		"NO_COLOR=", "INPUTRC="+os.DevNull, "XDG_DATA_HOME="+data, "HOME="+data, "POLKA_HISTORY=")
	c.cmd.Env = append(c.cmd.Env, env...)
	if c.keys, err = pty.StartWithSize(c.cmd, &pty.Winsize{Rows: 40, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	c.term = vt10x.New(vt10x.WithSize(100, 40), vt10x.WithWriter(c.keys))
	go func() {
		part := make([]byte, 4096)
		for {
			n, err := c.keys.Read(part)
			c.mu.Lock()
			c.raw.Write(part[:n])
			c.mu.Unlock()
			c.term.Write(part[:n])
			select {
			case c.news <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		c.cmd.Process.Kill()
		c.cmd.Wait()
		c.keys.Close()
	})
	return c
}

// screen is the text of the terminal.
func (c *console) screen() string {
	c.term.Lock()
	defer c.term.Unlock()
	var lines []string
	for y := range 40 {
		var line strings.Builder
		for x := range 100 {
			if r := c.term.Cell(x, y).Char; r == 0 {
				line.WriteByte(' ')
			} else {
				line.WriteRune(r)
			}
		}
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// await waits until the screen matches a pattern, in which ^ and $ match the ends of lines.
func (c *console) await(pattern string) string {
	c.t.Helper()
	re := regexp.MustCompile("(?m)" + pattern)
	late := time.After(time.Minute)
	for {
		if s := c.screen(); re.MatchString(s) {
			return s
		}
		select {
		case <-c.news:
		case <-late:
			c.t.Fatalf("the screen does not match %s:\n%s", pattern, c.screen())
		}
	}
}

// insist presses keys, again each ten seconds, until a line of the screen matches.
func (c *console) insist(keys, pattern string) {
	c.t.Helper()
	re := regexp.MustCompile("(?m)" + pattern)
	for range 5 {
		c.types(keys)
		for again := time.After(10 * time.Second); again != nil; {
			if re.MatchString(c.screen()) {
				return
			}
			select {
			case <-c.news:
			case <-again:
				again = nil
			}
		}
	}
	c.await(pattern)
}

// types presses keys.
func (c *console) types(keys string) {
	c.t.Helper()
	if _, err := io.WriteString(c.keys, keys); err != nil {
		c.t.Fatal(err)
	}
}

// status waits for the end of the program and gives its exit status.
func (c *console) status() int {
	c.t.Helper()
	var exit *exec.ExitError
	if err := c.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		c.t.Fatal(err)
	}
	return c.cmd.ProcessState.ExitCode()
}

const (
	enter = "\r"
	ctrlC = "\x03"
	ctrlD = "\x04"
	up    = "\x1b[A"
)

// TestPrompt types at the prompt as a user would.
func TestPrompt(t *testing.T) {
	data := t.TempDir()
	c := openConsole(t, data, nil, "repl")
	c.await(`^1>$`)
	c.types("shapes.Pentom")
	c.insist("\t", `^Pentomino +-- \(letter string\) \(shapes\.Shape, error\)$`) // while the worker starts, there is nothing
	c.types("\x7f\x7f\x15")                                                      // delete, delete the line
	c.types("func square(n int) int {" + enter)
	c.await(`^1> func square\(n int\) int \{$`)
	c.types("return n*n" + enter + "}" + enter)
	c.await(`^   }$[\s\S]*^2>$`)
	c.types("square(12)" + enter)
	c.await(`^144$[\s\S]*^3>$`)

	// A picture is a box drawing.
	c.types("shapes.Pentominoes()[1]" + enter)
	c.await(`^4>$`)

	// Stop ends the cell and keeps the variables.
	c.types("kept := 42; fmt.Println(`begun`); for {}" + enter)
	c.await(`^begun$`)
	c.types(ctrlC)
	c.await(`Interrupted[\s\S]*^5>$`)
	c.types("kept+1" + enter)
	c.await(`^43$[\s\S]*^6>$`)

	// Errors have their place, and lose nothing.
	c.types("nope" + enter)
	c.await(`CompileError in cell 6, line 1: undefined: nope[\s\S]*^7>$`)

	// A cell can ask.
	c.types(`display.Input("name? ")` + enter)
	c.await(`^name\?$`)
	c.types("Solomon" + enter)
	c.await(`^"Solomon"$[\s\S]*^8>$`)

	// What a cell has left running prints above the line.
	c.types("more := make(chan int); go func() { <-more; fmt.Println(`from afar`) }()" + enter)
	c.await(`^9>$`)
	c.types("close(more)" + enter)
	c.await(`^from afar$[\s\S]*^10>$`)

	// Ctrl-C discards the line, and Ctrl-D ends.
	c.types("square(" + ctrlC)
	c.await(`^10> square\(\^?C?$[\s\S]*^10>$`)
	c.types(ctrlD)
	if got := c.status(); got != 0 {
		t.Errorf("exit status %d, expected 0", got)
	}

	// The next session has the history of this one.
	c = openConsole(t, data, nil, "repl", "--eval", "before := 5")
	c.await(`^2>$`)
	c.types(up + up)
	c.await(`^2> more := make`)
	c.types("\x15" + "before+1" + enter)
	c.await(`^6$[\s\S]*^3>$`)
	c.types("os.Exit(3)" + enter)
	if got := c.status(); got != 3 {
		t.Errorf("exit status %d, expected 3", got)
	}
}

// TestPromptImage checks that a picture is sent as a PNG file to terminals that can show one.
func TestPromptImage(t *testing.T) {
	c := openConsole(t, t.TempDir(), []string{"TERM=xterm-kitty"}, "repl")
	c.await(`^1>$`)
	c.types("shapes.Pentominoes()" + enter)
	c.await(`^2>$`)
	c.mu.Lock()
	defer c.mu.Unlock()
	pieces := regexp.MustCompile("\x1b_G([^;]*);([^\x1b]*)\x1b").FindAllSubmatch(c.raw.Bytes(), -1)
	if len(pieces) == 0 || !strings.HasPrefix(string(pieces[0][1]), "a=T,f=100") {
		t.Fatalf("no image was sent: %q", c.raw.Bytes())
	}
	var text []byte
	for _, p := range pieces {
		text = append(text, p[2]...)
	}
	file, err := base64.StdEncoding.DecodeString(string(text))
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X < 200 || size.Y < 100 {
		t.Errorf("the image has %v pixels, expected those of twelve pieces", size)
	}
}
