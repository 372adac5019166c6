package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

// rowsOf are the texts of a block's cells, a line for each row.
func rowsOf(b Block) string {
	var out []string
	for _, r := range b.Rows {
		for _, c := range r.Cells {
			out = append(out, c.Text+" ["+c.Act+"]")
		}
	}
	return strings.Join(out, "\n")
}

func TestConfigWithoutATopicOffersAChoice(t *testing.T) {
	none := Config{NoTopic: true}
	if got := rowsOf(none.Blocks()[0]); got != "Create the topic orders [run:kafka-topics --create --topic orders]\nSettings of the broker [config-of:broker]" {
		t.Error(got)
	}
	some := Config{NoTopic: true, Topics: []string{"a", "b"}}
	if got := rowsOf(some.Blocks()[0]); got != "Topic a [config-topic:a]\nTopic b [config-topic:b]\nSettings of the broker [config-of:broker]" {
		t.Error(got)
	}
	broker := Config{NoTopic: true, Broker: true}
	if got := broker.Blocks()[0]; got.Title != "" {
		t.Errorf("the broker's settings need no topic: %+v", got)
	}
}

// TestSmallSegmentsAreExplained: wherever Kafka's internal setting shows, a sentence says what it is for.
func TestSmallSegmentsAreExplained(t *testing.T) {
	s := message.Setting{Name: "internal.segment.bytes", Value: "16384", Unit: "bytes", Source: "DYNAMIC_TOPIC_CONFIG"}
	said := func(c Config) bool {
		for _, b := range c.Blocks() {
			if strings.HasPrefix(b.Text, "Segments hold 16"+nb+"KiB here") {
				return true
			}
		}
		return false
	}
	if !said(Config{Settings: []message.Setting{s}, N: 9}) {
		t.Error("Config does not say why")
	}
	s.Source = "DEFAULT_CONFIG"
	if said(Config{Settings: []message.Setting{s}, N: 9}) {
		t.Error("Config explains what nobody has set")
	}
	rows := JournalRows(message.Journal{Commands: []message.Command{{N: 1, Line: "kafka-topics --create --topic t --config internal.segment.bytes=16384"}, {N: 2, Line: "clock advance 1s"}}})
	if n := len(rows[0].Parts); n != 2 || !strings.Contains(rows[0].Parts[1].Text, "below 1 MiB") || len(rows[1].Parts) != 1 {
		t.Errorf("%+v", rows)
	}
}

func TestAnIndexEntrySaysWhoseOffsetItHas(t *testing.T) {
	entry := message.Field{Name: "entry", Children: []message.Field{{Name: "relativeOffset", Value: "61", Note: "2149 + 61 = offset 2210"},
		{Name: "position", Value: "4118", Link: &message.Link{Text: "offsets 2204–2210, 7 records, none"}}}}
	sum, mean, batch := EntryMeaning(&entry)
	if sum != "2"+Narrow+"149 + 61 = " || mean != "offset 2"+Narrow+"210, position 4"+Narrow+"118" || !strings.HasPrefix(batch, "offsets 2"+Narrow+"204–2"+Narrow+"210") {
		t.Errorf("%q %q %q", sum, mean, batch)
	}
	tree := FieldTree{Item: entry, Limit: 9}
	if rows := tree.Rows(); rows[1].Kind != "note" || rows[1].Name != "the last offset of the batch at this position" {
		t.Errorf("%+v", rows)
	}
}
