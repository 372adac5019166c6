package logbench;

import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;

/** Deterministic inputs. The page docs/performance.md gives the rules in words; the Go side follows them to the byte. */
final class Data {
    /** Timestamp of record 0 in every workload that does not say otherwise. */
    static final long T0 = 1_700_000_000_000L;

    private Data() {}

    /** SplitMix64 output number i of the stream that starts at seed. */
    static long mix(long seed, long i) {
        long z = seed + (i + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Uniform number in [0, n): the 64-bit output, unsigned, modulo n. */
    static long below(long seed, long i, long n) {
        return Long.remainderUnsigned(mix(seed, i), n);
    }

    /** Incompressible bytes: little-endian words mix(seed, 0), mix(seed, 1), ... cut to length. */
    static byte[] bytes(long seed, int length) {
        byte[] out = new byte[length];
        for (int i = 0; i < length; i++) out[i] = (byte) (mix(seed, i >> 3) >>> ((i & 7) * 8));
        return out;
    }

    /** A shape of batch: records of valueSize bytes, no key, no headers. */
    record Shape(int valueSize, int perBatch) {
        String label() {
            return (valueSize >= 1024 ? (valueSize / 1024) + "KB" : valueSize + "B") + "x" + perBatch;
        }

        /** Bytes enough for one batch of this shape. */
        int room() {
            return 61 + perBatch * (valueSize + 24);
        }

        int payload() {
            return valueSize * perBatch;
        }
    }

    /** 64 different values are used in turn, so that building the pool is cheap and the bytes differ. */
    static byte[][] values(int size) {
        byte[][] v = new byte[64][];
        for (int i = 0; i < v.length; i++) v[i] = bytes(1000 + i, size);
        return v;
    }

    /**
     * Batch number b of a shape. Record r of it has global index g = b * perBatch + r, value number g mod 64 and
     * timestamp T0 + b * tsStep: all records of one batch share a timestamp.
     */
    static MemoryRecords batch(ByteBuffer into, Shape s, byte[][] values, long b, long tsStep) {
        MemoryRecordsBuilder builder = MemoryRecords.builder(into, Compression.NONE, TimestampType.CREATE_TIME, 0L);
        long g = b * s.perBatch();
        for (int r = 0; r < s.perBatch(); r++, g++) builder.append(T0 + b * tsStep, null, values[(int) (g & 63)]);
        return builder.build();
    }

    /** A client's batch must say base offset 0; the log overwrites that field (and the leader epoch) in place, so put it back. */
    static MemoryRecords rewind(MemoryRecords m) {
        m.buffer().putLong(0, 0L);
        return m;
    }

    /** count batches in one heap array, each its own slice. */
    static MemoryRecords[] pool(Shape s, int count, long tsStep) {
        byte[][] values = values(s.valueSize());
        ByteBuffer scratch = ByteBuffer.allocate(s.room());
        int size = batch(scratch, s, values, 0, tsStep).sizeInBytes();
        byte[] all = new byte[Math.multiplyExact(size, count)];
        MemoryRecords[] out = new MemoryRecords[count];
        for (int b = 0; b < count; b++) {
            scratch.clear();
            MemoryRecords m = batch(scratch, s, values, b, tsStep);
            if (m.sizeInBytes() != size) throw new IllegalStateException("batches of a shape must have one size");
            m.buffer().get(all, b * size, size);
            out[b] = MemoryRecords.readableRecords(ByteBuffer.wrap(all, b * size, size).slice());
        }
        return out;
    }
}
