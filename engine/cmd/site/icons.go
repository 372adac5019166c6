package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"path/filepath"
	"strconv"
)

// bar is a rectangle of the icon in units of its 32 by 32 grid. Its colour is a place in the palette.
type bar struct {
	x, y, w, h float64
	colour     uint8
}

// bars are static/icon.svg: two segments, the active one, and its room as dashes.
func bars() []bar {
	all := []bar{{4, 9, 9, 14, 1}, {15, 9, 6, 14, 1}, {23, 9, 3, 14, 2}, {26.5, 9, 1.5, 1, 2}, {26.5, 22, 1.5, 1, 2}}
	for y := 10.5; y < 22; y += 4 {
		all = append(all, bar{28.5, y, 1, 2, 2})
	}
	return all
}

// writeIcons draws the icon for systems that do not take the SVG. Everything lies in the middle, as some cut away the border.
func writeIcons(dist string) error {
	for _, size := range []int{192, 512} {
		var data bytes.Buffer
		if err := png.Encode(&data, icon(size)); err != nil {
			return err
		}
		if err := copyFile(filepath.Join(dist, "icon-"+strconv.Itoa(size)+".png"), data.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func icon(size int) image.Image {
	palette := color.Palette{color.RGBA{0x17, 0x26, 0x2b, 0xff}, color.RGBA{0x7d, 0x8f, 0x94, 0xff}, color.RGBA{0x2b, 0xb3, 0xa3, 0xff}}
	im := image.NewPaletted(image.Rect(0, 0, size, size), palette)
	at := func(v float64) int { return int(math.Round(float64(size) * (.1 + v/32*.8))) }
	for _, b := range bars() {
		draw.Draw(im, image.Rect(at(b.x), at(b.y), at(b.x+b.w), at(b.y+b.h)), image.NewUniform(palette[b.colour]), image.Point{}, draw.Src)
	}
	return im
}
