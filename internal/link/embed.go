// SPDX-License-Identifier: BSD-3-Clause

package link

import (
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"strings"
	"sync"
)

// An Embedding describes a static page for other sites: for previews, as Open Graph (ogp.me) has
// them, and for frames with the page, as oEmbed (oembed.com, version 1.0) of the type "rich" has
// them. A page without a picture has no frame.
type Embedding struct {
	Title, About  string
	Page          string // its address
	File          string // the address of the file for oEmbed
	Picture, Alt  string // the address of a PNG, and what it shows
	Site          string // the address of the site
	Width, Height int    // of the frame, in pixels
	PictureWidth  int
	PictureHeight int
}

// largePicture is the width in pixels from which a picture is shown above the text of a preview,
// and not beside it.
const largePicture = 300

var head = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("head").Parse(`<link rel="canonical" href="{{.Page}}">
<meta property="og:type" content="website">
<meta property="og:title" content="{{.Title}}">
<meta property="og:description" content="{{.About}}">
<meta property="og:url" content="{{.Page}}">
{{- if .Picture}}
<meta property="og:image" content="{{.Picture}}">
<meta property="og:image:width" content="{{.PictureWidth}}">
<meta property="og:image:height" content="{{.PictureHeight}}">
<meta property="og:image:alt" content="{{.Alt}}">
<link rel="alternate" type="application/json+oembed" title="{{.Title}}" href="{{.File}}">
<meta name="twitter:card" content="{{if .Large}}summary_large_image{{else}}summary{{end}}">
{{- end}}`))
})

// Head returns the lines of the page's head.
func (e Embedding) Head() template.HTML {
	var b strings.Builder
	err := head().Execute(&b, struct {
		Embedding
		Large bool
	}{e, e.PictureWidth >= largePicture})
	if err != nil {
		panic("link: " + err.Error()) // strings and numbers
	}
	return template.HTML(b.String())
}

// JSON returns the text of the file for oEmbed. The frame can run scripts and keep what the page
// stores, as the page itself.
func (e Embedding) JSON() []byte {
	frame := fmt.Sprintf(`<iframe src="%s" title="%s" width="%d" height="%d" loading="lazy" style="border:0;max-width:100%%"></iframe>`,
		html.EscapeString(e.Page), html.EscapeString(e.Title), e.Width, e.Height)
	text, err := json.Marshal(struct {
		Type      string `json:"type"`
		Version   string `json:"version"`
		Title     string `json:"title"`
		Provider  string `json:"provider_name"`
		Site      string `json:"provider_url"`
		HTML      string `json:"html"`
		Width     int    `json:"width"`
		Height    int    `json:"height"`
		Picture   string `json:"thumbnail_url"`
		PicWidth  int    `json:"thumbnail_width"`
		PicHeight int    `json:"thumbnail_height"`
	}{"rich", "1.0", e.Title, "Polka", e.Site, frame, e.Width, e.Height, e.Picture, e.PictureWidth, e.PictureHeight})
	if err != nil {
		panic("link: " + err.Error()) // strings and numbers
	}
	return append(text, '\n')
}
