package kvproof.events.routerevent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.testkit.Drawn;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RouterEventPropertyTest {

  @Property(tries = 2_000)
  void eventSurvivesBothEncodings(@ForAll("events") RouterEvent event) throws Exception {
    assertThat(RouterEventCodec.ofJson(RouterEventCodec.toJson(event))).isEqualTo(event);
    assertThat(RouterEventCodec.ofMsgpack(RouterEventCodec.toMsgpack(event))).isEqualTo(event);
  }

  @Property(tries = 2_000)
  void damagedBytesAreAnEventOrMalformed(@ForAll("events") RouterEvent event, @ForAll long seed)
      throws Exception {
    var random = new SeededRandom(seed);
    byte[] bytes = RouterEventCodec.toMsgpack(event);
    bytes[random.below(bytes.length)] ^= (byte) (1 << random.below(Byte.SIZE));

    Optional<RouterEvent> read = read(bytes);

    if (read.isPresent()) {
      byte[] again = RouterEventCodec.toMsgpack(read.get());
      assertThat(RouterEventCodec.ofMsgpack(again)).isEqualTo(read.get());
    }
  }

  private static Optional<RouterEvent> read(byte[] bytes) {
    try {
      return Optional.of(RouterEventCodec.ofMsgpack(bytes));
    } catch (MalformedRouterEventException documented) {
      return Optional.empty();
    }
  }

  @Property(tries = 500)
  void dumpSurvivesItsDocument(@ForAll long seed) throws Exception {
    SortedMap<PartitionName, PartitionDump> partitions = partitions(new SeededRandom(seed));

    assertThat(DumpDocument.ofJson(DumpDocument.toJson(partitions))).isEqualTo(partitions);
  }

  /** Names that a key easily confuses. */
  private static SortedMap<PartitionName, PartitionDump> partitions(SeededRandom random) {
    List<String> names = List.of("a", "b", "a:b", "a%3Ab", "a%253Ab", ":", "", "%", "b:c", "a%");
    SortedMap<PartitionName, PartitionDump> partitions = new TreeMap<>();
    for (int left = random.below(8); left > 0; left--) {
      List<RouterEvent> events = new ArrayList<>();
      for (int more = random.below(3); more > 0; more--) {
        events.add(RouterEvents.draw(random.nextLong()));
      }
      partitions.put(
          new PartitionName(random.pick(names), random.pick(names)),
          new PartitionDump(random.between(1, 128), events));
    }
    return partitions;
  }

  @Provide
  Arbitrary<RouterEvent> events() {
    return Drawn.from(RouterEvents::draw);
  }
}
