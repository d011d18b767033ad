// SPDX-License-Identifier: BSD-3-Clause

// Package preview writes a static page for a link of package link: a page with an address of its
// own, a picture and a description, from which other sites make previews, which they cannot do with
// a link itself, since the part of an address after the # is not sent to servers.
//
//	file, err := preview.Write("site", preview.Options{Link: address, Base: "https://example.org/polka/open.html"})
//
// The page shows the link with the tag polka-link, as open.html does: nothing runs before a click.
// Without scripts the picture and the code remain. Links may come from anybody, so no part of one
// becomes HTML, its stored picture is only used in an img element, and its address is not used,
// since the page runs a script from there.
package preview

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"polka/internal/link"
)

// The size of the frame that oEmbed gives to other sites, in pixels.
const frameWidth, frameHeight = 720, 720

// Options say what Write writes.
type Options struct {
	Link string // what is before its # is ignored

	// Base is the address of the page that opens links, such as open.html of a site. The page runs
	// the script polka.js beside it.
	Base string

	// At is the address of the folder, with a slash at its end. Without it, the page has no tags
	// and files for previews, which need whole addresses.
	At string

	Picture []byte // a PNG that shows what the link shows, or nil
}

//go:embed web/page.html
var pageText string

// page has what web/page.html needs.
type page struct {
	Title, About, Alt     string
	Head                  template.HTML // what other sites need, if the address of the folder is known
	Origin                string        // the source of scripts and frames, for the policy
	Code                  string
	Fragment              string
	Picture, Open, Script template.URL
}

// Write writes the page of a link and its files into a folder, and returns the name of the page.
// The same link gives the same name. A link that is damaged is an error, as is a base that is not
// an address with http or https, or relative.
func Write(dir string, o Options) (string, error) {
	d, err := link.Decode(o.Link)
	if err != nil {
		return "", err
	}
	_, fragment, _ := strings.Cut(o.Link, "#")
	address, err := url.Parse(o.Base)
	switch {
	case err != nil:
		return "", fmt.Errorf("preview: %w", err)
	case o.Base == "":
		return "", errors.New("preview: expected the address of a page that opens links")
	case strings.ContainsAny(o.Base, "?#"):
		return "", fmt.Errorf("preview: %s: expected an address without ? and #", o.Base)
	case address.Scheme != "" && address.Scheme != "http" && address.Scheme != "https":
		return "", fmt.Errorf("preview: %s: expected an address with http or https", o.Base)
	case strings.ContainsAny(address.Host, ";,'\"*"):
		return "", fmt.Errorf("preview: %s: expected the name of a host, got %s", o.Base, address.Host)
	}
	title := d.Title
	if title == "" {
		title = names[d.Kind]
	}
	sum := sha256.Sum256([]byte(fragment))
	name := fmt.Sprintf("%s-%x", slug(title), sum[:8]) // long enough that nobody makes a link with the name of another
	p := page{
		Title: title, About: about(d), Alt: "a picture of " + title, Origin: "'self'", Code: d.Source,
		Fragment: "#" + fragment, Open: template.URL(o.Base + "#" + fragment), Script: template.URL(o.Base[:strings.LastIndex(o.Base, "/")+1] + "polka.js"),
		Picture: template.URL(name + ".png"),
	}
	if address.Host != "" {
		p.Origin = address.Scheme + "://" + address.Host
	}
	png, err := card(d, title, o.Picture)
	if err != nil {
		return "", err
	}
	files := map[string][]byte{".png": png}
	if o.At != "" {
		at := o.At + name
		e := link.Embedding{Title: title, About: p.About, Page: at + ".html", File: at + ".json", Picture: at + ".png", Alt: p.Alt, Site: o.At,
			Width: frameWidth, Height: frameHeight, PictureWidth: cardWidth, PictureHeight: cardHeight}
		files[".json"] = e.JSON()
		p.Head = e.Head()
	}
	if d.Picture != "" {
		p.Picture = template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(d.Picture)))
	}
	frame, err := template.New("page").Parse(pageText)
	if err != nil {
		return "", fmt.Errorf("preview: page.html: %w", err)
	}
	var text bytes.Buffer
	if err := frame.Execute(&text, p); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	files[".html"] = text.Bytes()
	for end, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name+end), text, 0o666); err != nil {
			return "", err
		}
	}
	return name + ".html", nil
}

// names are the titles of documents without one.
var names = map[link.Kind]string{
	link.Cell: "a cell", link.Notebook: "a notebook", link.Puzzle: "a puzzle", link.Search: "a recorded search",
	link.Trace: "a trace", link.Shape: "a shape",
}

// about says what a reader can do with the page.
func about(d link.Document) string {
	switch d.Kind {
	case link.Puzzle:
		return "A puzzle to be solved by hand."
	case link.Shape:
		return "A shape."
	case link.Search:
		return "A recorded search, step by step."
	case link.Trace:
		return "The calls of a program, step by step."
	case link.Notebook:
		return "A notebook in Go that runs in the browser."
	}
	return "Go code that runs in the browser."
}

// slug makes a part of a file name of a title.
func slug(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 40 {
			break
		}
	}
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s
	}
	return "link"
}
