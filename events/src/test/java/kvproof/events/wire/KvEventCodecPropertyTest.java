package kvproof.events.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import kvproof.events.msgpack.AnyWidth;
import kvproof.events.msgpack.MsgpackReader;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EventStyle.Form;
import kvproof.events.wire.EventStyle.TailLayout;
import kvproof.events.wire.RandomBatches.Styled;
import kvproof.testkit.Drawn;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class KvEventCodecPropertyTest {

  @Property(tries = 3_000)
  void batchSurvivesEveryStyleThatCarriesIt(@ForAll("batches") Styled drawn) throws Exception {
    assertThat(KvEventCodec.decode(drawn.payload())).isEqualTo(drawn.batch());
  }

  @Property(tries = 1_000)
  void batchSurvivesTheMapForm(@ForAll("batches") Styled drawn) throws Exception {
    assertThat(KvEventCodec.decode(KvEventCodec.encode(drawn.batch(), EventStyle.MAP)))
        .isEqualTo(drawn.batch());
  }

  /** Widths, text as bin, the order of keys and keys that occur twice are no content. */
  @Property(tries = 3_000)
  void spellingOfAPayloadIsNoContent(@ForAll("batches") Styled drawn, @ForAll long seed)
      throws Exception {
    byte[] spelled = AnyWidth.bytes(drawn.payload(), seed);

    assertThat(KvEventCodec.decode(spelled)).isEqualTo(drawn.batch());
  }

  /** 8 elements, 9 with extra keys, 14 with a tail; objects bring the old tail. */
  @Property(tries = 1_000)
  void arrayIsAsLongAsItsContentAsks(@ForAll("batches") Styled drawn) throws Exception {
    for (EngineEvent event : drawn.batch().events()) {
      if (event instanceof BlockStored stored && EventStyle.ARRAY.carries(stored)) {
        int expected = expectedLength(stored);
        byte[] payload =
            KvEventCodec.encode(
                new EngineBatch(0, List.of(stored), drawn.batch().dpRank()), EventStyle.ARRAY);

        assertThat(length(payload)).isEqualTo(expected);
      }
    }
  }

  private static int expectedLength(BlockStored stored) {
    if (stored.content().blockMmInfos().isPresent()) {
      return 10
          + (stored.tail().groupIdx().isPresent() ? 1 : 0)
          + (stored.tail().kind().isPresent() ? 1 : 0)
          + (stored.tail().slidingWindow().isPresent() ? 1 : 0);
    }
    if (!stored.tail().equals(EventTail.NONE)) {
      return 14;
    }
    return stored.content().extraKeys().isPresent() ? 9 : 8;
  }

  private static int length(byte[] payload) throws Exception {
    var batch = (MsgpackValue.Sequence) MsgpackReader.first(payload);
    var events = (MsgpackValue.Sequence) batch.items().get(1);
    return ((MsgpackValue.Sequence) events.items().getFirst()).items().size();
  }

  /** A style that does not carry its event is refused, and would have lost something. */
  @Property(tries = 2_000)
  void styleThatWouldLoseSomethingIsRefused(@ForAll("batches") Styled drawn) {
    for (TailLayout layout : TailLayout.values()) {
      EventStyle style = EventStyle.ARRAY.withTail(layout);
      for (EngineEvent event : drawn.batch().events()) {
        if (!style.carries(event)) {
          assertThat(hasMoreThanAnArray(event, layout)).as("%s", event).isTrue();
          var alone = new EngineBatch(0, List.of(event), drawn.batch().dpRank());
          assertThatThrownBy(() -> KvEventCodec.encode(alone, style))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("does not carry");
        }
      }
    }
  }

  private static boolean hasMoreThanAnArray(EngineEvent event, TailLayout layout) {
    return switch (event) {
      case BlockStored stored ->
          stored.sessionId().isPresent()
              || stored.content().cacheSalt().isPresent()
                  && (Objects.equals(stored.content().cacheSalt().get(), "")
                      || !stored.content().loraName().isEmpty())
              || (layout == TailLayout.LEGACY || stored.content().blockMmInfos().isPresent())
                  && isMoreThanLegacy(stored.tail());
      case EngineEvent.BlockRemoved removed ->
          layout == TailLayout.LEGACY && isMoreThanLegacy(removed.tail());
      case EngineEvent.AllBlocksCleared _, EngineEvent.Ignored _ -> false;
    };
  }

  private static boolean isMoreThanLegacy(EventTail tail) {
    return tail.locality().isPresent()
        || tail.ownership().isPresent()
        || tail.slidingWindow().isPresent() && tail.groupIdx().isEmpty();
  }

  /** The properties above speak of arrays and maps alike. */
  @Example
  void bothFormsAreDrawnOften() {
    List<EventStyle> styles =
        LongStream.range(0, 500)
            .mapToObj(RandomBatches::draw)
            .flatMap(drawn -> drawn.styles().stream())
            .toList();
    long arrays = styles.stream().filter(style -> style.form() == Form.ARRAY).count();

    assertThat(arrays).isBetween(styles.size() / 5L, styles.size() * 4L / 5);
  }

  @Provide
  Arbitrary<Styled> batches() {
    return Drawn.from(RandomBatches::draw);
  }
}
