package kvproof.events.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import kvproof.events.MalformedBatchException;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.Drawn;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the bytes are: a batch, or the one exception, within bounds that the length sets. */
class HostilePayloadPropertyTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** An exception with its trace and the reader itself; then objects for every byte. */
  private static final long FIXED_BYTES = 64 * 1024;

  private static final long BYTES_PER_BYTE = 400;

  private static Optional<EngineBatch> decode(byte[] payload) {
    try {
      return Optional.of(KvEventCodec.decode(payload));
    } catch (MalformedBatchException documented) {
      assertThat(documented).hasMessageMatching("(?s).{1,400}");
      return Optional.empty();
    }
  }

  /** The second time: the first one may load classes. */
  private static long allocatedBytes(byte[] payload) {
    decode(payload);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      KvEventCodec.decode(payload);
    } catch (MalformedBatchException documented) {
      // as good as a batch
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @Property(tries = 10_000)
  void mutatedPayloadIsABatchOrRefused(@ForAll("mutated") byte[] payload) throws Exception {
    Optional<EngineBatch> batch = decode(payload);

    if (batch.isPresent()) {
      byte[] again = KvEventCodec.encode(batch.get(), EventStyle.MAP);
      assertThat(KvEventCodec.decode(again)).isEqualTo(batch.get());
    }
  }

  /** What decodes also converts: nothing behind the decoder trusts more than it checked. */
  @Property(tries = 5_000)
  void mutatedBatchIsConverted(@ForAll("mutated") byte[] payload) {
    var config =
        StreamConfig.of(new WorkerWithDpRank(7, 0), 4)
            .withPlaceholders(OptionalInt.of(2), OptionalInt.of(3));
    decode(payload)
        .ifPresent(
            batch ->
                assertThat(new EventIntake(config).convert(batch, 0))
                    .hasSizeLessThanOrEqualTo(batch.events().size()));
  }

  @Property(tries = 5_000)
  void noiseIsABatchOrRefused(@ForAll byte[] noise) {
    decode(noise);
  }

  @Property(tries = 2_000)
  void memoryIsBoundedByTheLength(@ForAll("mutated") byte[] payload) {
    assertThat(allocatedBytes(payload))
        .as(() -> HexFormat.of().formatHex(payload))
        .isLessThan(FIXED_BYTES + BYTES_PER_BYTE * payload.length);
  }

  /** The properties above would hold of a decoder that refuses everything, or nothing. */
  @Example
  void mutatedPayloadsAreOfBothKinds() {
    long batches =
        LongStream.range(0, 2_000)
            .filter(seed -> decode(MutatedPayloads.draw(seed)).isPresent())
            .count();

    assertThat(batches).isBetween(200L, 1_800L);
  }

  @Example
  void largeHostilePayloadsAreBoundedToo() {
    int sizeBytes = 1_000_000;
    for (String unit :
        new String[] {
          "91", // depth
          "dd7fffffff", // arrays that announce two billion elements
          "dd000f0000", // arrays that announce about as much as is there, inside each other
          "df00070000",
          "dbffffffff",
          "c6000f0000",
          "93cb00", // batches in batches
          "c1",
          "00"
        }) {
      byte[] payload = repeated(unit, sizeBytes);

      long allocated =
          assertTimeoutPreemptively(Duration.ofSeconds(20), () -> allocatedBytes(payload));

      assertThat(allocated).as(unit).isLessThan(FIXED_BYTES + BYTES_PER_BYTE * sizeBytes);
      assertThatThrownBy(() -> KvEventCodec.decode(payload))
          .isInstanceOf(MalformedBatchException.class);
    }
  }

  /** Ten bytes that announce 256 MiB of elements, text or bytes. */
  @Example
  void announcedLengthsAreNotReserved() {
    for (String head : new String[] {"dd", "df", "db", "c6", "c9"}) {
      byte[] payload = HexFormat.of().parseHex("93" + head + "0fffffff" + "00000000");

      assertThat(allocatedBytes(payload)).as(head).isLessThan(FIXED_BYTES);
    }
  }

  /** Nested arrays that each announce all bytes left reserve them once, not once a level. */
  @Example
  void announcedElementsAreReservedOnce() {
    int sizeBytes = 1_000_000;
    var nested = new ByteArrayOutputStream();
    for (int level = 0; level < 100; level++) {
      int left = sizeBytes - 5 * (level + 1);
      nested.writeBytes(HexFormat.of().parseHex("dd" + HexFormat.of().toHexDigits(left)));
    }
    nested.writeBytes(new byte[sizeBytes - nested.size()]);

    assertThat(allocatedBytes(nested.toByteArray())).isLessThan(20L * sizeBytes);
  }

  /** Many short names of one hash code: a table of them must not become a list. */
  @Example
  void keysThatCollideAreReadInReasonableTime() {
    var keys = new ByteArrayOutputStream();
    int count = 1 << 15;
    keys.writeBytes(
        HexFormat.of().parseHex("93cb000000000000000091df" + HexFormat.of().toHexDigits(count)));
    for (int key = 0; key < count; key++) {
      keys.write(0xa0 + 30);
      for (int bit = 0; bit < 15; bit++) {
        keys.writeBytes((key >>> bit & 1) == 0 ? new byte[] {'A', 'a'} : new byte[] {'B', 'B'});
      }
      keys.write(0xc0);
    }
    keys.write(0xc0);

    assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> assertThat(decode(keys.toByteArray())).isEmpty());
  }

  private static byte[] repeated(String unitHex, int sizeBytes) {
    byte[] unit = HexFormat.of().parseHex(unitHex);
    byte[] repeated = new byte[sizeBytes];
    for (int i = 0; i < sizeBytes; i++) {
      repeated[i] = unit[i % unit.length];
    }
    return repeated;
  }

  @Provide
  Arbitrary<byte[]> mutated() {
    return Drawn.from(MutatedPayloads::draw);
  }
}
