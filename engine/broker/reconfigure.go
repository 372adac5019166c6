package broker

import (
	"logarium/engine/config"
	"logarium/engine/event"
)

// Reconfigure gives all layers of the broker's configuration anew, and to each log its topic's overrides.
func (b *Broker) Reconfigure(h *Host, layers config.Broker, overrides func(topic string) config.Properties) {
	const threads = "num.recovery.threads.per.data.dir"
	restart := b.reconfigureCleaner(h, layers)
	if was, is := b.config.Int(threads), layers.Int(threads); was != is && b.running {
		b.emit(h, event.RecoveryThreadsResized{From: int(was), To: int(is)})
	}
	b.config = layers
	restart()
	for _, name := range inMapOrder(&b.futures) {
		l := b.edit(&b.futures, name)
		l.UpdateConfig(b.config.Log(overrides(l.Partition().Topic)))
	}
	for _, name := range inMapOrder(&b.logs) {
		b.reconfigureLog(h, name, overrides)
	}
}

func (b *Broker) reconfigureLog(h *Host, name string, overrides func(topic string) config.Properties) {
	l := b.Log(name)
	if producers := b.producers(); producers != l.Producers().Config() {
		b.edit(&b.logs, name).Producers().SetConfig(producers)
	}
	next := b.config.Log(overrides(l.Partition().Topic))
	if *next == *l.Config() {
		return
	}
	compacted := l.Config().Compact
	b.edit(&b.logs, name).UpdateConfig(next)
	if compacted && !next.Compact && b.running && b.config.Bool("log.cleaner.enable") {
		b.abortCleaning(h, name)
		b.emit(h, event.CleaningAborted{Partition: l.Partition()})
	}
}
