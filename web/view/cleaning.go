package view

import (
	"strconv"

	"logarium/engine/message"
)

// CleaningBlocks says whether the cleaner would take the log now, and why; nothing for a log that is not compacted.
func CleaningBlocks(c message.Cleaning) []Block {
	if c.Sentence == "" || c.Outcome == "not compacted" {
		return nil
	}
	end := unknown(c.Upper)
	if c.Limit != "" {
		end += ", " + c.Limit
	}
	b := Facts("Compaction", []Fact{
		{"dirty from offset", unknown(c.FirstDirty)},
		{"a pass would end at", end},
		{"clean", Bytes(c.CleanBytes)},
		{"dirty", Bytes(c.DirtyBytes)},
		{"dirty ratio", ratio(c.Ratio) + ", at least " + ratio(c.MinRatio) + " needed"},
	})
	b.Text = c.Sentence
	return []Block{b}
}

func ratio(r float64) string { return strconv.FormatFloat(r, 'f', 2, 64) }
