package share

// dictionary is what links of version 1 are packed against: words that scripts have again and again, the likeliest last, where
// references are shortest. It is part of the format and never changes.
const dictionary = "" +
	"rulebook articles\nrulebook kafka\ncheckpoint \nfault clear\nfault disk-full\nfault dir-fail /tmp/kafka-logs\nfault eio \n" +
	"power-loss --mode torn --seed \nkill -9 101\nbroker stop 1\nbroker start 1\nbroker restart 1\nreplica pause \nreplica resume \nnetwork \n" +
	"flip /tmp/kafka-logs/\nrm /tmp/kafka-logs/\n-0/00000000000000000000.timeindex\n-0/00000000000000000000.index\n-0/00000000000000000000.log\n" +
	"monitor open \nmonitor close \nproducer-clock \ntx begin --producer \ntx commit --producer \ntx abort --producer \ntx send --producer \n" +
	"kafka-leader-election --topic \nkafka-reassign-partitions \nkafka-log-dirs --describe\nkafka-delete-records --offset-json-file \n" +
	"kafka-consumer-groups --group  --reset-offsets --to-earliest --execute --all-topics\n --to-latest --to-offset --topic \n" +
	"kafka-console-consumer --topic  --from-beginning --group  --max-messages \n --isolation-level read_committed\n" +
	"kafka-console-producer --topic  --property parse.key=true --property key.separator=:\n --producer-property acks=all\n" +
	"kafka-configs --alter --entity-type topics --entity-name  --add-config  --delete-config \n" +
	"message.timestamp.type=LogAppendTime max.compaction.lag.ms= min.compaction.lag.ms= min.insync.replicas=2 compression.type=zstd\n" +
	"unclean.leader.election.enable=true preallocate=true flush.messages=1 flush.ms= index.interval.bytes= segment.index.bytes= segment.jitter.ms=\n" +
	"delete.retention.ms= min.cleanable.dirty.ratio= cleanup.policy=compact,delete file.delete.delay.ms= segment.ms= retention.bytes= segment.bytes=1048576\n" +
	"kafka-topics --bootstrap-server localhost:9092 --delete --topic \nkafka-topics --bootstrap-server localhost:9092 --alter --topic \n" +
	"consume  --group  --isolation read_committed\n --tombstone\n --header 'k=v'\n --acks all\n --records-per-batch  --batch-bytes  --key-skew \n" +
	"produce orders --record ':' --keys  --ts-step  --ts  --over 1m --partition \nproduce orders --value  --key \nproduce orders --count 100 --size 100\n" +
	"workload stop \nworkload start shop --topic orders --rate 10 --batch 7 --kind orders --size \n" +
	"lab new orders --clock 1772445600000 --seed 7 --brokers 3 --property log.dirs=/data/a,/data/b --property log.cleaner.backoff.ms= --property log.retention.check.interval.ms=60000\n" +
	"kafka-topics --bootstrap-server localhost:9092 --create --topic orders --partitions 1 --replication-factor 1 --config internal.segment.bytes=16384 --config cleanup.policy=compact --config retention.ms=60000\n" +
	"step --task kafka-log-retention\nstep over\nstep\nclock to 2026-03-02T10:00:00Z\nclock advance 10s\nclock advance 1h\nclock advance 1m\n"
