package web

// replicasParams asks for the leader of the selected partition and the replica whose machine is looked at.
func (a *App) replicasParams() any {
	if a.Sel.Partition == "" {
		return nil
	}
	p := with{"partition": a.Sel.Partition}
	if f := a.Cluster.Fleet; f != nil {
		for _, x := range f.Partitions {
			if x.Name == a.Sel.Partition && x.Leader != a.Sel.Broker && a.Sel.Broker > 0 {
				p["other"] = a.Sel.Broker
			}
		}
	}
	return p
}
