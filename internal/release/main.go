// SPDX-License-Identifier: BSD-3-Clause

// Release builds all packages of a version into a folder: wheels, the package for npm, archives,
// Debian and RPM packages, the files of Homebrew, Scoop, AUR, Nix, winget and conda, software bills
// of materials, and checksums.
//
//	go run ./internal/release -version 1.0.0               everything, in dist/release
//	go run ./internal/release -version 1.0.0 -host         for this system only
//	go run ./internal/release -version 1.0.0 -set          write the version into files
//	go run ./internal/release -version 1.0.0 -share DIR    what is in /usr/share/jupyter
//
// It publishes nothing. The same commit gives the same bytes, in any folder: no file has the date
// of the build, and the go command gets -trimpath. Wheels and the extension for browsers are built
// by internal/wheel and internal/lite, archives and packages by GoReleaser, bills of materials by
// cyclonedx-gomod.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"polka/install"
	"polka/internal/lab"
	"polka/internal/origin"
	"polka/internal/pattern"
)

// The tools that the go command builds and runs. They are no dependencies of this module.
const (
	goReleaser = "github.com/goreleaser/goreleaser/v2@v2.15.1"
	cycloneDX  = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"
)

func main() {
	output := flag.String("output", "dist/release", "write the packages to the directory `DIR`, which is emptied")
	version := flag.String("version", "", "version of the packages, such as 1.0.0")
	host := flag.Bool("host", false, "build for this system only")
	set := flag.Bool("set", false, "write the version into the files that have it, and build nothing")
	share := flag.String("share", "", "write the kernelspec and JupyterLab's extension to the directory `DIR`, and build nothing else")
	python := flag.String("python", "python3", "run Python with the packages of requirements-release.txt as `PROGRAM`")
	flag.Parse()
	var err error
	switch {
	case *share != "":
		err = writeShare(*share, *version)
	case *set:
		err = setVersion(".", *version)
	default:
		err = release{*output, *version, *python, *host}.build()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// A release is what is built.
type release struct {
	output, version, python string
	host                    bool
}

func (r release) build() error {
	if err := checkVersion(".", r.version); err != nil {
		return err
	}
	if err := os.RemoveAll(r.output); err != nil {
		return err
	}
	for _, step := range []func() error{r.wheels, r.browser, r.source, r.archives, r.bills, r.sums} {
		if err := step(); err != nil {
			return err
		}
	}
	fmt.Println(r.output)
	return nil
}

// run runs a command of the go command's environment without cgo, with more variables.
func run(env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}

// wheels builds the Python packages with the programs, for all systems in one folder.
func (r release) wheels() error {
	dir := filepath.Join(r.output, "python")
	for _, kind := range [][]string{nil, {"-campaign"}} {
		args := append([]string{"run", "./internal/wheel", "-output", dir, "-version", r.version, "-python", r.python}, kind...)
		if r.host {
			args = append(args, "-host")
		}
		if err := run(nil, "go", args...); err != nil {
			return err
		}
	}
	others, err := filepath.Glob(filepath.Join(dir, "other", "*"))
	if err != nil {
		return err
	}
	for _, file := range others {
		if err := os.Rename(file, filepath.Join(dir, filepath.Base(file))); err != nil {
			return err
		}
	}
	return os.RemoveAll(filepath.Join(dir, "other"))
}

// browser builds the kernel for JupyterLite, as a Python and an npm package.
func (r release) browser() error {
	dir := filepath.Join(r.output, "npm")
	if err := run(nil, "go", "run", "./internal/lite", "-output", dir, "-python", r.python); err != nil {
		return err
	}
	wheels, err := filepath.Glob(filepath.Join(dir, "*.whl"))
	if err != nil {
		return err
	}
	for _, file := range wheels {
		if err := os.Rename(file, filepath.Join(r.output, "python", filepath.Base(file))); err != nil {
			return err
		}
	}
	return nil
}

// source archives the files of the commit, and writes the recipe of conda, which builds them.
func (r release) source() error {
	file := filepath.Join(r.output, "polka-"+r.version+"-source.tar.gz")
	if err := run(nil, "git", "archive", "--format=tar.gz", "--prefix=polka-"+r.version+"/", "--output="+file, "HEAD"); err != nil {
		return err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	links, err := origin.Links(os.DirFS("."))
	if err != nil {
		return err
	}
	recipe := filepath.Join(r.output, "conda", "recipe.yaml")
	if err := os.MkdirAll(filepath.Dir(recipe), 0o777); err != nil {
		return err
	}
	return os.WriteFile(recipe, condaRecipe(r.version, links, sha256.Sum256(content)), 0o666)
}

// archives runs GoReleaser as for a release that is not published.
func (r release) archives() error {
	const config = ".goreleaser.yaml"
	file, skip := config, "docker" // building images needs a registry, and is left to the workflow
	if r.host {
		skip += ",scoop,winget" // these are about archives for Windows
		text, err := os.ReadFile(config)
		if err != nil {
			return err
		}
		if text, err = only(text, runtime.GOOS, runtime.GOARCH); err != nil {
			return err
		}
		file = filepath.Join("build", "goreleaser.yaml")
		if err := os.MkdirAll("build", 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	links, err := origin.Links(os.DirFS("."))
	if err != nil {
		return err
	}
	env := []string{"POLKA_VERSION=" + r.version, "GORELEASER_CURRENT_TAG=v" + r.version}
	if len(links) > 0 {
		if parts := strings.Split(links[0].Address, "/"); len(parts) > 4 {
			env = append(env, "GITHUB_REPOSITORY_OWNER="+parts[3])
		}
	}
	tool, err := toolPath(goReleaser)
	if err != nil {
		return err
	}
	// One build after the other: archives have the programs in the order in which builds end.
	if err := run(env, tool, "release", "--config", file, "--snapshot", "--clean", "--parallelism=1", "--skip="+skip); err != nil {
		return err
	}
	return collect("build/release", r.output)
}

// collect copies the files that GoReleaser makes for users and channels. Its lists of what it has
// done, which have dates, and its folders with programs stay where they are.
func collect(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		top, _, deep := strings.Cut(filepath.ToSlash(name), "/")
		if deep && !slices.Contains([]string{"homebrew", "scoop", "aur", "nix", "winget"}, top) ||
			!deep && !slices.Contains([]string{".gz", ".zip", ".deb", ".rpm"}, filepath.Ext(name)) {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o666)
	})
}

// only keeps one system in a configuration of GoReleaser.
func only(text []byte, system, processor string) ([]byte, error) {
	for _, line := range []struct{ key, value string }{{"goos", system}, {"goarch", processor}} {
		start := bytes.Index(text, []byte("    "+line.key+": ["))
		if start < 0 {
			return nil, fmt.Errorf("the configuration of GoReleaser has no list %s", line.key)
		}
		end := start + bytes.IndexByte(text[start:], '\n')
		text = slices.Concat(text[:start], []byte("    "+line.key+": ["+line.value+"]"), text[end:])
	}
	return text, nil
}

// bills writes what each program contains, as a bill of materials in the format of CycloneDX.
func (r release) bills() error {
	dir := filepath.Join(r.output, "sbom")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	tool, err := toolPath(cycloneDX)
	if err != nil {
		return err
	}
	for program, system := range map[string][]string{"polka": nil, "polka-campaign": nil, "lite": {"GOOS=js", "GOARCH=wasm"}} {
		file := filepath.Join(dir, program+".cdx.json")
		if err := run(system, tool, "app", "-json", "-licenses", "-assert-licenses", "-noserial", "-notimestamp", "-std",
			"-main", "cmd/"+program, "-output", file, "."); err != nil {
			return err
		}
	}
	return nil
}

// toolPath builds a tool for this system, which go run would build for the system of GOOS, and
// returns the path of the program.
func toolPath(tool string) (string, error) {
	dir, err := filepath.Abs(filepath.Join("build", "tools"))
	if err != nil {
		return "", err
	}
	if err := run([]string{"GOBIN=" + dir, "GOFLAGS="}, "go", "install", tool); err != nil {
		return "", err
	}
	path, _, _ := strings.Cut(tool, "@")
	name := filepath.Join(dir, command(path))
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return name, nil
}

// command returns the name of the program in the package with a path: its last element that is not
// a version.
func command(path string) string {
	before, last := filepath.Split(path)
	if major.MatchString(last) {
		last = filepath.Base(before)
	}
	return last
}

var major = pattern.New(`^v\d+$`)

// sums writes the checksums of all files, in the format of sha256sum.
func (r release) sums() error {
	var list bytes.Buffer
	err := filepath.WalkDir(r.output, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(r.output, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(content), filepath.ToSlash(name))
		return nil
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.output, "SHA256SUMS"), list.Bytes(), 0o666)
}

// writeShare writes what a package of a system has in /usr/share/jupyter: the kernelspec of
// /usr/bin/polka and the extension of JupyterLab.
func writeShare(dir, version string) error {
	if version == "" {
		return errors.New("expected -version")
	}
	spec, err := install.Files("/usr/bin/polka", version)
	if err != nil {
		return err
	}
	extension, err := lab.Files(version)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for folder, files := range map[string]map[string][]byte{"kernels/polka": spec, "labextensions/" + lab.Name: extension} {
		for name, content := range files {
			file := filepath.Join(dir, filepath.FromSlash(folder), filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				return err
			}
			if err := os.WriteFile(file, content, 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}
