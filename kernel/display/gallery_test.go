// SPDX-License-Identifier: BSD-3-Clause

package display

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
	"strings"
	"testing"

	_ "polka/kernel/display/picture"
)

// sized is a bundle with an SVG document and a PNG file with two pixels for one.
func sized(name string, width, height int) Bundle {
	im := image.NewPaletted(image.Rect(0, 0, 2*width, 2*height), color.Palette{color.RGBA{200, uint8(width), uint8(height), 255}})
	var file bytes.Buffer
	if err := png.Encode(&file, im); err != nil {
		panic(err)
	}
	return Bundle{Data: map[string][]byte{
		TextType: []byte(name),
		PNGType:  file.Bytes(),
		SVGType:  fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" aria-label="%s" width="%d" height="%d"/>`, name, width, height),
	}}
}

// Pictures that are files are one file side by side, and others HTML without inline SVG.
func TestRow(t *testing.T) {
	b := Row([]Bundle{sized("a &lt; b", 300, 40), sized("c", 400, 100), sized("d", 500, 10)}, "three")
	if types := fmt.Sprint(b.Types()); types != "[image/png image/svg+xml text/plain]" || b.Plain() != "three" {
		t.Errorf("three pictures side by side are %s, %q", types, b.Plain())
	}
	svg := string(b.Data[SVGType])
	for _, part := range []string{
		`aria-label="a &lt; b; c; d" width="712" height="122" viewBox="0 0 712 122"`, `<image x="0" y="60" width="300" height="40" href="data:image/svg+xml;base64,`,
		`<image x="312" y="0" width="400" height="100"`, `<image x="0" y="112" width="500" height="10"`,
	} {
		if !strings.Contains(svg, part) {
			t.Errorf("there is no %q in %s", part, svg)
		}
	}
	im, err := png.Decode(bytes.NewReader(b.Data[PNGType]))
	if err != nil {
		t.Fatal(err)
	}
	if size := im.Bounds().Size(); size != image.Pt(2*712, 2*122) || fmt.Sprint(b.Metadata) != "map[image/png:map[height:122 width:712]]" {
		t.Errorf("the PNG file has %v pixels, metadata %v", size, b.Metadata)
	}
	for at, want := range map[image.Point]color.RGBA{{10, 10}: {}, {10, 130}: {200, 300 % 256, 40, 255}, {630, 10}: {200, 400 % 256, 100, 255}, {10, 230}: {200, 500 % 256, 10, 255}} {
		if got := color.RGBAModel.Convert(im.At(at.X, at.Y)); got != want {
			t.Errorf("the color at %v is %v, want %v", at, got, want)
		}
	}

	without := sized("e", 30, 30)
	delete(without.Data, PNGType)
	shown := Bundle{Data: maps.Clone(without.Data)}
	shown.trusted()
	if types := fmt.Sprint(Row([]Bundle{without, shown}, "two").Types()); shown.Data[HTMLType] == nil || types != "[image/svg+xml text/html text/plain]" {
		t.Errorf("two SVG documents, one of them shown by HTML, are %s", types)
	}
	markup := sized("f", 30, 30)
	markup.Data[HTMLType] = []byte("<b>f</b>")
	unsized := Bundle{Data: map[string][]byte{SVGType: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`), TextType: []byte("g")}}
	for name, list := range map[string][]Bundle{"HTML": {sized("a", 3, 4), markup}, "no size": {sized("a", 3, 4), unsized}, "text": {Text("<1>"), sized("a", 3, 4)}} {
		b := Row(list, "two")
		page := string(b.Data[HTMLType])
		if strings.Contains(page, "<svg") || !strings.Contains(page, `src="data:image/svg+xml;base64,`) {
			t.Errorf("%s: %v, %s", name, b.Types(), page)
		}
	}
}

// Pictures that are only PNG files become an SVG and a PNG file too, also beside others.
func TestRowOfImages(t *testing.T) {
	bundle := func(width, height int, c color.Color) Bundle {
		im := image.NewNRGBA(image.Rect(0, 0, width, height))
		for i := range width * height {
			im.Set(i%width, i/width, c)
		}
		file, text := picturePNG(im)
		return Bundle{Data: map[string][]byte{PNGType: file, TextType: []byte(text)}}
	}
	red, blue := color.NRGBA{200, 0, 0, 255}, color.NRGBA{0, 0, 90, 128}
	images := []Bundle{bundle(30, 20, red), bundle(5, 7, blue)}
	for name, c := range map[string]struct {
		list   []Bundle
		pixels image.Point
		colors map[image.Point]color.NRGBA
	}{
		"images": {images, image.Pt(47, 20), map[image.Point]color.NRGBA{{0, 0}: red, {29, 19}: red, {30, 19}: {}, {42, 12}: {}, {42, 13}: blue, {46, 19}: blue}},
		"one drawn": {append(images[:2:2], sized("drawn", 10, 10)), image.Pt(138, 40),
			map[image.Point]color.NRGBA{{59, 39}: red, {60, 39}: {}, {84, 26}: blue, {93, 39}: blue, {118, 20}: {200, 10, 10, 255}}},
	} {
		b := Row(c.list, name)
		if types := fmt.Sprint(b.Types()); types != "[image/png image/svg+xml text/plain]" {
			t.Errorf("%s: %s", name, types)
			continue
		}
		if got := strings.Count(string(b.Data[SVGType]), `href="data:image/png;base64,`); got != 2 {
			t.Errorf("%s: %d images in %s", name, got, b.Data[SVGType])
		}
		im, err := png.Decode(bytes.NewReader(b.Data[PNGType]))
		if err != nil {
			t.Fatal(err)
		}
		if im.Bounds().Size() != c.pixels {
			t.Errorf("%s: %v pixels, want %v", name, im.Bounds(), c.pixels)
		}
		for at, want := range c.colors {
			if got := color.NRGBAModel.Convert(im.At(at.X, at.Y)); got != want {
				t.Errorf("%s: the color at %v is %v, want %v", name, at, got, want)
			}
		}
	}
	narrow := bundle(3, 3, red)
	narrow.Metadata = map[string]any{PNGType: map[string]any{"width": 1}}
	damaged := Bundle{Data: map[string][]byte{PNGType: []byte("no picture"), TextType: []byte("d")}}
	for name, b := range map[string]Bundle{"another size": narrow, "damaged": damaged} {
		if b := Row([]Bundle{images[0], b}, name); b.Data[HTMLType] == nil || b.Data[SVGType] != nil {
			t.Errorf("%s: %v", name, b.Types())
		}
	}
}

// A picture that the renderer knows comes complete, and is not asked for other parts.
func TestCompletePicture(t *testing.T) {
	known := sized("drawn", 3, 4)
	delete(known.Data, TextType)
	r := Renderer{Picture: func(v any) any {
		if _, ok := v.(page); ok {
			return known
		}
		return nil
	}}
	b := r.Render(page{})
	if types := b.Types(); !slices.Equal(types, []string{PNGType, SVGType, TextType}) || b.Plain() != "a page" {
		t.Errorf("%v, %q", types, b.Plain())
	}
	if _, ok := known.Data[TextType]; ok {
		t.Error("the picture of the renderer has changed")
	}
}

// A page would show itself as HTML.
type page struct{}

func (page) HTML() string   { return "<svg>inline</svg>" }
func (page) String() string { return "a page" }
