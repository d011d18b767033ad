// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/manual"
)

// Every command has a page, and troff and mandoc have nothing to say against it where they are.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	var stderr strings.Builder
	if code := run([]string{"man", dir}, strings.NewReader(""), &strings.Builder{}, &stderr); code != command.Done {
		t.Fatalf("exit status %d: %s", code, stderr.String())
	}
	pages := 0
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		pages++
		name := manual.Name(c)
		text, err := os.ReadFile(filepath.Join(dir, name+".1"))
		if err != nil {
			t.Error(err)
			return
		}
		page := string(text)
		for _, part := range []string{".TH ", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n", ".SH OPTIONS\n", ".SH EXIT STATUS\n"} {
			if strings.Count(page, "\n"+strings.TrimSuffix(part, "\n")) != 1 && !strings.HasPrefix(page, part) {
				t.Errorf("%s: %q is not there once", name, part)
			}
		}
		for i, line := range strings.Split(page, "\n") {
			if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !strings.HasPrefix(line, ".TH ") && !strings.HasPrefix(line, ".SH ") &&
				line != ".TP" && line != ".PP" && line != ".nf" && line != ".fi" {
				t.Errorf("%s, line %d would be a request: %s", name, i+1, line)
			}
		}
		for _, below := range manual.Documented(c) {
			look(below)
		}
	}
	look(newRoot(nil))
	if list, _ := filepath.Glob(filepath.Join(dir, "*.1")); len(list) < pages || pages < 20 {
		t.Errorf("%d files for %d commands", len(list), pages)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.1"))
	for _, judge := range [][]string{{"groff", "-man", "-Tutf8", "-ww", "-z"}, {"mandoc", "-T", "lint", "-W", "warning"}} {
		if _, err := exec.LookPath(judge[0]); err != nil {
			continue
		}
		out, err := exec.Command(judge[0], append(judge[1:], files...)...).CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%.2000s", judge[0], err, out)
		}
	}
}

// The shells whose completions there are read them without a complaint where they are.
func TestCompletions(t *testing.T) {
	for shell, arguments := range map[string][]string{"bash": {"-n"}, "zsh": {"-n"}, "fish": {"--no-execute"}, "powershell": nil} {
		var script, stderr strings.Builder
		if code := run([]string{"completion", shell}, strings.NewReader(""), &script, &stderr); code != command.Done || !strings.Contains(script.String(), "polka") {
			t.Fatalf("%s: exit status %d: %s", shell, code, stderr.String())
		}
		path, err := exec.LookPath(shell)
		if err != nil || arguments == nil {
			continue
		}
		file := filepath.Join(t.TempDir(), "polka")
		if err := os.WriteFile(file, []byte(script.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(path, append(arguments, file)...).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", shell, err, out)
		}
	}
}
