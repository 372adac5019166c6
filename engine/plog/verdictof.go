package plog

import "logarium/engine/event"

// VerdictOf is the verdict of one segment, as Verdicts would give it, and the base offset of the oldest segment that
// stays (-1 if it was not met). The segments between that one and the wanted one are not looked at: whatever they are,
// they stay, and so does everything behind them. ok is false if there is no such segment.
func (l *Log) VerdictOf(env *Env, base int64) (v Verdict, blocker int64, ok bool, err error) {
	wanted := l.edit(base)
	if wanted == nil {
		return v, -1, false, nil
	}
	quiet := *env
	quiet.Emit = event.Discard
	p := [3]pass{l.newPass(RuleStart), l.newPass(RuleSize), l.newPass(RuleTime)}
	for i := range p {
		p[i].all = true
	}
	for s := l.oldest(); s != nil; s = l.higher(s.Base()) {
		v, err = l.verdict(&quiet, l.own(s), &p)
		if err != nil || s.Base() == base {
			return v, -1, err == nil, err
		}
		if !v.Goes {
			blocker = s.Base()
			break
		}
	}
	v, err = l.verdict(&quiet, wanted, &p)
	return v, blocker, err == nil, err
}
