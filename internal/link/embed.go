// SPDX-License-Identifier: BSD-3-Clause

package link

import (
	"encoding/json"
	"fmt"
	"html"
)

// An Embedding describes a static page for other sites that show it: oEmbed (oembed.com, version
// 1.0) of the type "rich", whose HTML is a frame with the page.
type Embedding struct {
	Title         string
	Page, Picture string // addresses; the picture is a PNG
	Site          string // the address of the site
	Width, Height int    // of the frame, in pixels
	PictureWidth  int
	PictureHeight int
}

// JSON returns the text of the file to which the page has a link:
//
//	<link rel="alternate" type="application/json+oembed" href="...">
//
// The frame can run scripts and keep what the page stores, as the page itself.
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
