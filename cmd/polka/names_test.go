// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// TestNamesOnTerminal solves and makes problems whose names contain what a terminal would obey.
// On a terminal the names are escaped; a pipe gets them as they are.
func TestNamesOnTerminal(t *testing.T) {
	polka, err := exec.LookPath("polka")
	if err != nil {
		t.Fatal(err)
	}
	const red, csi, override = "\x1b[31m", "\u009b2J", "\u202e"
	name := "a" + red + csi + override
	file := filepath.Join(t.TempDir(), "names.dlx")
	pieces := filepath.Join(t.TempDir(), "pieces")
	box := filepath.Join(t.TempDir(), "box")
	for name, text := range map[string]string{
		file:   name + " b\n" + name + " b\n",
		pieces: "00 01\n" + name + "\n" + name + " 1 1 00 01\n",
		box:    "[0-0][0-1]\n" + name + " 00 01\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"solve", file}, {"solve", "--all", file},
		{"polyominoes", pieces}, {"polyiamonds", pieces}, {"polyomino-dlx", box},
	} {
		piped, err := exec.Command(polka, args...).Output()
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		terminal, err := pty.StartWithSize(exec.Command(polka, args...), &pty.Winsize{Rows: 40, Cols: 200})
		if err != nil {
			t.Fatal(err)
		}
		shown, _ := io.ReadAll(terminal) // ends with an error when the program has ended
		terminal.Close()
		if !bytes.Contains(piped, []byte(red)) {
			t.Errorf("%v: the pipe got %q", args, piped)
		}
		if bytes.Contains(shown, []byte(red)) || bytes.Contains(shown, []byte(csi)) || bytes.Contains(shown, []byte(override)) || !bytes.Contains(shown, []byte(`\x1b[31m`)) {
			t.Errorf("%v: the terminal got %q", args, shown)
		}
	}
	json, err := exec.Command(polka, "solve", "--json", file).Output()
	if want := `"a\u001b[31m\u009b2J\u202e b"`; err != nil || !strings.Contains(string(json), want) {
		t.Errorf("JSON is %q, %v; want %s in it", json, err, want)
	}
}
