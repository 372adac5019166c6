package conform

import (
	"math"
	"path"
	"strconv"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/kerr"
)

// manager is a log manager: the engine's broker, of which only that part runs.
type manager struct {
	*Driver
	broker   *broker.Broker
	host     broker.Host
	random   broker.Random
	base     config.Properties // defaults of topic settings that no broker setting stands for
	topics   map[string]config.Properties
	auto     bool  // the cleaner's thread runs by itself
	flusher  bool  // kafka-log-flusher is scheduled
	flusherD int64 // when it was first due
	thrown   error // what the running task threw
}

func managerOperations() map[string]operation {
	on := func(run func(m *manager, op node) (any, error)) operation {
		return func(d *Driver, op node) (any, error) {
			if d.manager == nil {
				return nil, kerr.ErrIllegalState.With("no log manager")
			}
			return run(d.manager, op)
		}
	}
	return map[string]operation{
		"lmOpen": (*Driver).lmOpen, "lmStartup": on((*manager).startup), "lmShutdown": on((*manager).shutdown),
		"lmGetOrCreate": on((*manager).getOrCreate), "lmAsyncDelete": on((*manager).asyncDelete), "lmReplaceFuture": on((*manager).replaceFuture),
		"lmPauseCleaning": on((*manager).pauseCleaning), "lmResumeCleaning": on((*manager).resumeCleaning),
		"lmTruncateTo": on((*manager).truncateTo), "lmTruncateFully": on((*manager).truncateFully),
		"lmCheckpoint": on((*manager).checkpoint), "lmTopicConfig": on((*manager).topicConfig), "lmNextDirs": on((*manager).nextDirs),
		"lmReadCleanShutdownEpoch": on((*manager).readEpoch),
	}
}

// brokerSettings are the broker's settings for the members of lmOpen, and for those of its "cleaner".
var brokerSettings = map[string]string{
	"retentionCheckMs": "log.retention.check.interval.ms", "flushCheckMs": "log.flush.scheduler.interval.ms",
	"recoveryPointCheckpointMs": "log.flush.offset.checkpoint.interval.ms", "startOffsetCheckpointMs": "log.flush.start.offset.checkpoint.interval.ms",
	"initialTaskDelayMs": "log.initial.task.delay.ms", "maxTransactionTimeoutMs": "transaction.max.timeout.ms",
	"producerIdExpirationMs": "producer.id.expiration.ms", "producerIdExpirationCheckIntervalMs": "producer.id.expiration.check.interval.ms",
	"cleaner.threads": "log.cleaner.threads", "cleaner.dedupeBufferSize": "log.cleaner.dedupe.buffer.size",
	"cleaner.loadFactor": "log.cleaner.io.buffer.load.factor", "cleaner.ioBufferSize": "log.cleaner.io.buffer.size",
	"cleaner.maxMessageSize": "message.max.bytes", "cleaner.backoffMs": "log.cleaner.backoff.ms", "cleaner.enable": "log.cleaner.enable",
}

func (d *Driver) lmOpen(op node) (any, error) {
	if d.manager != nil {
		dir := d.manager.broker.Dirs()[0].Path
		return nil, kerr.New("KafkaException", "Failed to acquire lock on file .lock in %s. A Kafka instance in another process or thread is using this directory.", dir)
	}
	if len(op.list("dirs")) == 0 {
		return nil, kerr.ErrIllegalArgument // without a text, as from Java's pool of no threads
	}
	if op.has("now") {
		if _, err := d.setClock(op); err != nil {
			return nil, err
		}
	}
	m := &manager{Driver: d, topics: map[string]config.Properties{}, auto: op.flag("autoClean", true)}
	for _, topic := range sortedKeys(op.object("topics")) {
		m.topics[topic] = asProperties(op.object("topics").strings(topic))
	}
	static := m.settings(op).With("log.cleaner.dedupe.buffer.size", op.object("cleaner").str("dedupeBufferSize", "4194304"))
	m.broker = broker.New(broker.Options{ID: 1, Static: static, Machine: d.disk})
	m.host = broker.Host{Clock: &d.clock, Random: &m.random, Watch: m.watch}
	m.random.State = uint64(d.index) // names of directories differ between two managers
	d.manager, d.managed = m, true
	return none(m.broker.LogManager().Open(&m.host))
}

// settings are the static settings of the broker.
func (m *manager) settings(op node) config.Properties {
	var dirs []string
	for _, dir := range op.list("dirs") {
		name, _ := dir.(string)
		dirs = append(dirs, path.Join(root, name))
	}
	// The flusher's period is no default of flush.ms here.
	static := config.PropertiesOf("log.dirs", strings.Join(dirs, ","), "log.flush.interval.ms", strconv.FormatInt(math.MaxInt64, 10))
	for _, member := range sortedKeys(brokerSettings) {
		from, name := op, member
		if inner, ok := strings.CutPrefix(member, "cleaner."); ok {
			from, name = op.object("cleaner"), inner
		}
		if from.has(name) {
			static = static.With(brokerSettings[member], from.str(name, ""))
		}
	}
	defaults := op.strings("defaults")
	for _, name := range sortedKeys(defaults) {
		var synonyms []string
		if def, known := config.Topic(name); known {
			synonyms = strings.Fields(def.Synonyms)
		}
		if len(synonyms) > 0 {
			static = static.With(synonyms[0], defaults[name])
		} else {
			m.base = m.base.With(name, defaults[name])
		}
	}
	return static
}

func asProperties(given map[string]string) (p config.Properties) {
	for _, name := range sortedKeys(given) {
		p = p.With(name, given[name])
	}
	return p
}

// overrides are all settings of a topic that no broker setting gives.
func (m *manager) overrides(topic string) config.Properties {
	p := m.base
	for _, o := range m.topics[topic] {
		p = p.With(o.Name, o.Value)
	}
	return p
}

// watch takes the broker's events. The oracle runs no cleaner threads, and its topics have real defaults.
func (m *manager) watch(e event.Event) {
	switch x := e.(type) {
	case event.CleanerThread:
		return
	case event.LogCreated:
		x.Overrides = m.own(x)
		e = x
	case event.TaskFailed: // the oracle's scheduler tells it with the task
		m.thrown = x.Thrown
		return
	}
	if m.host.Thread == "" {
		m.emit(e)
		return
	}
	logged, ok := e.(event.Logged)
	if !ok {
		return
	}
	if l := logged.Line(); l.Level >= m.levels.of(l.Logger) {
		m.threads = append(m.threads, captured{Line: l, thread: m.host.Thread})
	}
}

// own leaves of a new log's overrides those that are its topic's.
func (m *manager) own(e event.LogCreated) (own []event.Property) {
	for _, p := range e.Overrides {
		if _, ok := m.topics[e.Topic].Get(p.Name); ok {
			own = append(own, p)
		}
	}
	return own
}

func (m *manager) startup(op node) (any, error) {
	if err := m.broker.LogManager().Startup(&m.host, m.overrides); err != nil {
		return nil, err
	}
	m.flusher, m.flusherD = true, m.clock.Now()+m.broker.Config().Int("log.initial.task.delay.ms")
	if !m.auto {
		for t := range m.clock.Tasks() {
			if strings.HasPrefix(t.Name, broker.TaskCleaner) {
				m.clock.Cancel(t.ID)
			}
		}
	}
	return none(nil)
}

func (m *manager) shutdown(op node) (any, error) {
	err := m.broker.LogManager().Shutdown(&m.host, op.num("brokerEpoch", -1))
	m.end()
	return none(err)
}

// end ends the process.
func (m *manager) end() {
	m.broker.Kill(&m.host)
	m.cancelAll()
	m.manager = nil
}

// name is the partition that the operation means, and whether its copy on the way to another directory.
func (m *manager) name() (name string, future bool) { return strings.CutSuffix(m.current, "@future") }

func (m *manager) getOrCreate(op node) (any, error) {
	name, _ := m.name()
	topic, number, err := partitionOf(name)
	if err != nil {
		return nil, err
	}
	if op.has("dir") {
		m.broker.LogManager().Prefer(name, m.path(op, "dir"))
	}
	r := broker.Replica{Topic: topic, Number: number, TopicID: op.str("topicId", ""), Overrides: m.overrides(topic)}
	l, err := m.broker.LogManager().GetOrCreate(&m.host, r, op.flag("isNew", false), op.flag("future", false))
	if err != nil {
		return nil, err
	}
	return map[string]any{"dir": m.norm(l.Dir())}, nil
}

func (m *manager) asyncDelete(op node) (any, error) {
	name, _ := m.name()
	dir, err := m.broker.LogManager().AsyncDelete(&m.host, name, op.flag("future", false), op.flag("stray", false))
	if dir == "" {
		return map[string]any{"dir": nil}, err
	}
	return map[string]any{"dir": m.norm(dir)}, err
}

func (m *manager) replaceFuture(node) (any, error) {
	name, _ := m.name()
	return none(m.broker.LogManager().ReplaceCurrentWithFuture(&m.host, name))
}

func (m *manager) pauseCleaning(node) (any, error) {
	name, _ := m.name()
	m.broker.LogManager().PauseCleaning(&m.host, name)
	return none(nil)
}

func (m *manager) resumeCleaning(node) (any, error) {
	name, _ := m.name()
	return none(m.broker.LogManager().ResumeCleaning(&m.host, name))
}

func (m *manager) truncateTo(op node) (any, error) {
	name, _ := m.name()
	return none(m.broker.LogManager().TruncateTo(&m.host, name, op.num("offset", 0), op.flag("future", false)))
}

func (m *manager) truncateFully(op node) (any, error) {
	name, _ := m.name()
	return none(m.broker.LogManager().TruncateFully(&m.host, name, op.num("offset", 0), op.num("logStartOffset", -1), op.flag("future", false)))
}

func (m *manager) checkpoint(node) (any, error) {
	m.broker.LogManager().Checkpoint(&m.host)
	return none(nil)
}

func (m *manager) topicConfig(op node) (any, error) {
	m.topics[op.str("topic", "")] = asProperties(op.strings("config"))
	m.broker.Reconfigure(&m.host, m.broker.Config(), m.overrides)
	return none(nil)
}

func (m *manager) nextDirs(node) (any, error) {
	dirs := []any{}
	for _, d := range m.broker.LogManager().NextDirs() {
		dirs = append(dirs, m.norm(d))
	}
	return map[string]any{"dirs": dirs}, nil
}

func (m *manager) readEpoch(node) (any, error) {
	epoch, ok := m.broker.LogManager().ReadCleanShutdownEpoch(&m.host)
	if !ok {
		return map[string]any{"brokerEpoch": nil}, nil
	}
	return map[string]any{"brokerEpoch": epoch}, nil
}
