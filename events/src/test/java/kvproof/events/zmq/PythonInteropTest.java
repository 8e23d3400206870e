package kvproof.events.zmq;

import static kvproof.events.zmq.Heard.ANY_PORT;
import static kvproof.events.zmq.Heard.LONG;
import static kvproof.events.zmq.Heard.QUICK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import kvproof.events.LiveMessage;
import kvproof.events.ReplayEnd;
import kvproof.events.wire.ContentKeys;
import kvproof.events.wire.EngineBatch;
import kvproof.events.wire.EngineEvent;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EventStyle;
import kvproof.events.wire.EventTail;
import kvproof.events.wire.ExtraKey;
import kvproof.events.wire.ExtraKeys;
import kvproof.events.wire.KvEventCodec;
import kvproof.events.wire.TokenIds;
import kvproof.events.zmq.fault.PublisherFaults;
import kvproof.model.BlockHashes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The programs of {@code peers/engine-events} at the other end; its {@code run} calls this test.
 *
 * <p>Runs only if the system property {@code kvproof.python} names a Python with pyzmq and msgspec.
 */
@Timeout(120)
@ExtendWith(NoThreadLeft.class)
class PythonInteropTest {
  /** As {@code SCRIPT} of {@code batches.py}; batch i of a stream is script i modulo its length. */
  private static final List<EngineBatch> SCRIPT =
      List.of(
          batch(1.5, stored(tokens(1, 8), OptionalLong.empty(), 101, 102).withMedium("GPU")),
          batch(2.5, 1, stored(tokens(9, 16), OptionalLong.of(102), -123, -1)),
          batch(
              3.5,
              3,
              stored(TokenIds.plain(7, 8, 9, -1), OptionalLong.of(0), 301)
                  .withMedium("CPU")
                  .withContent(ContentKeys.NONE.withLoraName("adapter-\u00e9")),
              new BlockRemoved(BlockHashes.of(102), "GPU", EventTail.NONE)),
          batch(
              4.5,
              stored(TokenIds.plain(0, 0, 0, 0, 0, 0, 0, 0), OptionalLong.empty(), 401, 402)
                  .withContent(
                      ContentKeys.NONE.withExtraKeys(
                          new ExtraKeys(
                              List.of(
                                  List.of(new ExtraKey.Text("dynamo-cache-salt:tenant-a")),
                                  List.of()))))),
          batch(
              5.5,
              stored(tokens(1, 4), OptionalLong.empty(), 501)
                  .withContent(ContentKeys.NONE.withCacheSalt("tenant-b"))),
          batch(
              6.5,
              BlockStored.of(
                  BlockHashes.of(601), OptionalLong.empty(), TokenIds.bigram(10, 11, 12), 2)),
          batch(7.5),
          batch(8.5, 0, AllBlocksCleared.ofFramework(), BlockRemoved.of(BlockHashes.of(1, 2, 3))));

  /** The script as {@code reader.py} prints it. */
  private static final List<String> LINES =
      List.of(
          "1.5 rank - | stored 101 102 after - tokens 1 2 3 4 5 6 7 8 size 4"
              + " medium GPU lora - extra -",
          "2.5 rank 1 | stored 18446744073709551493 18446744073709551615 after 102"
              + " tokens 9 10 11 12 13 14 15 16 size 4 medium - lora - extra -",
          "3.5 rank 3 | stored 301 after 0 tokens 7 8 9 4294967295 size 4"
              + " medium CPU lora adapter-\u00e9 extra - | removed 102 medium GPU",
          "4.5 rank - | stored 401 402 after - tokens 0 0 0 0 0 0 0 0 size 4"
              + " medium - lora - extra dynamo-cache-salt:tenant-a/-",
          "5.5 rank - | stored 501 after - tokens 1 2 3 4 size 4"
              + " medium - lora cache_salt=tenant-b extra -",
          "6.5 rank - | stored 601 after - tokens 10/11 11/12 size 2 medium - lora - extra -",
          "7.5 rank -",
          "8.5 rank 0 | cleared | removed 1 2 3 medium -");

  private static String python = "";

  @BeforeAll
  static void findPython() {
    Optional<String> named = Optional.ofNullable(System.getProperty("kvproof.python"));
    assumeTrue(named.isPresent(), "skipped: -Dkvproof.python names no Python with pyzmq, msgspec");
    python = named.orElseThrow();
  }

  private static EngineBatch batch(double timestamp, EngineEvent... events) {
    return new EngineBatch(timestamp, List.of(events), OptionalInt.empty());
  }

  private static EngineBatch batch(double timestamp, int rank, EngineEvent... events) {
    return new EngineBatch(timestamp, List.of(events), OptionalInt.of(rank));
  }

  private static BlockStored stored(TokenIds tokens, OptionalLong parent, long... hashes) {
    return BlockStored.of(BlockHashes.of(hashes), parent, tokens, 4);
  }

  private static TokenIds tokens(int first, int last) {
    return TokenIds.plain(IntStream.rangeClosed(first, last).toArray());
  }

  private static EngineBatch scripted(long sequence) {
    return SCRIPT.get((int) (sequence % SCRIPT.size()));
  }

  private static void isScripted(LiveMessage message) throws Exception {
    assertThat(KvEventCodec.decode(message.payload())).isEqualTo(scripted(message.sequence()));
  }

  /** Joins late, as everybody does, then misses two batches; replays bring both back. */
  @ParameterizedTest
  @EnumSource
  void whatPythonPublishesIsHeardAndReplayed(ReplayStyle style) throws Exception {
    var heard = new Heard();
    try (var engine = new PythonPeer(python, "engine.py", style.name().toLowerCase(Locale.ROOT))) {
      String[] endpoints = engine.line().split(" ");
      Endpoint live = Endpoint.parse(endpoints[0]);
      try (var _ = EventSubscriber.open(live, QUICK, heard);
          var client = new ReplayClient(Endpoint.parse(endpoints[1]), QUICK, LONG)) {
        Heard.until(() -> engine.ask("publish") >= 0 && !heard.messages.isEmpty());
        long joined = heard.messages.getFirst().sequence();
        long lost = engine.ask("lose");
        engine.ask("lose");
        long last = lost + 1;
        for (int i = 0; i < SCRIPT.size(); i++) {
          last = engine.ask("publish");
        }
        long newest = last;
        Heard.until(() -> heard.messages.getLast().sequence() == newest);

        assertThat(heard.sequences())
            .isEqualTo(
                LongStream.rangeClosed(joined, last)
                    .filter(sequence -> sequence != lost && sequence != lost + 1)
                    .boxed()
                    .toList());
        assertThat(heard.messages)
            .allSatisfy(message -> assertThat(message.topic()).asString().isEqualTo("kv-events"))
            .allSatisfy(PythonInteropTest::isScripted);
        assertThat(replayed(client, 0)).isEqualTo(LongStream.rangeClosed(0, last).boxed().toList());
        assertThat(replayed(client, lost))
            .isEqualTo(LongStream.rangeClosed(lost, last).boxed().toList());
        assertThat(replayed(client, last + 1)).isEmpty();
      }
    }
  }

  private static List<Long> replayed(ReplayClient client, long start) throws Exception {
    List<LiveMessage> batches = new ArrayList<>();
    ReplayEnd end =
        client.replay(
            start,
            (sequence, payload) -> batches.add(new LiveMessage(new byte[0], sequence, payload)));
    assertThat(end).isEqualTo(new ReplayEnd.Complete(batches.size()));
    assertThat(batches).allSatisfy(PythonInteropTest::isScripted);
    return batches.stream().map(LiveMessage::sequence).toList();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsPublishedPythonReadsAndReplays(ReplayStyle style) throws Exception {
    PublisherOptions options =
        PublisherOptions.at(ANY_PORT)
            .withReplay(ANY_PORT, style)
            .withTopic("kv-events")
            .withFault(PublisherFaults.losing(sequence -> sequence == 2 || sequence == 5));
    List<String> batches = new ArrayList<>();
    var origins = new TreeMap<Long, String>();
    try (var publisher = EventPublisher.open(options);
        var reader =
            new PythonPeer(
                python,
                "reader.py",
                publisher.liveEndpoint().toString(),
                publisher.replayEndpoint().orElseThrow().toString())) {
      assertThat(publisher.awaitSubscriptions(1, LONG)).isTrue();
      for (EngineBatch batch : SCRIPT) {
        publisher.publish(KvEventCodec.encode(batch, EventStyle.ARRAY));
      }
      for (long sequence = 0; sequence < SCRIPT.size(); sequence++) {
        String[] words = reader.line().split(" ", 4);
        assertThat(words).hasSize(4);
        assertThat(words[1]).isEqualTo(Long.toString(sequence));
        assertThat(words[2]).isEqualTo(words[0].equals("live") ? "kv-events" : "-");
        origins.put(sequence, words[0]);
        batches.add(words[3]);
      }
    }
    assertThat(batches).isEqualTo(LINES);
    // A replay may run past the gap, so where the later ones came from is a matter of speed.
    assertThat(origins)
        .containsEntry(0L, "live")
        .containsEntry(1L, "live")
        .containsEntry(2L, "replayed")
        .containsEntry(5L, "replayed");
  }
}
