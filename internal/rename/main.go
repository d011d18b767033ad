// SPDX-License-Identifier: BSD-3-Clause

// Rename changes the path of this module everywhere: in go.mod, in imports, in the texts and
// notebooks that mention packages, and in generated files. Run it by
//
//	make rename MODULE=example.org/you/polka
//
// to publish the repository under another path. The name of the program stays polka.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("rename: ")
	if len(os.Args) != 2 {
		log.Fatal("expected the new path of the module")
	}
	if err := run(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(to string) error {
	if err := module.CheckPath(to); err != nil {
		return err
	}
	text, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	mod, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return err
	}
	from := mod.Module.Mod.Path
	if err := mod.AddModuleStmt(to); err != nil {
		return err
	}
	if text, err = mod.Format(); err != nil {
		return err
	}
	files, err := output("git", "ls-files", "-z")
	if err != nil {
		return err
	}
	names := strings.Split(strings.TrimSuffix(files, "\x00"), "\x00")
	replace := replacer(from, to, folders(names))
	changed := 0
	var sources []string
	for _, name := range names {
		info, err := os.Lstat(name)
		if errors.Is(err, os.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if bytes.IndexByte(old, 0) >= 0 {
			continue // a picture, or a generated archive
		}
		if strings.HasSuffix(name, ".go") && !strings.Contains(name, "testdata/") {
			sources = append(sources, name)
		}
		if now := replace(old); !bytes.Equal(old, now) {
			if err := os.WriteFile(name, now, info.Mode().Perm()); err != nil {
				return err
			}
			changed++
		}
	}
	if err := os.WriteFile("go.mod", text, 0o666); err != nil {
		return err
	}
	fmt.Printf("module %s is now %s: %d files\n", from, to, changed+1)
	// The new path sorts differently among other imports.
	if _, err := output("gofmt", append([]string{"-w"}, sources...)...); err != nil {
		return err
	}
	if _, err := output("go", "generate", "./stdlib"); err != nil {
		return err
	}
	// The names of generated files have changed too.
	_, err = output("git", "add", "--all", "stdlib/internal/tables")
	return err
}

// folders lists the top-level folders of the module.
func folders(names []string) (list []string) {
	seen := make(map[string]bool)
	for _, name := range names {
		top, _, deep := strings.Cut(name, "/")
		if deep && path.Ext(name) == ".go" && !seen[top] {
			seen[top] = true
			list = append(list, top)
		}
	}
	return list
}

// replacer returns a function that replaces the path of the module in a text: in paths of packages,
// and where a text gives the path of the module itself.
func replacer(from, to string, folders []string) func([]byte) []byte {
	packages, module := mentions(from, folders), itself(from)
	return func(text []byte) []byte {
		text = packages.ReplaceAll(text, []byte("${1}"+to+"/$2"))
		return module.ReplaceAll(text, []byte("${1}"+to+"$2"))
	}
}

// itself matches the path of the module in flags of go mod edit, and where a document says what it
// is.
func itself(from string) *regexp.Regexp {
	return regexp.MustCompile("(-require=|-replace=|path of the module is `)" + regexp.QuoteMeta(from) + "([@=`])")
}

// mentions matches the import path of a package, or a quoted prefix of such paths, but not part of
// another path. The groups are the text around the path of the module.
func mentions(from string, folders []string) *regexp.Regexp {
	return regexp.MustCompile(`(^|[^A-Za-z0-9_./-])` + regexp.QuoteMeta(from) + `/((?:` + strings.Join(folders, "|") + `)\b|["` + "`" + `])`)
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}
