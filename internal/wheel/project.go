// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"polka/internal/licenses"
	"polka/internal/origin"
	"polka/internal/pattern"
	"polka/internal/sibling"
)

// A project is the content of python/pyproject.toml.
type project struct {
	name, version, description, python, license string
	author, keywords                            string
	classifiers                                 []string
	requires                                    []string            // fields of METADATA: dependencies, and those of extras
	entries                                     map[string][]string // entry points by group
}

var (
	setting = pattern.New(`(?m)^([a-z-]+) = "([^"]*)"$`)
	lists   = pattern.New(`(?ms)^([a-z-]+) = \[(.*?)\]$`)
	quoted  = pattern.New(`"([^"]+)"`)
	author  = pattern.New(`\{name = "([^"]+)"\}`)
	group   = pattern.New(`(?ms)^\[project\.entry-points\."([^"]+)"\]\n(.*?)(?:\n\n|\z)`)
	extras  = pattern.New(`(?ms)^\[project\.optional-dependencies\]\n(.*?)(?:\n\n|\z)`)
)

func readProject(root fs.FS) (project, error) {
	text, err := fs.ReadFile(root, "python/pyproject.toml")
	if err != nil {
		return project{}, err
	}
	_, about, ok := strings.Cut(string(text), "[project]\n")
	if !ok {
		return project{}, errors.New("python/pyproject.toml has no table [project]")
	}
	settings := map[string]string{}
	table, _, _ := strings.Cut(about, "\n[project.")
	for _, m := range setting.FindAllStringSubmatch(table, -1) {
		settings[m[1]] = m[2]
	}
	p := project{name: settings["name"], version: settings["version"], description: settings["description"],
		python: settings["requires-python"], license: settings["license"], entries: map[string][]string{}}
	for _, m := range lists.FindAllStringSubmatch(table, -1) {
		switch m[1] {
		case "authors":
			if who := author.FindStringSubmatch(m[2]); who != nil {
				p.author = who[1]
			}
		case "keywords":
			p.keywords = strings.Join(texts(m[2]), ",")
		case "classifiers":
			p.classifiers = texts(m[2])
		case "dependencies":
			for _, d := range texts(m[2]) {
				p.requires = append(p.requires, "Requires-Dist: "+d)
			}
		}
	}
	if m := extras.FindStringSubmatch(about); m != nil {
		for _, e := range lists.FindAllStringSubmatch(m[1], -1) {
			p.requires = append(p.requires, "Provides-Extra: "+e[1])
			for _, d := range texts(e[2]) {
				p.requires = append(p.requires, fmt.Sprintf("Requires-Dist: %s; extra == %q", d, e[1]))
			}
		}
	}
	for _, m := range group.FindAllStringSubmatch(about, -1) {
		for _, e := range setting.FindAllStringSubmatch(m[2], -1) {
			p.entries[m[1]] = append(p.entries[m[1]], e[1]+" = "+e[2])
		}
	}
	if slices.Contains([]string{p.name, p.version, p.description, p.python, p.license, p.author, p.keywords}, "") || len(p.classifiers) == 0 {
		return p, fmt.Errorf("python/pyproject.toml: name, version, description, requires-python, license, authors, keywords or classifiers are missing: %+v", p)
	}
	return p, nil
}

// texts lists the quoted texts of a list.
func texts(list string) (all []string) {
	for _, m := range quoted.FindAllStringSubmatch(list, -1) {
		all = append(all, m[1])
	}
	return all
}

// metadata returns the file METADATA of a package: its fields and, after an empty line, its text.
func (p project) metadata(root fs.FS, name, summary string, requires, licenses []string, text string) ([]byte, error) {
	links, err := origin.Links(root)
	if err != nil {
		return nil, err
	}
	fields := []string{"Metadata-Version: 2.4", "Name: " + name, "Version: " + p.version, "Summary: " + summary,
		"Author: " + p.author, "Keywords: " + p.keywords, "License-Expression: " + p.license}
	for _, file := range licenses {
		fields = append(fields, "License-File: "+file)
	}
	fields = append(append(fields, "Requires-Python: "+p.python), requires...)
	for _, c := range p.classifiers {
		fields = append(fields, "Classifier: "+c)
	}
	for _, l := range links {
		fields = append(fields, "Project-URL: "+l.Label+", "+l.Address)
	}
	fields = append(fields, "Description-Content-Type: text/markdown", "", text)
	return []byte(strings.Join(fields, "\n")), nil
}

// campaign returns the wheel of polka-campaign for a system, and the name of its file.
func (p project) campaign(root fs.FS, system platform, program []byte) (name string, content []byte, err error) {
	suffix := ""
	if system.os == "windows" {
		suffix = ".exe"
	}
	license, err := fs.ReadFile(root, "LICENSE")
	if err != nil {
		return "", nil, err
	}
	metadata, err := p.metadata(root, sibling.Campaign, "Searches on many machines for Polka, a Jupyter kernel for Go",
		[]string{"Requires-Dist: " + p.name + "==" + p.version}, []string{"LICENSE", "THIRD-PARTY.txt"},
		"The program of the command `polka campaign`, which splits searches for tilings, exact covers and polyforms into parts.\n")
	if err != nil {
		return "", nil, err
	}
	base := strings.ReplaceAll(sibling.Campaign, "-", "_") + "-" + p.version
	info := base + ".dist-info/"
	return pack(base, system, []file{
		{base + ".data/scripts/" + sibling.Campaign + suffix, program, 0o755},
		{info + "METADATA", metadata, 0o644},
		{info + "licenses/LICENSE", license, 0o644},
		{info + "licenses/THIRD-PARTY.txt", []byte(licenses.Text), 0o644},
	})
}
