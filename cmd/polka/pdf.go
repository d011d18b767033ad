// SPDX-License-Identifier: BSD-3-Clause

// PDF files.
//
// A notebook is exported to a page, and a browser that is installed prints the page: Chromium,
// Chrome or Edge, which can do so without a window. This program has no layout engine of its own.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// browserEnv names the variable that has the path of the browser.
const browserEnv = "POLKA_BROWSER"

// printTimeout is the time after which a browser has failed.
const printTimeout = 3 * time.Minute

// errNoBrowser says what to do without a browser.
var errNoBrowser = errors.New("no Chromium, Chrome or Edge was found, one of which is needed to print; install one, set " + browserEnv +
	" to its path, or use --to html and print the page yourself")

// browser returns the path of a browser that prints.
func browser() (string, error) {
	if path := os.Getenv(browserEnv); path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("%s: %w", browserEnv, err)
		}
		return found, nil
	}
	candidates := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chromium-headless-shell", "microsoft-edge", "msedge"}
	switch runtime.GOOS {
	case "darwin":
		for _, name := range []string{"Google Chrome", "Chromium", "Microsoft Edge"} {
			candidates = append(candidates, "/Applications/"+name+".app/Contents/MacOS/"+name)
		}
	case "windows":
		for _, dir := range []string{os.Getenv("ProgramFiles"), os.Getenv("ProgramFiles(x86)"), os.Getenv("LocalAppData")} {
			if dir != "" {
				candidates = append(candidates, filepath.Join(dir, `Google\Chrome\Application\chrome.exe`), filepath.Join(dir, `Microsoft\Edge\Application\msedge.exe`))
			}
		}
	}
	for _, name := range candidates {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errNoBrowser
}

// printPDF makes a PDF file of a page.
func printPDF(ctx context.Context, page []byte) ([]byte, error) {
	program, err := browser()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "polka-pdf")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	source, target := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.pdf")
	if err := os.WriteFile(source, page, 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, printTimeout)
	defer cancel()
	args := []string{"--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--user-data-dir=" + filepath.Join(dir, "profile"),
		"--no-pdf-header-footer", "--print-to-pdf=" + target}
	if runtime.GOOS == "linux" && os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // Chromium does not start as root with its sandbox; the page runs only our scripts
	}
	command := exec.CommandContext(ctx, program, append(args, source)...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	command.WaitDelay = 5 * time.Second
	err = command.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s: %w", program, context.Cause(ctx))
	}
	file, readErr := os.ReadFile(target)
	if readErr != nil {
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		return nil, fmt.Errorf("%s made no PDF file (%v): %s", program, err, lines[len(lines)-1])
	}
	return file, nil
}
