// SPDX-License-Identifier: BSD-3-Clause

// Site prepares the documentation site, which Sphinx then builds, and checks links. Called as
//
//	site -source DIR   write the pages for Sphinx: docs, notebooks, and the packages' documentation
//	site -links        check the links of all Markdown files and notebooks
//	site -built DIR    check the links and anchors of the pages that Sphinx has built
//
// Markdown files link to files of the repository, so that they can be read there too. Their links
// are translated for the site: files of docs are at its top, and a folder with a package is the
// page of its documentation.
//
// The documentation of packages is written by this program (api.go) since the anchors should be
// those of pkg.go.dev, the code should be highlighted as Go, and examples should be included with
// their output. The program gomarkdoc would bring modules for git, configuration and logging.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"polka/internal/plural"
)

func main() {
	log.SetFlags(0)
	source := flag.String("source", "", "write the pages for Sphinx to `DIR`")
	built := flag.String("built", "", "check the pages that Sphinx has built in `DIR`")
	links := flag.Bool("links", false, "check the links of the repository")
	flag.Parse()
	switch {
	case *links:
		report(checkRepository("."))
	case *built != "":
		report(checkBuilt(*built))
	case *source != "":
		if err := write(".", *source); err != nil {
			log.Fatal(err)
		}
	default:
		flag.Usage()
		os.Exit(2)
	}
}

// report prints what is wrong.
func report(wrong []string, err error) {
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range wrong {
		log.Print(w)
	}
	if len(wrong) > 0 {
		log.Fatal(plural.Count(len(wrong), "broken link"))
	}
}

// Pages outside docs.
var outside = map[string]string{
	"CHANGELOG.md":    "changelog.md",
	"CONTRIBUTING.md": "contributing.md",
}

// The menu of the site. Pages of docs that it does not list are added to the last part.
var menu = []struct {
	title string
	pages []string
}{
	{"Course", nil}, // the notebooks, in the order of docs/index.md
	{"Guides", []string{"teaching", "translating", "play", "trace", "debugger", "editors", "packages", "scripting", "campaigns", "hosts", "browser", "accessibility"}},
	{"Reference", []string{"dialect", "formats", "glossary", "heesch", "benchmarks"}},
	{"Packages", nil}, // their documentation
	{"Development", []string{"architecture", "dependencies", "contributing", "changelog"}},
}

// write writes the pages of the repository in root to the folder dir.
func write(root, dir string) error {
	pages := map[string][]byte{}
	read := func(name, page string) error {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		if path.Ext(name) == ".md" {
			text, err = translate(root, name, string(text))
		}
		pages[page] = text
		return err
	}
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		return err
	}
	pictures, err := filepath.Glob(filepath.Join(root, "docs", "pictures", "*"))
	if err != nil {
		return err
	}
	notebooks, err := filepath.Glob(filepath.Join(root, "notebooks", "*.ipynb"))
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, f := range slices.Concat(files, pictures, notebooks) {
		name, err := filepath.Rel(root, f)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		names[name] = strings.TrimPrefix(name, "docs/")
	}
	for name, page := range outside {
		names[name] = page
	}
	for name, page := range names {
		if err := read(name, page); err != nil {
			return err
		}
	}
	if pages["index.md"] == nil {
		return errors.New("docs/index.md is missing")
	}
	for _, p := range packages {
		if pages["api/"+p+".md"], err = apiPage(root, p); err != nil {
			return err
		}
	}
	if err := addTranslations(pages); err != nil {
		return err
	}
	pages["index.md"] = append(pages["index.md"], contents(pages)...)
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for page, text := range pages {
		file := filepath.Join(dir, filepath.FromSlash(page))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// contents returns the menu as directives of MyST.
func contents(pages map[string][]byte) string {
	var b strings.Builder
	listed := map[string]bool{"index": true}
	var all []string
	for page := range pages {
		if ext := path.Ext(page); ext == ".md" || ext == ".ipynb" {
			all = append(all, strings.TrimSuffix(page, ext))
		}
	}
	slices.Sort(all)
	below := func(folder string) (list []string) {
		for _, page := range all {
			if strings.HasPrefix(page, folder) {
				list = append(list, page)
			}
		}
		return list
	}
	for i, part := range menu {
		list := part.pages
		switch part.title {
		case "Course":
			place := func(page string) int { return strings.Index(string(pages["index.md"]), "("+page+".ipynb)") }
			list = below("notebooks/")
			list = slices.DeleteFunc(list, func(page string) bool { return strings.Count(page, "/") > 1 })
			slices.SortFunc(list, func(a, b string) int { return place(a) - place(b) })
			b.WriteString(toctree(part.title, list))
			b.WriteString(translatedMenu(all))
			continue
		case "Packages":
			for _, p := range packages {
				list = append(list, p+" <api/"+p+">")
			}
		}
		for _, page := range list {
			listed[page] = true
		}
		if i == len(menu)-1 {
			for _, page := range all {
				if !listed[page] && !strings.Contains(page, "/") {
					list = append(list, page)
				}
			}
		}
		b.WriteString(toctree(part.title, list))
	}
	return b.String()
}

// toctree returns a part of the menu.
func toctree(title string, pages []string) string {
	return fmt.Sprintf("\n```{toctree}\n:hidden:\n:maxdepth: 1\n:caption: %s\n\n%s\n```\n", title, strings.Join(pages, "\n"))
}

// translate translates the links of a Markdown file of the repository to pages of the site.
func translate(root, name, text string) ([]byte, error) {
	here, ok := pageOf(name)
	if !ok {
		return nil, fmt.Errorf("%s is not a page of the site", name)
	}
	var wrong []error
	out := eachLink(text, func(line int, destination string) string {
		target, fragment, relative := local(name, destination)
		if !relative || target == name {
			return destination
		}
		page, ok := pageOf(target)
		if !ok {
			wrong = append(wrong, fmt.Errorf("%s:%d: %s is not on the site", name, line, destination))
			return destination
		}
		rel, err := filepath.Rel(path.Dir(here), page)
		if err != nil {
			wrong = append(wrong, err)
		}
		return filepath.ToSlash(rel) + fragment
	})
	return []byte(out), errors.Join(wrong...)
}

// pageOf returns the page of the site for a file or folder of the repository.
func pageOf(name string) (page string, ok bool) {
	switch {
	case outside[name] != "":
		return outside[name], true
	case strings.HasPrefix(name, "notebooks/"):
		return name, true
	case slices.Contains(packages, name):
		return "api/" + name + ".md", true
	}
	return strings.CutPrefix(name, "docs/")
}
