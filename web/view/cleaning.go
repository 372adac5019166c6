package view

import (
	"strconv"

	"logarium/engine/message"
	"logarium/web/words"
)

// CleaningBlocks says whether the cleaner would take the log now, and why; nothing for a log that is not compacted.
func CleaningBlocks(c message.Cleaning) []Block {
	if c.Sentence == "" || c.Outcome == "not compacted" {
		return nil
	}
	end := unknown(c.Upper)
	if c.Limit != "" {
		end += ", " + words.Said(c.Limit)
	}
	b := Facts(words.T("Compaction"), []Fact{
		{words.T("dirty from offset"), unknown(c.FirstDirty), "dirty ratio"},
		{words.T("a pass would end at"), end, "compaction"},
		{words.T("clean"), Bytes(c.CleanBytes), ""},
		{words.T("dirty"), Bytes(c.DirtyBytes), ""},
		{words.T("dirty ratio"), words.F("%1, at least %2 needed", ratio(c.Ratio), ratio(c.MinRatio)), "dirty ratio"},
	})
	b.Text = words.Said(c.Sentence)
	return []Block{b}
}

func ratio(r float64) string { return strconv.FormatFloat(r, 'f', 2, 64) }
