package conform

import (
	"cmp"
	"slices"
	"strings"

	"logarium/engine/metadata"
)

// The order of an ISR in Kafka's texts is that of a Java set, which differs from run to run: sorted here, as in the oracle.

// beforeSets stands before a list of brokers that is a set.
var beforeSets = [...]string{"ISR updated to ", "ISR from ", " to ", "isr=[", "Isr=[", "LeaderReplicas=[", "elr=[", "Elr=[", "Set("}

// sortSets sorts the sets of brokers in a text.
func sortSets(s string) string {
	for i := 0; i < len(s); {
		if end := numbers(s[i:]); end > 0 && isSet(s[:i]) {
			list := sortedNumbers(s[i : i+end])
			s = s[:i] + list + s[i+end:]
			i += end
			continue
		}
		i++
	}
	return sortGroups(sortGroups(s, "BrokerState(", ", "), "(brokerId: ", " ")
}

// isSet says that what stands before a list makes it a set. "to" does only behind a number.
func isSet(before string) bool {
	for _, b := range beforeSets {
		rest, ok := strings.CutSuffix(before, b)
		if ok && (b != " to " || rest != "" && digit(rest[len(rest)-1])) {
			return true
		}
	}
	return false
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// numbers is the length of a list of at least two numbers at the beginning of a text, 0 if there is none.
func numbers(s string) int {
	end, count := 0, 0
	for i := 0; ; {
		n := i
		for n < len(s) && digit(s[n]) {
			n++
		}
		if n == i {
			break
		}
		end, count = n, count+1
		if n == len(s) || s[n] != ',' {
			break
		}
		i = n + 1
		if i < len(s) && s[i] == ' ' {
			i++
		}
	}
	if count < 2 {
		return 0
	}
	return end
}

func sortedNumbers(list string) string {
	separator := ","
	if strings.Contains(list, ", ") {
		separator = ", "
	}
	parts := strings.Split(list, separator)
	slices.SortFunc(parts, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return strings.Join(parts, separator)
}

// sortGroups sorts neighbours that begin alike and end with a bracket.
func sortGroups(s, begin, separator string) string {
	for i := 0; ; {
		at := strings.Index(s[i:], begin)
		if at < 0 {
			return s
		}
		at += i
		var parts []string
		end := at
		for strings.HasPrefix(s[end:], begin) {
			stop := strings.IndexByte(s[end:], ')')
			if stop < 0 {
				return s
			}
			parts = append(parts, s[end:end+stop+1])
			end += stop + 1
			if !strings.HasPrefix(s[end:], separator+begin) {
				break
			}
			end += len(separator)
		}
		slices.Sort(parts)
		s = s[:at] + strings.Join(parts, separator) + s[end:]
		i = end
	}
}

// registrationMap is a partition as the controller has it.
func registrationMap(p metadata.Partition) map[string]any {
	row := map[string]any{
		"replicas": plainIds(p.Replicas), "isr": sorted(p.ISR), "elr": sorted(p.ELR), "lastKnownElr": sorted(p.LastKnownELR),
		"leader": p.Leader, "leaderEpoch": p.LeaderEpoch, "partitionEpoch": p.PartitionEpoch, "recovery": p.Recovery.String(),
	}
	if len(p.Adding) > 0 {
		row["adding"] = plainIds(p.Adding)
	}
	if len(p.Removing) > 0 {
		row["removing"] = plainIds(p.Removing)
	}
	return row
}

func plainIds(list []int32) []any {
	out := []any{}
	for _, id := range list {
		out = append(out, id)
	}
	return out
}
