// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"polka/shapes"
)

// The policy of a page allows its only script, and the title is escaped.
func TestAlbum(t *testing.T) {
	page := Animate([]Picture{Draw(shapes.Domino()), Draw(shapes.Rectangle(2, 2))}).Page("1 < 2")
	_, rest, _ := strings.Cut(page, "<script>")
	script, _, ok := strings.Cut(rest, "</script>")
	hash := sha256.Sum256([]byte(script))
	if !ok || !strings.Contains(page, "'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'") || strings.Count(page, "<script") != 1 {
		t.Error("the policy does not allow the script of the page")
	}
	if !strings.Contains(page, "<title>1 &lt; 2</title>") || strings.Count(page, `class="plk-frame"`) != 2 {
		t.Errorf("the title or the frames are wrong:\n%.500s", page)
	}
}
