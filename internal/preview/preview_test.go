// SPDX-License-Identifier: BSD-3-Clause

package preview

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"polka/internal/link"
)

const (
	base = "https://example.org/polka/open.html"
	at   = "https://example.org/p/"
)

// stored returns the links of November 2026.
func stored(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../link/testdata/2026-11.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, address, found := strings.Cut(strings.TrimSpace(line), " "); found && !strings.HasPrefix(line, "//") {
			list[name] = address
		}
	}
	return list
}

// attributes returns the attributes of the elements of a page with a name.
func attributes(t *testing.T, page []byte, element string) (list []map[string]string) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == element {
			m := map[string]string{}
			for _, a := range n.Attr {
				m[a.Key] = a.Val
			}
			list = append(list, m)
		}
	}
	return list
}

// TestPages writes the page of each stored link: the tag has the link, the address of the picture
// is that of a PNG of the stated size, and the file for oEmbed names the page and the picture.
func TestPages(t *testing.T) {
	dir := t.TempDir()
	for name, fragment := range stored(t) {
		o := Options{Link: fragment, Base: base, At: at}
		file, err := Write(dir, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again, err := Write(dir, o); err != nil || again != file {
			t.Errorf("%s: the page is %s, then %s (%v)", name, file, again, err)
		}
		page, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if tags := attributes(t, page, "polka-link"); len(tags) != 1 || tags[0]["link"] != fragment {
			t.Errorf("%s: the page has not the link", name)
		}
		if links := attributes(t, page, "a"); len(links) != 1 || links[0]["href"] != base+fragment {
			t.Errorf("%s: a = %v", name, links)
		}
		if scripts := attributes(t, page, "script"); len(scripts) != 1 || scripts[0]["src"] != "https://example.org/polka/polka.js" {
			t.Errorf("%s: script = %v", name, scripts)
		}
		meta := map[string]string{}
		for _, m := range attributes(t, page, "meta") {
			meta[m["property"]] = m["content"]
		}
		stem := strings.TrimSuffix(file, ".html")
		if meta["og:url"] != at+file || meta["og:image"] != at+stem+".png" || meta["og:title"] == "" {
			t.Errorf("%s: meta = %v", name, meta)
		}
		picture, err := os.ReadFile(filepath.Join(dir, stem+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if c, err := png.DecodeConfig(bytes.NewReader(picture)); err != nil || fmt.Sprint(c.Width, c.Height) != meta["og:image:width"]+" "+meta["og:image:height"] {
			t.Errorf("%s: a picture of %dx%d (%v)", name, c.Width, c.Height, err)
		}
		text, err := os.ReadFile(filepath.Join(dir, stem+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var embed map[string]any
		if err := json.Unmarshal(text, &embed); err != nil || embed["thumbnail_url"] != at+stem+".png" || !strings.Contains(fmt.Sprint(embed["html"]), `src="`+at+file+`"`) {
			t.Errorf("%s: oEmbed %s (%v)", name, text, err)
		}
	}
}

// TestHostile checks that no part of a link becomes HTML or the name of a file elsewhere, and that
// nothing is loaded from its address.
func TestHostile(t *testing.T) {
	const evil = `../"><script>alert(1)</script><img src=x onerror=alert(1)>`
	for _, d := range []link.Document{
		{Kind: link.Cell, Title: evil, Source: evil + "</pre></polka-link>", Picture: `<svg onload="alert(1)"/>`},
		{Kind: link.Notebook, Title: evil, Data: link.Cells([]link.NotebookCell{{Type: "markdown", Source: evil}})},
	} {
		address, err := link.Encode("https://evil.example/open.html", d)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "pages")
		file, err := Write(dir, Options{Link: address, Base: base, At: at})
		if err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(page, []byte("evil.example")) {
			t.Errorf("the page has the address of the link")
		}
		if list := attributes(t, page, "script"); len(list) != 1 || list[0]["src"] != "https://example.org/polka/polka.js" {
			t.Errorf("scripts %v", list)
		}
		if list := attributes(t, page, "img"); len(list) != 1 || list[0]["onerror"] != "" {
			t.Errorf("pictures %v", list)
		}
		if list := attributes(t, page, "svg"); len(list) != 0 {
			t.Errorf("svg %v", list)
		}
		for _, m := range attributes(t, page, "meta") {
			if m["property"] == "og:title" && m["content"] != evil {
				t.Errorf("og:title is %q", m["content"])
			}
			if m["http-equiv"] != "" && !strings.Contains(m["content"], "default-src 'none'; ") {
				t.Errorf("the policy is %q", m["content"])
			}
		}
		var embed struct{ HTML string }
		text, err := os.ReadFile(filepath.Join(dir, strings.TrimSuffix(file, ".html")+".json"))
		if err := errors.Join(err, json.Unmarshal(text, &embed)); err != nil {
			t.Fatal(err)
		}
		if frames := attributes(t, []byte(embed.HTML), "iframe"); len(frames) != 1 || frames[0]["title"] != evil || len(attributes(t, []byte(embed.HTML), "script")) > 0 {
			t.Errorf("oEmbed %s", embed.HTML)
		}
	}
}

func TestMistakes(t *testing.T) {
	const cell = "#1.qlbKzsxLUbJSSk7NyVHSUSrOLy1KTlWyUjJT0FIwV6oFBAAA__8"
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Link: cell}, "expected the address of a page"},
		{Options{Link: cell, Base: "javascript:alert(1)"}, "expected an address with http or https"},
		{Options{Link: cell, Base: "https://example.org/open.html?x"}, "expected an address without ? and #"},
		{Options{Link: cell, Base: "https://example.org;script-src/open.html"}, "expected the name of a host"},
		{Options{Link: "open.html", Base: base}, "expected a #"},
		{Options{Link: "#1.x", Base: base}, "the end is missing"},
		{Options{Link: cell, Base: base, Picture: []byte("no picture")}, "the picture: png: invalid format"},
		{Options{Link: cell, Base: base, Picture: hugePNG}, "a picture of 100000 by 100000 pixels, expected at most 100 million"},
	} {
		if file, err := Write(t.TempDir(), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", file, err, c.want)
		}
	}
}

// hugePNG is the beginning of a PNG that states a size of 100000 by 100000 pixels.
var hugePNG = func() []byte {
	header := []byte("IHDR\x00\x01\x86\xa0\x00\x01\x86\xa0\x08\x00\x00\x00\x00")
	return binary.BigEndian.AppendUint32(append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), header...), crc32.ChecksumIEEE(header))
}()

// TestChanged draws the pictures of documents whose numbers have been changed.
func TestChanged(t *testing.T) {
	const seed = 39
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for name, fragment := range stored(t) {
		d, err := link.Decode(fragment)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			changed := d
			changed.Data, changed.State = digits(r, d.Data), digits(r, d.State)
			address, err := link.Encode("open.html", changed)
			if err != nil {
				continue // beyond a limit
			}
			again, err := link.Decode(address)
			if err != nil {
				t.Fatal(err)
			}
			if p, ok := picture(again); ok {
				if w, h := p.Size(); w <= 0 || h <= 0 {
					t.Errorf("%s: a picture of %dx%d", name, w, h)
				}
			}
		}
	}
}

// digits changes up to three digits.
func digits(r *rand.Rand, text json.RawMessage) json.RawMessage {
	text = bytes.Clone(text)
	for range r.IntN(4) {
		if i := r.IntN(len(text) + 1); i < len(text) && text[i] >= '0' && text[i] <= '9' {
			text[i] = '0' + byte(r.IntN(10))
		}
	}
	return text
}

func TestSlug(t *testing.T) {
	for title, want := range map[string]string{
		"00-tour, cell 3": "00-tour-cell-3", "Ω": "link", "../../etc/passwd": "etc-passwd", strings.Repeat("ab ", 30): "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-a",
	} {
		if got := slug(title); got != want {
			t.Errorf("slug(%q) = %q, expected %q", title, got, want)
		}
	}
}
