package web

import (
	"testing"

	"logarium/engine/message"
)

// TestReplicasHaveATabWhereThereAreSome: with one broker the row has room for the others. So has the sweep, once somebody has asked for one;
// the comparison is there while it is open.
func TestReplicasHaveATabWhereThereAreSome(t *testing.T) {
	b := open(t)
	if n := len(b.toolTabs()); n != len(tools())-3 {
		t.Errorf("%d tabs with one broker", n)
	}
	b.setTool("replicas")
	if n := len(b.toolTabs()); n != len(tools())-2 {
		t.Errorf("%d tabs with the panel open", n)
	}
	b.setTool("why")
	b.Cluster.Brokers = append(b.Cluster.Brokers, message.Broker{ID: 2})
	if n := len(b.toolTabs()); n != len(tools())-2 {
		t.Errorf("%d tabs with two brokers", n)
	}
	b.Sweep.Name = "scan"
	if n := len(b.toolTabs()); n != len(tools())-1 {
		t.Errorf("%d tabs with a sweep", n)
	}
	b.setTool("compare")
	if n := len(b.toolTabs()); n != len(tools()) {
		t.Errorf("%d tabs with a comparison", n)
	}
}
