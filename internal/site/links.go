// SPDX-License-Identifier: BSD-3-Clause

// Links in Markdown files and notebooks, and in built pages.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"polka/internal/pattern"
)

var (
	inline    = pattern.New(`(\x60+).*?[^\x60]\x60+|\]\(([^()\s]*)(?: "[^"]*")?\)|(?:src|href)="([^"]*)"`)
	fence     = pattern.New("^ {0,3}(```+|~~~+)")
	heading   = pattern.New(`^#{1,6} +(.*?) *#*$`)
	reference = pattern.New(`\[([^\]]*)\]\([^)]*\)`)
)

// eachLink calls f for each destination of a link or picture in a Markdown text, with the number of
// its line, and returns the text with the results of f as destinations. Code is skipped.
func eachLink(text string, f func(line int, destination string) string) string {
	var b strings.Builder
	number := 0
	for line, code := range outsideCode(text) {
		number++
		if code {
			b.WriteString(line)
			continue
		}
		at := 0
		for _, m := range inline.Regexp().FindAllStringSubmatchIndex(line, -1) {
			from, to := m[4], m[5]
			if from < 0 {
				from, to = m[6], m[7]
			}
			if from < 0 {
				continue // code
			}
			b.WriteString(line[at:from])
			b.WriteString(f(number, line[from:to]))
			at = to
		}
		b.WriteString(line[at:])
	}
	return b.String()
}

// outsideCode yields the lines of a Markdown text, and whether each belongs to fenced code.
func outsideCode(text string) func(yield func(line string, code bool) bool) {
	return func(yield func(string, bool) bool) {
		open := ""
		for line := range strings.Lines(text) {
			m := fence.FindStringSubmatch(line)
			code := open != "" || m != nil
			switch {
			case m == nil:
			case open == "":
				open = m[1]
			case strings.HasPrefix(m[1], open):
				open = ""
			}
			if !yield(line, code) {
				return
			}
		}
	}
}

// local returns the path in the repository of a relative destination in a file, and its fragment,
// with the #.
func local(name, destination string) (target, fragment string, ok bool) {
	u, err := url.Parse(destination)
	if err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(u.Path, "attachment:") {
		return "", "", false
	}
	if u.Fragment != "" {
		fragment = "#" + u.Fragment
	}
	if u.Path == "" {
		return name, fragment, true
	}
	return path.Join(path.Dir(name), u.Path), fragment, true
}

// slugs returns the anchors of the headings of a Markdown text, as GitHub makes them.
func slugs(text string) map[string]bool {
	found := map[string]bool{}
	for line, code := range outsideCode(text) {
		m := heading.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if code || m == nil {
			continue
		}
		title := reference.ReplaceAllString(m[1], "$1")
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, title)
		unique := slug
		for i := 1; found[unique]; i++ {
			unique = fmt.Sprintf("%s-%d", slug, i)
		}
		found[unique] = true
	}
	return found
}

// A text is a Markdown file or a Markdown cell of a notebook.
type text struct{ place, content string }

// texts returns the Markdown in a file.
func texts(root, name string) ([]text, error) {
	content, err := os.ReadFile(filepath.Join(root, name))
	if err != nil || path.Ext(name) == ".md" {
		return []text{{name, string(content)}}, err
	}
	var notebook struct {
		Cells []struct {
			Type   string   `json:"cell_type"`
			Source []string `json:"source"`
		}
	}
	if err := json.Unmarshal(content, &notebook); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var list []text
	for i, c := range notebook.Cells {
		if c.Type == "markdown" {
			list = append(list, text{fmt.Sprintf("%s: cell %d", name, i+1), strings.Join(c.Source, "")})
		}
	}
	return list, nil
}

// checkRepository checks that the links of all Markdown files and notebooks lead to files and
// headings of the repository. Links to other sites are not followed.
func checkRepository(root string) (wrong []string, err error) {
	out, err := exec.Command("git", "-C", root, "ls-files", "*.md", "*.ipynb").Output()
	if err != nil {
		return nil, err
	}
	for _, name := range strings.Fields(string(out)) {
		if strings.Contains(name, "testdata/") {
			continue
		}
		list, err := texts(root, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted, and not yet committed
		}
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			eachLink(t.content, func(line int, destination string) string {
				target, fragment, ok := local(name, destination)
				if !ok {
					return destination
				}
				if why := missing(root, target, strings.TrimPrefix(fragment, "#")); why != "" {
					wrong = append(wrong, fmt.Sprintf("%s:%d: %s: %s", t.place, line, destination, why))
				}
				return destination
			})
		}
	}
	return wrong, nil
}

// missing returns what is missing at a path in the repository, or "".
func missing(root, target, fragment string) string {
	if !filepath.IsLocal(target) {
		return "it is outside the repository"
	}
	if _, err := os.Stat(filepath.Join(root, target)); err != nil {
		return "there is no such file"
	}
	if fragment == "" {
		return ""
	}
	if ext := path.Ext(target); ext != ".md" && ext != ".ipynb" {
		return "only Markdown files and notebooks have headings"
	}
	list, err := texts(root, target)
	if err != nil {
		return err.Error()
	}
	var all strings.Builder
	for _, t := range list {
		all.WriteString(t.content + "\n")
	}
	if !slugs(all.String())[fragment] {
		return "there is no such heading"
	}
	return ""
}

// A page is a built page.
type page struct {
	ids   map[string]bool
	links []link
}

type link struct {
	line        int
	destination string
}

// checkBuilt checks that the links, pictures, scripts and style sheets of the HTML files in a
// folder are there, with their anchors.
func checkBuilt(dir string) (wrong []string, err error) {
	pages := map[string]*page{}
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".html" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		pages[filepath.ToSlash(name)] = parsePage(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	if pages["index.html"] == nil {
		return nil, fmt.Errorf("%s: there is no index.html", dir)
	}
	for name, p := range pages {
		for _, l := range p.links {
			target, fragment, ok := local(name, l.destination)
			if !ok {
				continue
			}
			why := ""
			if to := pages[target]; to != nil {
				if f := strings.TrimPrefix(fragment, "#"); f != "" && !to.ids[f] {
					why = "there is no such anchor"
				}
			} else if _, err := os.Stat(filepath.Join(dir, target)); err != nil || path.Ext(target) == "" {
				why = "there is no such page"
			}
			if why != "" {
				wrong = append(wrong, fmt.Sprintf("%s:%d: %s: %s", filepath.Join(dir, name), l.line, l.destination, why))
			}
		}
	}
	slices.Sort(wrong)
	return wrong, nil
}

// parsePage returns the anchors and links of a page.
func parsePage(text []byte) *page {
	p := &page{ids: map[string]bool{}}
	line := 1
	for z := html.NewTokenizer(bytes.NewReader(text)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return p
		}
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			for _, a := range z.Token().Attr {
				switch a.Key {
				case "id":
					p.ids[a.Val] = true
				case "href", "src":
					p.links = append(p.links, link{line, a.Val})
				}
			}
		}
		line += bytes.Count(z.Raw(), []byte("\n"))
	}
}
