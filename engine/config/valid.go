package config

import (
	"slices"
	"strconv"
	"strings"
)

// replicaList is the Valid of the two throttling lists.
const replicaList = "[partitionId]:[brokerId],[partitionId]:[brokerId],..."

// check tests a value against Valid.
func (d *Def) check(v Value) error {
	switch {
	case d.Valid == "":
		return nil
	case d.Valid == replicaList:
		return d.checkReplicas(v)
	case v.Type == Int || v.Type == Long || v.Type == Double:
		return d.checkRange(v)
	case v.Type == List:
		for _, x := range v.List {
			if err := d.checkOneOf(x); err != nil {
				return err
			}
		}
		return nil
	default:
		return d.checkOneOf(v.Text)
	}
}

// checkRange reads "[low,...]", "[low,...,high]" and "[low,...,high] or other".
func (d *Def) checkRange(v Value) error {
	number := v.Float
	if v.Type != Double {
		number = float64(v.Int) // bounds are small, so that rounding cannot matter
	}
	bounds, other, hasOther := strings.Cut(d.Valid, " or ")
	low, high, _ := strings.Cut(strings.Trim(bounds, "[]"), ",...")
	high = strings.TrimPrefix(high, ",")
	below := low != "" && number < mustFloat(low)
	above := high != "" && number > mustFloat(high)
	switch {
	case hasOther && (below || above) && v.String() != other:
		return d.refuse(v.java(), "Value must be between "+low+" and "+high+" or equal to "+other)
	case hasOther:
		return nil
	case below:
		return d.refuse(v.java(), "Value must be at least "+low)
	case above:
		return d.refuse(v.java(), "Value must be no more than "+high)
	}
	return nil
}

func mustFloat(s string) float64 {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err) // the table is wrong
	}
	return f
}

// checkOneOf reads "[a, b]".
func (d *Def) checkOneOf(x string) error {
	allowed := strings.Trim(d.Valid, "[]")
	if slices.Contains(strings.Split(allowed, ", "), x) {
		return nil
	}
	return d.refuse(x, "String must be one of: "+allowed)
}

// checkReplicas wants partition:broker pairs, or a star.
func (d *Def) checkReplicas(v Value) error {
	if len(v.List) > 0 && v.List[0] == "*" {
		return nil
	}
	for _, x := range v.List {
		partition, broker, ok := strings.Cut(x, ":")
		if x != "" && (!ok || !digits(partition) || !digits(broker)) {
			return d.refuse(v.java(), d.Name+" must be the literal '*' or a list of replicas in the following format: "+replicaList)
		}
	}
	return nil
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
