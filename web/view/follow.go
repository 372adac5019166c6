package view

import (
	"strconv"

	"logarium/web/words"
)

// life lists the stations of a record, from the producer to its deletion, each with the layer of the machine that it belongs to.
func (l *Lookup) life() Block {
	b := Block{Title: words.F("The life of record %1", Group(l.Follow.Offset)), Class: "step", Label: words.T("Stations"), Columns: "--cols:auto auto minmax(0,1fr)"}
	for i := range l.Follow.Stations {
		s := &l.Follow.Stations[i]
		when := words.T("now")
		if s.Time >= 0 {
			when = When(s.Time, l.Now)
		}
		r := Row{Class: "line probe", Act: "station:" + strconv.Itoa(i), Cells: []Cell{Say("mono", when), Say("layer", LayerWord(s.Layer)), Say("", words.Said(s.Text))}}
		if s.When == "ahead" {
			r.Class += " todo"
		}
		b.Rows = append(b.Rows, r)
	}
	return b
}

// Layers are the layers of the machine, from the client down.
func Layers() []string { return []string{"client", "broker", "log", "file", "disk"} }

// LayerWord names a layer.
func LayerWord(layer string) string {
	if layer == "" {
		return ""
	}
	return words.T(map[string]string{"client": "client", "broker": "broker|layer", "log": "log|layer", "file": "file|layer", "disk": "disk|layer"}[layer])
}
