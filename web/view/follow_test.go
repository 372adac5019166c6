package view

import (
	"testing"

	"logarium/engine/message"
)

func TestLifeOfARecord(t *testing.T) {
	l := Lookup{Life: true, Asked: true, At: -1, Now: 5000, Follow: message.Follow{Offset: 2310, Stations: []message.Station{
		{Kind: "produce", Layer: "client", When: "past", Time: 1000, Text: "Sent by command 2: produce t"},
		{Kind: "batch", Layer: "file", When: "now", Time: -1, Text: "It lies there", Path: "a"},
		{Kind: "rename", Layer: "disk", When: "ahead", Time: 61000, Text: "Its files"}}}}
	blocks := l.Blocks()
	want := `(by offset)(by timestamp)(life)
2233 | Find
The life of record 2 310
00:00:01 | client | Sent by command 2: produce t
now | file | It lies there
00:01:01 | disk | Its files
`
	if got := written(blocks); got != want {
		t.Errorf("%s", got)
	}
	rows := blocks[1].Rows
	if rows[1].Act != "station:1" || rows[1].Class != "line probe" || rows[2].Class != "line probe todo" {
		t.Errorf("%+v", rows)
	}
	if o := blocks[0].Rows[0].Cells[0].Options[2]; !o.On || o.Value != "lookup-by:life" {
		t.Errorf("%+v", o)
	}
}
