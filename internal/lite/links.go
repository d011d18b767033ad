// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"polka/internal/link"
	"polka/kernel/widget/host"
	"polka/play"
	"polka/render"
)

// openLinks writes the files for links and tags into the site, beside JupyterLite.
func openLinks(version, output string) error {
	read := func(names ...string) (text string, err error) {
		for _, name := range names {
			part, err := os.ReadFile(filepath.FromSlash(name))
			if err != nil {
				return "", err
			}
			text += string(part)
		}
		return text, nil
	}
	p := link.Parts{Elements: host.Elements(), Style: render.StyleSheet(), Version: version}
	for _, part := range []struct {
		to    *string
		names []string
	}{
		{&p.Shared, []string{"play/shared.js"}},
		{&p.Puzzle, []string{"play/exact.js", "play/space.js", "play/puzzle.js"}},
		{&p.Player, []string{"render/player.js"}},
		{&p.Stepper, []string{"render/stepper.js"}},
		{&p.Calls, []string{"render/calls.js"}},
		{&p.PlayStyle, []string{"play/play.css"}},
		{&p.PlayerStyle, []string{"render/player.css", "render/calls.css"}},
	} {
		var err error
		if *part.to, err = read(part.names...); err != nil {
			return err
		}
	}
	var err error
	if p.Cube, err = json.Marshal(play.Cubes()[0]); err != nil {
		return err
	}
	files, err := link.SiteFiles(p)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(output, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// offerLinks gives the widgets of a page of JupyterLite their buttons "copy link".
func offerLinks(page string) error {
	return beginHead(page, `    <meta name="polka-links" content="../open.html">`+"\n"+`    <script src="../polka-share.js" defer></script>`+"\n")
}
