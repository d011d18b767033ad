// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// full has every element and attribute that is read.
const full = `<?xml version="1.0"?>
<puzzle version="2">
  <gridType type="0"/>
  <colors>
    <color red="245" green="19" blue="64"/>
  </colors>
  <shapes>
    <voxel x="2" y="2" z="1" hx="1" hy="0" hz="0" weight="3" name="a &amp; é" type="0">#1_#+</voxel>
    <voxel x="2" y="1" z="1" type="0"/>
  </shapes>
  <problems>
    <problem name="one" state="2" assemblies="3" solutions="1" maxHoles="4" time="9">
      <shapes>
        <shape id="0" count="1"/>
        <shape id="1" min="0" max="2"><group group="1" count="2"/></shape>
        <shape id="1" min="0" max="2" group="3"/>
      </shapes>
      <result id="0"/>
      <bitmap>
        <pair piece="0" result="1"/>
      </bitmap>
      <solutions>
        <solution><assembly>0 0 0 0</assembly></solution>
      </solutions>
    </problem>
  </problems>
  <comment popup="">a &quot;comment&quot; &lt;&gt;
&apos;Götz&apos;</comment>
</puzzle>
`

// TestPlain changes a file at random. What is read without package xml is what it reads.
func TestPlain(t *testing.T) {
	const seed = 36
	random := rand.New(rand.NewPCG(seed, 1))
	parts := []string{"<shapes>", "</shapes>", "<solutions>", "</solutions>", "<result/>", "<result id=\"1\"></result>", "<b>", "</b>", "<pair/>",
		"<comment>", "x", "x=\"5\"", " id=\"7\"", " x=\"\"", " y=\" 2\"", " z=\"+2\"", " weight=\"08\"", " a:x=\"1\"", " a=\"<\"", "&lt;", "&amp;lt;", "&#64;", "&", "\uffff",
		"#", "_", "1", "\n", "\r\n", " ", "\t", ">", "<", "/", "\"", "'", "=", "<!---->", "<?a?>", "]]>", "\u00e9", "\x01", "-"}
	plain := 0
	for i := range 20_000 {
		text := full
		for range min(i, 1+random.IntN(2)) {
			from := random.IntN(len(text))
			if random.IntN(2) > 0 { // between tags, or between attributes
				from += max(0, strings.IndexByte(text[from:], []byte(" >")[random.IntN(2)])) + random.IntN(2)
			}
			from = min(from, len(text))
			to := min(from+random.IntN(2)*random.IntN(8), len(text))
			text = text[:from] + parts[random.IntN(len(parts))] + text[to:]
		}
		text = strings.ToValidUTF8(text, "") // as readText has it
		got, end, ok := plainElements([]byte(text))
		if !ok {
			if i == 0 {
				t.Fatal("the file is not plain")
			}
			continue
		}
		if begin := strings.Index(text, "<solutions>"); begin >= 0 && strings.Contains(text[begin:], "</solutions>") {
			inside, _, _ := strings.Cut(text[begin:], "</solutions>")
			rest := strings.Repeat("\n", strings.Count(inside, "\n")) // errors inside are not found
			text = strings.Replace(text, inside, "<solutions>"+rest, 1)
		}
		want, wantEnd, err := elements([]byte(text))
		if err != nil {
			t.Fatalf("seed %d: read although %v\n%s", seed, err, text)
		}
		for i := range want.Problems {
			want.Problems[i].Solved = nil
		}
		if !reflect.DeepEqual(got, want) || end != wantEnd && !strings.Contains(text, "<solutions>") {
			t.Fatalf("seed %d: read %+v, end %v, want %+v, %v\n%s", seed, got, end, want, wantEnd, text)
		}
		plain++
	}
	if plain < 1000 {
		t.Errorf("only %d files are plain", plain)
	}
}
