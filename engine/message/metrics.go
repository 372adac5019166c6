package message

// Metrics is the view "metrics": the attributes of the broker's MBeans that the filter lets through, and what they were.
type Metrics struct {
	Step    int64    `json:"step"` // ms between two samples; it doubles as the lab gets old
	Metrics []Metric `json:"metrics"`
}

// Metric is one attribute. Points are in order of time, at most limit of them, the latest; none for a log that is not sampled.
type Metric struct {
	Name      string     `json:"name"` // as "kafka.log:type=Log,name=Size,topic=orders,partition=0"; "logarium:..." is none of Kafka's
	Attribute string     `json:"attribute"`
	Value     int64      `json:"value"` // now
	Unit      string     `json:"unit"`  // "", B, ms, µs, %
	Alarm     int64      `json:"alarm"` // where its alarm line lies, -1 if it has none
	Limit     int64      `json:"limit"` // what cannot be passed, above the alarm line; -1
	Points    [][2]int64 `json:"points"`
}
