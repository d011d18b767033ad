// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// Page returns a complete HTML page that shows the pictures of the animation one at a time, with
// buttons for the next and the previous one, a slider, and keys: a file to open in a browser, which
// needs neither a server nor a network. Print and browsers without scripts show a strip of
// pictures. The page is as large as the pictures together, a few kilobytes each.
func (f Animation) Page(title string) string {
	script := played(animationScript)
	hash := sha256.Sum256([]byte(script))
	return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; ` +
		fmt.Sprintf("img-src data:; style-src 'unsafe-inline'; script-src 'sha256-%s'\">\n", base64.StdEncoding.EncodeToString(hash[:])) +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n" +
		"<meta name=\"generator\" content=\"Polka\">\n<title>" + escape(title) + "</title>\n" +
		"<style>body { font-family: system-ui, sans-serif; margin: 1rem auto; max-width: 60rem; padding: 0 1rem; } h1 { font-size: 1.2rem; }</style>\n" +
		"</head>\n<body>\n<h1>" + escape(title) + "</h1>\n" + f.HTML() + "</body>\n</html>\n"
}
