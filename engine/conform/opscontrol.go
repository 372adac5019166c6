package conform

import (
	"slices"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/controller"
	"logarium/engine/kerr"
	"logarium/engine/metadata"
)

// publish applies records and tells all brokers that listen.
func (c *simCluster) publish(records []controller.Record) []any {
	c.controller.Replay(c.env(), records)
	c.deliverAll()
	return recordTexts(records)
}

func recordTexts(records []controller.Record) []any {
	texts := []any{}
	for _, r := range records {
		texts = append(texts, sortSets(r.String()))
	}
	return texts
}

func (c *simCluster) deliverAll() {
	for _, b := range c.brokers {
		c.deliver(b)
	}
}

// deliver brings a broker's metadata up to date, in the order of BrokerMetadataPublisher: logs are loaded with the first, then
// come the replicas, then the settings of topics.
func (c *simCluster) deliver(b *simBroker) {
	image := c.controller.Image()
	first := !b.rm.Heard()
	if !b.alive || b.held || !first && b.delivered == image.Offset {
		return
	}
	before := b.rm.Image().Fork()
	env := c.of(b)
	b.learn(image)
	if first {
		c.load(b, image)
		b.rm.StartISRExpiration(env)
	}
	b.rm.Publish(env, image.Fork())
	b.delivered = image.Offset
	if settingsDiffer(&before, image) {
		b.broker.Reconfigure(&b.host, b.broker.Config(), b.overrides)
	}
	if first {
		b.rm.StartHighWatermarkCheckpoints(env)
	}
	c.collect()
}

// learn notes the settings of all topics.
func (b *simBroker) learn(image *metadata.Image) {
	b.topics = map[string]config.Properties{}
	for name, t := range image.Topics.All() {
		b.topics[name] = t.Configs
	}
}

func settingsDiffer(before, now *metadata.Image) bool {
	for name, t := range now.Topics.All() {
		if was, _ := before.Topics.Get(name); was.Configs.String() != t.Configs.String() {
			return true
		}
	}
	return false
}

func (c *simCluster) load(b *simBroker, image *metadata.Image) {
	err := b.broker.LogManager().StartupAs(&b.host, b.overrides, func(id string, number int32) []int32 {
		for _, p := range image.Partitions.All() {
			if t, _ := image.Topics.Get(p.Topic); t.ID == id && p.Number == number {
				return p.Replicas
			}
		}
		return nil
	})
	if err != nil {
		panic(err) // nothing that an operation on a cluster can do makes a directory unreadable
	}
	for t := range c.clock.Tasks() {
		if strings.HasPrefix(t.Name, broker.TaskCleaner) && b.broker.Owns(t) {
			c.clock.Cancel(t.ID)
		}
	}
}

func (c *simCluster) startOp(op node) (any, error) {
	b, err := c.named(op, "broker")
	if err != nil {
		return nil, err
	}
	return c.start(b, op.flag("unfence", true))
}

// start begins a broker's process and registers it.
func (c *simCluster) start(b *simBroker, unfence bool) (any, error) {
	if b.alive {
		return nil, kerr.ErrIllegalState.With("broker %d is running", b.id)
	}
	lm := b.broker.LogManager()
	if err := lm.Open(&b.host); err != nil {
		return nil, err
	}
	lm.EnsureHighWatermarks(&b.host)
	b.rm.Open(b.id, b.epoch)
	b.delivered = 0
	previous, ok := lm.ReadCleanShutdownEpoch(&b.host)
	if !ok {
		previous = checkpoint.UnknownBrokerEpoch
	}
	incarnation := idOf(0x696e6361726e6174, c.incarnations)
	c.incarnations++
	epoch, records, err := c.controller.Register(c.env(), controller.Registration{
		ID: b.id, Incarnation: incarnation, PreviousEpoch: previous, Dirs: []string{b.dirID}, Host: "b" + numeral(b.id), Port: brokerPort,
	})
	if err != nil {
		b.end()
		return nil, err
	}
	b.epoch, b.alive = epoch, true
	b.rm.SetEpoch(epoch)
	texts := c.publish(records)
	if unfence {
		more, err := c.heartbeat(b, false)
		if err != nil {
			return nil, err
		}
		texts = append(texts, more...)
	}
	return map[string]any{"brokerEpoch": b.epoch, "records": texts}, nil
}

func (c *simCluster) heartbeat(b *simBroker, fence bool) ([]any, error) {
	_, records, err := c.controller.Heartbeat(c.env(), controller.Heartbeat{ID: b.id, Epoch: b.epoch, Metadata: b.delivered - 1, WantFence: fence})
	if err != nil {
		return nil, err
	}
	return c.publish(records), nil
}

// end forgets what the process knew.
func (b *simBroker) end() {
	b.broker.Kill(&b.host)
	b.rm.Kill()
	b.alive = false
}

// drop answers for a broker that is gone.
func (c *simCluster) drop(b *simBroker) {
	c.queue = slices.DeleteFunc(c.queue, func(q alterRequest) bool { return q.broker == b.id })
	c.waiting = slices.DeleteFunc(c.waiting, func(w waitingRow) bool {
		if w.broker == b.id {
			c.acks = append(c.acks, map[string]any{"id": w.id, "api": w.api, "lost": true})
		}
		return w.broker == b.id
	})
}

// kill ends a process; its files stay as they are.
func (c *simCluster) kill(op node) (any, error) {
	b, err := running(c.named(op, "broker"))
	if err != nil {
		return nil, err
	}
	c.controller.Touch(c.env(), b.id)
	b.end()
	c.drop(b)
	answer := map[string]any{}
	if op.flag("fence", true) {
		_, records := c.controller.Fence(c.env(), b.id)
		answer["records"] = c.publish(records)
	}
	return answer, nil
}

// controlledShutdowns is how often a broker asks whether it may go.
const controlledShutdowns = 5

// stop is the controlled shutdown.
func (c *simCluster) stop(op node) (any, error) {
	b, err := running(c.named(op, "broker"))
	if err != nil {
		return nil, err
	}
	b.rm.BeginShutdown()
	texts, may := []any{}, false
	for i := 0; i < controlledShutdowns && !may; i++ {
		if err := c.othersHeartbeat(b); err != nil {
			return nil, err
		}
		reply, records, err := c.controller.Heartbeat(c.env(), controller.Heartbeat{ID: b.id, Epoch: b.epoch, Metadata: b.delivered - 1, WantDown: true})
		if err != nil {
			return nil, err
		}
		may = reply.ShouldGoDown
		texts = append(texts, c.publish(records)...)
		c.answerAll()
	}
	b.rm.Shutdown(c.of(b))
	if err := b.broker.LogManager().Shutdown(&b.host, b.epoch); err != nil {
		return nil, err
	}
	b.end()
	c.drop(b)
	if !op.flag("keepSession", false) {
		c.controller.Expire(b.id)
	}
	return map[string]any{"controllerAgreed": may, "records": texts}, nil
}

func (c *simCluster) othersHeartbeat(but *simBroker) error {
	for _, x := range c.brokers {
		r, registered := c.controller.Image().Brokers.Get(x.id)
		if !x.alive || x == but || !registered {
			continue
		}
		_, records, err := c.controller.Heartbeat(c.env(), controller.Heartbeat{ID: x.id, Epoch: x.epoch, Metadata: x.delivered - 1, WantFence: r.Fenced && x.held})
		if err != nil {
			return err
		}
		c.controller.Replay(c.env(), records)
	}
	return nil
}

func (c *simCluster) fence(op node) (any, error) {
	b, err := c.named(op, "broker")
	if err != nil {
		return nil, err
	}
	fenced, records := c.controller.Fence(c.env(), b.id)
	return map[string]any{"fenced": fenced, "records": c.publish(records)}, nil
}

func (c *simCluster) unfence(op node) (any, error) {
	b, err := running(c.named(op, "broker"))
	if err != nil {
		return nil, err
	}
	texts, err := c.heartbeat(b, false)
	return map[string]any{"records": texts}, err
}

// metadata keeps a broker from hearing of the controller, or lets it hear again.
func (c *simCluster) metadata(op node) (any, error) {
	b, err := c.named(op, "broker")
	if err != nil {
		return nil, err
	}
	b.held = op.flag("hold", true)
	c.deliver(b)
	return map[string]any{"behind": c.controller.Image().Offset - b.delivered}, nil
}

func (c *simCluster) network(op node) (any, error) {
	key := numeral(int32(op.num("from", 0))) + ">" + numeral(int32(op.num("to", 0)))
	c.cuts = slices.DeleteFunc(c.cuts, func(x string) bool { return x == key })
	if !op.flag("up", false) {
		c.cuts = append(c.cuts, key)
		slices.Sort(c.cuts)
	}
	return none(nil)
}
