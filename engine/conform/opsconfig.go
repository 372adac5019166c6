package conform

import (
	"logarium/engine/config"
	"logarium/engine/event"
)

// configDef lists the topic settings as Kafka defines them.
func (d *Driver) configDef(node) (any, error) {
	rows := []any{}
	for _, def := range config.TopicDefs() {
		var valid any
		if def.Valid != "" {
			valid = def.Valid
		}
		rows = append(rows, []any{def.Name, def.Type.String(), def.JavaDefault(), valid, def.Internal})
	}
	return map[string]any{"configs": rows}, nil
}

// configCheck is what the controller says of topic settings.
func (d *Driver) configCheck(op node) (any, error) {
	var p config.Properties
	given := op.strings("config")
	for _, name := range sortedKeys(given) {
		p = p.With(name, given[name])
	}
	doubled, err := config.Broker{}.Check(p)
	for range 2 { // Kafka reads the list twice: to check it, and to use it
		for _, x := range doubled {
			d.emit(event.ConfigDuplicates{Name: x.Name, Given: x.Given, Kept: x.Kept})
		}
	}
	return none(err)
}
