package config

// TopicOrder is the place of a topic setting in Kafka's own list of them, from 0; -1 for an unknown one. Maps that Java
// fills in that order show it where names collide.
func TopicOrder(name string) int {
	for i := range topicDefs {
		if topicDefs[i].Name == name {
			return i
		}
	}
	return -1
}
