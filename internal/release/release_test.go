// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"crypto/sha256"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"polka/internal/origin"
)

// All files of the repository have the same version, and a version is written into all of them.
func TestVersion(t *testing.T) {
	root := t.TempDir()
	for _, p := range places {
		text, err := os.ReadFile(filepath.Join("../..", p.file))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(root, p.file)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, places[0].file))
	if err != nil {
		t.Fatal(err)
	}
	if now := string(places[0].form.Regexp().FindSubmatch(text)[1]); checkVersion(root, now) != nil {
		t.Error(checkVersion(root, now))
	}
	if err := checkVersion(root, "31.4.15"); err == nil || !strings.Contains(err.Error(), "make version VERSION=31.4.15") {
		t.Errorf("a version that no file has gives the error %v", err)
	}
	if err := setVersion(root, "31.4.15"); err != nil {
		t.Fatal(err)
	}
	if err := checkVersion(root, "31.4.15"); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"", "1.0", "v1.0.0", "1.0.0-rc.1", "01.0.0", "1.0.0\n"} {
		if err := setVersion(root, bad); err == nil {
			t.Errorf("no error for the version %q", bad)
		}
	}
}

// The recipe names the archive of a release if the project is published, and otherwise the file.
func TestCondaRecipe(t *testing.T) {
	hash := sha256.Sum256([]byte("source"))
	links := []origin.Link{{Label: "Homepage", Address: "https://example.org/ann/polka"}, {Label: "Repository", Address: "https://example.org/ann/polka"}}
	for want, links := range map[string][]origin.Link{
		"\n  path: ../polka-1.2.3-source.tar.gz\n": nil,
		"\n  url: https://example.org/ann/polka/releases/download/v${{ version }}/polka-${{ version }}-source.tar.gz\n": links,
	} {
		if text := string(condaRecipe("1.2.3", links, hash)); !strings.Contains(text, want) || !strings.Contains(text, `version: "1.2.3"`) {
			t.Errorf("expected %s in\n%s", want, text)
		}
	}
}

// A configuration for one system is the configuration of the repository with shorter lists.
func TestOnly(t *testing.T) {
	text, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	one, err := only(text, "linux", "arm64")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(one, []byte("\n    goos: [linux]\n    goarch: [arm64]\n")) {
		t.Errorf("the configuration is\n%s", one)
	}
	if _, err := only([]byte("builds: []\n"), "linux", "arm64"); err == nil {
		t.Error("no error for a configuration without systems")
	}
}

// Users and channels get archives and the files of channels; programs and records of the run do not
// leave the folder.
func TestCollect(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, name := range []string{"polka_1.0.0_amd64.deb", "metadata.json", "config.yaml", "scoop/polka.json", "polka_linux_amd64_v1/polka"} {
		file := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := collect(from, to); err != nil {
		t.Fatal(err)
	}
	r := release{output: to}
	if err := r.sums(); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(to, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(sums)) {
		names = append(names, strings.Fields(line)[1])
	}
	if got := strings.Join(names, " "); got != "polka_1.0.0_amd64.deb scoop/polka.json" {
		t.Errorf("the release has %s", got)
	}
}

// The files in /usr/share/jupyter start the program in /usr/bin.
func TestShare(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "share")
	if err := writeShare(dir, "1.0.0"); err != nil {
		t.Fatal(err)
	}
	spec, err := os.ReadFile(filepath.Join(dir, "kernels/polka/kernel.json"))
	if err != nil || !bytes.Contains(spec, []byte(`"/usr/bin/polka"`)) {
		t.Errorf("the kernelspec is %s (%v)", spec, err)
	}
	if list, err := filepath.Glob(filepath.Join(dir, "labextensions/*/package.json")); err != nil || len(list) != 1 {
		t.Errorf("the extension has %q (%v)", list, err)
	}
}

// Two copies of the repository in folders with different names give the same program.
func TestReproducible(t *testing.T) {
	program := "./cmd/polka"
	if testing.Short() {
		program = "./internal/rename"
	}
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = "../.."
	names, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "another name")
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			continue // a file that is deleted, but not yet in a commit
		}
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var hashes [][sha256.Size]byte
	for _, dir := range []string{"../..", folder} {
		file := filepath.Join(t.TempDir(), "program")
		build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version=1.0.0", "-o", file, program)
		build.Dir = dir
		build.Env = append(build.Environ(), "CGO_ENABLED=0", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, sha256.Sum256(content))
	}
	if hashes[0] != hashes[1] {
		t.Error("the program differs in another folder")
	}
}

// The name of a tool's program is that of the go command.
func TestCommand(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/goreleaser/goreleaser/v2":                      "goreleaser",
		"github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod": "cyclonedx-gomod",
	} {
		if got := command(path); got != want {
			t.Errorf("the program of %s is %s, want %s", path, got, want)
		}
	}
}
