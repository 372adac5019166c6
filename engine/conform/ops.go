package conform

import (
	"encoding/hex"

	"logarium/engine/cluster"
	"logarium/engine/codec"
)

// operation runs one operation and returns what stands behind "ok".
type operation func(d *Driver, op node) (any, error)

// operations is every operation by its name. It is filled once, when the program starts.
var operations = join(generalOperations(), fileOperations(), smallOperations(), indexOperations(), logOperations(), cleanerOperations(), managerOperations(), clusterOperations(), changeOperations())

func join(tables ...map[string]operation) map[string]operation {
	all := map[string]operation{}
	for _, t := range tables {
		for name, run := range t {
			all[name] = run
		}
	}
	return all
}

// none is an operation without an answer.
func none(err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]any{}, nil
}

func generalOperations() map[string]operation {
	return map[string]operation{
		"meta":     func(*Driver, node) (any, error) { return none(nil) },
		"ping":     func(*Driver, node) (any, error) { return map[string]any{"kafka": "4.4.0"}, nil },
		"options":  (*Driver).options,
		"clock":    func(d *Driver, _ node) (any, error) { return map[string]any{"now": d.clock.Now()}, nil },
		"setClock": (*Driver).setClock,
		"advance": func(d *Driver, op node) (any, error) {
			d.moveTo(d.clock.Now() + op.num("ms", 0))
			return map[string]any{"now": d.clock.Now()}, nil
		},
		"runTasks": func(d *Driver, _ node) (any, error) {
			d.runDue(d.clock.Now())
			return none(nil)
		},
		"tasks":       (*Driver).tasks,
		"encode":      (*Driver).encode,
		"decode":      (*Driver).decodeOp,
		"roundtrip":   (*Driver).roundtrip,
		"partition":   (*Driver).partition,
		"crc32c":      (*Driver).crc32c,
		"dump":        (*Driver).dump,
		"configDef":   (*Driver).configDef,
		"configCheck": (*Driver).configCheck,
	}
}

func (d *Driver) options(op node) (any, error) {
	d.quiet = op.flag("quiet", d.quiet)
	if op.has("state") {
		mode := op.str("state", "")
		d.withState, d.delta = mode != "none" && mode != "false", mode != "full"
	}
	d.filesMode = op.str("files", d.filesMode)
	d.shaLen = int(op.num("shaLen", int64(d.shaLen)))
	d.hexLimit = op.num("hexLimit", d.hexLimit)
	d.runTasks = op.flag("runTasks", d.runTasks)
	if op.has("logLevel") {
		d.levels.set(op.str("logger", ""), op.str("logLevel", ""))
	}
	for _, j := range op.list("jitters") {
		d.jitters = append(d.jitters, number(j))
	}
	if op.flag("fullState", false) {
		d.lastState, d.lastFiles = map[string]map[string]any{}, map[string]sum{}
		if d.cluster != nil {
			d.cluster.last = nil
		}
	}
	return none(nil)
}

func (d *Driver) setClock(op node) (any, error) {
	d.clock.Jump(op.num("now", 0) - d.clock.Now())
	d.disk.SetTime(d.clock.Now())
	return none(nil)
}

func (d *Driver) tasks(node) (any, error) {
	if d.manager != nil {
		return map[string]any{"tasks": d.manager.taskRows()}, nil
	}
	if d.cluster != nil {
		return map[string]any{"tasks": d.cluster.taskRows()}, nil
	}
	rows := []any{}
	for t := range d.clock.Tasks() {
		period := t.Period
		if period == 0 {
			period = -1
		}
		rows = append(rows, []any{d.norm(t.Name), t.Due, period})
	}
	return map[string]any{"tasks": rows}, nil
}

func (d *Driver) encode(op node) (any, error) {
	b, err := batches(op)
	return map[string]any{"hex": hex.EncodeToString(b)}, err
}

func (d *Driver) decodeOp(op node) (any, error) {
	b, err := batches(op)
	if err != nil {
		return nil, err
	}
	list, err := d.decode(b, op.flag("records", true))
	return map[string]any{"batches": list}, err
}

func (d *Driver) roundtrip(op node) (any, error) {
	b, err := batches(op)
	if err != nil {
		return nil, err
	}
	list, err := d.decode(b, true)
	return map[string]any{"hex": hex.EncodeToString(b), "batches": list}, err
}

func (d *Driver) partition(op node) (any, error) {
	key, err := data(op["key"])
	if err != nil {
		return nil, err
	}
	hash := cluster.Murmur2(key)
	return map[string]any{"murmur2": hash, "positive": hash & 0x7fffffff, "partition": cluster.PartitionForKey(key, int32(op.num("partitions", 1)))}, nil
}

func (d *Driver) crc32c(op node) (any, error) {
	b, err := data(op["data"])
	return map[string]any{"crc": codec.CRC32C(b)}, err
}
