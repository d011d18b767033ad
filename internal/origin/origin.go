// SPDX-License-Identifier: BSD-3-Clause

// Package origin says where the repository is published: at the path of its module. So the tools
// that write packages have one place for addresses, which make rename changes.
package origin

import (
	"errors"
	"io/fs"
	"strings"

	"golang.org/x/mod/modfile"
)

// A Link is a page about the project.
type Link struct {
	Label, Address string
}

// Links returns the pages about the project whose root folder is given: home page, repository, list
// of changes, issues. The list is empty if the path of the module is not an address, such as
// "polka", because the project is then not published anywhere.
func Links(root fs.FS) ([]Link, error) {
	text, err := fs.ReadFile(root, "go.mod")
	if err != nil {
		return nil, err
	}
	path := modfile.ModulePath(text)
	if path == "" {
		return nil, errors.New("go.mod: expected a line with the path of the module")
	}
	host, _, _ := strings.Cut(path, "/")
	if !strings.Contains(host, ".") {
		return nil, nil
	}
	home := "https://" + path
	return []Link{
		{"Homepage", home},
		{"Repository", home},
		{"Changelog", home + "/blob/main/CHANGELOG.md"},
		{"Issues", home + "/issues"},
	}, nil
}
