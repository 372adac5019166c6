package words

import "testing"

// TestEventsAreWorded: our own sentences are translated with their numbers, lines of Kafka's never, not even in part.
func TestEventsAreWorded(t *testing.T) {
	speak(t, "zh")
	for _, c := range [][4]string{
		{"append", "7 records at offset 2304, 502 B at position 4505", "追加", "偏移量 2304，7 条消息，502 B，位置 4505"},
		{"append", "1 record at offset 0, 70 B at position 0", "追加", "偏移量 0，1 条消息，70 B，位置 0"},
		{"index-entry", "offset 2310 at position 4505", "索引条目", "偏移量 2310 → 位置 4505"},
		{"time-index-entry", "timestamp 1772445830300 at offset 2310", "时间索引条目", "时间戳 1772445830300 → 偏移量 2310"},
		{"validate", "bytes 98, log end offset 7", "校验批次", "98 字节，日志末端偏移量 7"},
		{"assign", "offset 10 to 12", "分配偏移量", "偏移量 10 至 12"},
		{"roll-test", "segment bytes 16025 of 16384", "是否该滚动", "日志段字节数 16025 / 16384"},
		{"flush-test", "unflushed messages 3 of 10", "是否该刷盘", "未刷盘消息 3 / 10"},
		{"log-end", "log end offset 13, recovery point 0", "日志末端", "日志末端偏移量 13，恢复点 0"},
		{"rename", "/d/orders-0/00000000000000000000.log.deleted", "改名 .deleted", "/d/orders-0/00000000000000000000.log.deleted"},
		{"roll", "[LocalLog partition=orders-0, dir=/d] Rolled new log segment at offset 4 in 0 ms.", "滚动", "[LocalLog partition=orders-0, dir=/d] Rolled new log segment at offset 4 in 0 ms."},
		{"fetchers", "handles 3 entries", "拉取分区变更", "handles 3 entries"},
	} {
		if kind, text := Event(c[0], c[1]); kind != c[2] || text != c[3] {
			t.Errorf("%s %q: %s %q", c[0], c[1], kind, text)
		}
	}
	Set("en")
	if kind, text := Event("append", "1 record"); kind != "append" || text != "1 record" {
		t.Error(kind, text)
	}
}
