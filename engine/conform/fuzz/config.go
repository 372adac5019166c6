package fuzz

import "strconv"

// configure draws the settings of a round: small segments and indexes, so that everything happens soon.
func (g *Gen) configure() {
	g.cfg = map[string]any{}
	g.set("internal.segment.bytes", pick(g, 400, 700, 1000, 1500, 2500, 6000))
	g.set("index.interval.bytes", pick(g, 0, 60, 150, 400))
	g.set("segment.index.bytes", pick(g, 40, 96, 250, 1000))
	g.set("segment.ms", pick(g, 10000, 60000, 600000))
	g.set("retention.ms", pick(g, 20000, 120000, -1))
	g.set("retention.bytes", pick(g, -1, 3000, 5000))
	g.set("file.delete.delay.ms", pick(g, 0, 1000, 60000))
	g.cfg["message.timestamp.type"] = "CreateTime"
	if g.chance(15) {
		g.cfg["message.timestamp.type"] = "LogAppendTime"
	}
	if g.chance(20) {
		g.set("flush.messages", pick(g, 1, 5, 20))
	}
	if g.chance(25) {
		g.set("segment.jitter.ms", pick(g, 1000, 5000, 20000))
	}
	g.configureRarely()
	switch g.mix {
	case "compress":
		g.configureCompression()
	case "compact":
		g.configureCompaction()
	}
}

func (g *Gen) configureRarely() {
	if g.chance(12) {
		g.set("max.message.bytes", pick(g, 150, 300, 600))
	}
	if g.chance(12) {
		g.set("message.timestamp.after.max.ms", pick(g, 0, 1000, 100000000))
	}
	if g.chance(12) {
		g.set("message.timestamp.before.max.ms", pick(g, 0, 10000, 30000))
	}
	if g.chance(10) {
		g.cfg["preallocate"] = "true"
	}
	if g.chance(12) {
		g.cfg["cleanup.policy"] = pick(g, "compact", "compact,delete", "")
		g.set("delete.retention.ms", pick(g, 0, 5000, 30000))
	}
}

// configureCompression keeps away from everything that follows from the length of compressed bytes, which nobody promises.
func (g *Gen) configureCompression() {
	g.set("internal.segment.bytes", 1000000)
	g.set("index.interval.bytes", pick(g, 0, 10000000))
	g.set("segment.index.bytes", pick(g, 96, 1000))
	g.set("retention.bytes", -1)
	delete(g.cfg, "max.message.bytes")
	codec := pick(g, "gzip", "snappy", "lz4", "zstd", "uncompressed", "producer")
	g.cfg["compression.type"] = codec
	switch {
	case codec == "gzip" && g.chance(50):
		g.set("compression.gzip.level", pick(g, 1, 6, 9))
	case codec == "lz4" && g.chance(50):
		g.set("compression.lz4.level", pick(g, 1, 9, 17))
	case codec == "zstd" && g.chance(50):
		g.set("compression.zstd.level", pick(g, -7, 1, 3, 12))
	}
}

func (g *Gen) set(name string, value int) { g.cfg[name] = strconv.Itoa(value) }

// settings is a copy of the settings.
func (g *Gen) settings() map[string]any {
	c := map[string]any{}
	for k, v := range g.cfg {
		c[k] = v
	}
	return c
}

// changeConfig changes what may be changed while the log is open.
func (g *Gen) changeConfig() {
	if g.mix == "compress" {
		g.cfg["compression.type"] = pick(g, "gzip", "snappy", "lz4", "zstd", "uncompressed", "producer")
	} else {
		g.set("retention.bytes", pick(g, -1, 2000, 5000))
		g.set("index.interval.bytes", pick(g, 0, 60, 150, 400))
		g.set("internal.segment.bytes", pick(g, 300, 700, 1000, 1500, 2500))
	}
	g.set("retention.ms", pick(g, 5000, 20000, 120000, -1))
	if g.chance(30) {
		g.cfg["message.timestamp.type"] = pick(g, "CreateTime", "LogAppendTime")
	}
	if g.chance(30) {
		g.set("segment.ms", pick(g, 1000, 10000, 60000))
	}
	if g.chance(20) {
		g.set("segment.jitter.ms", pick(g, 0, 5000))
	}
	if g.chance(10) && g.mix != "compact" {
		g.cfg["cleanup.policy"] = pick(g, "compact", "delete", "compact,delete")
	}
	if g.chance(20) {
		g.set("flush.messages", pick(g, 1, 5, 1000))
	}
	g.do(op("updateConfig", "config", g.settings()))
}
