package kvproof.events.routerevent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.routerevent.RouterEventData.StoredBlock;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterEventCodecTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final String REMOVED =
      """
      {"worker_id":7,"event":{"event_id":6,"data":{"removed":{"block_hashes":[102]}}}}""";

  /** The published events, in their order. */
  private static final List<RouterEvent> PUBLISHED =
      List.of(
          RouterEvent.ofRank(
              new WorkerWithDpRank(7, 1),
              StorageTier.DEVICE,
              5,
              new Stored(
                  OptionalLong.of(101), OptionalInt.empty(), List.of(StoredBlock.of(102, 12)))),
          RouterEvent.ofRank(
              new WorkerWithDpRank(7, 0),
              StorageTier.HOST_PINNED,
              6,
              new Removed(BlockHashes.of(102))),
          new RouterEvent(
              new WorkerWithDpRank(0, 0),
              StorageTier.HOST_PINNED,
              ResidencyDomain.CACHE_OWNER,
              7,
              new Cleared(),
              Optional.of(RouterEvents.OWNER),
              Optional.empty()));

  static Stream<Arguments> published() throws IOException {
    List<String> lines;
    try (InputStream rows = RouterEventCodecTest.class.getResourceAsStream("vectors.txt")) {
      lines =
          new String(rows.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .toList();
    }
    assertThat(lines).hasSize(2 * PUBLISHED.size());
    return IntStream.range(0, PUBLISHED.size())
        .mapToObj(i -> Arguments.of(PUBLISHED.get(i), lines.get(2 * i), lines.get(2 * i + 1)));
  }

  @ParameterizedTest
  @MethodSource("published")
  void publishedEventIsReadAndWritten(RouterEvent event, String json, String msgpackHex)
      throws Exception {
    assertThat(RouterEventCodec.ofJson(json)).isEqualTo(event);
    assertThat(RouterEventCodec.toJson(event)).isEqualTo(json);
    assertThat(RouterEventCodec.ofMsgpack(HEX.parseHex(msgpackHex))).isEqualTo(event);
    assertThat(HEX.formatHex(RouterEventCodec.toMsgpack(event))).isEqualTo(msgpackHex);
  }

  @Test
  void whatIsLeftOutHasItsDefault() throws Exception {
    RouterEvent event = RouterEventCodec.ofJson(REMOVED);

    assertThat(event)
        .isEqualTo(
            new RouterEvent(
                new WorkerWithDpRank(7, 0),
                StorageTier.DEVICE,
                ResidencyDomain.UNSPECIFIED,
                6,
                new Removed(BlockHashes.of(102)),
                Optional.empty(),
                Optional.empty()));
    assertThat(RouterEventCodec.toJson(event))
        .doesNotContain("residency_domain", "state_source", "session_id");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"future\"", "\"Worker\"", "\"\"", "null", "3", "1.5", "[]", "{\"a\":1}", "true"})
  void anyOtherDomainIsUnsupportedAndNoError(String domain) throws Exception {
    RouterEvent event =
        RouterEventCodec.ofJson(
            REMOVED.replace(
                "{\"worker_id\"", "{\"residency_domain\":" + domain + ",\"worker_id\""));

    assertThat(event.domain()).isEqualTo(ResidencyDomain.UNSUPPORTED);
    assertThat(RouterEventCodec.ofJson(RouterEventCodec.toJson(event))).isEqualTo(event);
  }

  @Test
  void numbersAreExactUpToTheLargest() throws Exception {
    var event =
        RouterEvent.ofRank(
            new WorkerWithDpRank(-1, -1),
            StorageTier.EXTERNAL,
            -1,
            new Removed(BlockHashes.of(-1, (1L << 53) + 1)));

    String json = RouterEventCodec.toJson(event);

    assertThat(json)
        .contains("\"worker_id\":18446744073709551615")
        .contains("[18446744073709551615,9007199254740993]")
        .contains("\"dp_rank\":4294967295");
    assertThat(RouterEventCodec.ofJson(json)).isEqualTo(event);
    assertThat(RouterEventCodec.ofMsgpack(RouterEventCodec.toMsgpack(event))).isEqualTo(event);
  }

  @Test
  void unknownFieldsArePassedOver() throws Exception {
    assertThat(
            RouterEventCodec.ofJson(
                REMOVED.replaceAll("\\{\"(worker_id|event_id|block_hashes)", "{\"new\":[{}],\"$1")))
        .isEqualTo(RouterEventCodec.ofJson(REMOVED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | router event.event is missing",
        "[] | router event is [], expected an object",
        "{`event`:{`event_id`:1,`data`:`cleared`}} | router event.worker_id is missing",
        "{`worker_id`:-1,`event`:{`event_id`:1,`data`:`cleared`}}"
            + " | router event.worker_id is -1, expected an unsigned 64-bit integer",
        "{`worker_id`:1.0,`event`:{`event_id`:1,`data`:`cleared`}}"
            + " | router event.worker_id is 1.0, expected an unsigned 64-bit integer",
        "{`worker_id`:18446744073709551616,`event`:{`event_id`:1,`data`:`cleared`}}"
            + " | router event.worker_id is 18446744073709551616, expected an unsigned 64-bit"
            + " integer",
        "{`worker_id`:1,`event`:{`event_id`:1,`dp_rank`:4294967296,`data`:`cleared`}}"
            + " | router event.event.dp_rank is 4294967296, expected an unsigned 32-bit integer",
        "{`worker_id`:1,`event`:{`event_id`:1,`dp_rank`:null,`data`:`cleared`}}"
            + " | router event.event.dp_rank is null, expected an unsigned 32-bit integer",
        "{`worker_id`:1,`storage_tier`:`tape`,`event`:{`event_id`:1,`data`:`cleared`}}"
            + " | router event.storage_tier is `tape`, expected device, host_pinned, disk or"
            + " external",
        "{`worker_id`:1,`event`:{`event_id`:1,`data`:`gone`}}"
            + " | router event.event.data is `gone`, expected stored, removed or the text cleared",
        "{`worker_id`:1,`event`:{`event_id`:1,`data`:{`stored`:{},`removed`:{}}}}"
            + " | router event.event.data is {`stored`:{},`removed`:{}}, expected stored, removed"
            + " or the text cleared",
        "{`worker_id`:1,`event`:{`event_id`:1,`data`:{`stored`:{`blocks`:[{`block_hash`:1}]}}}}"
            + " | router event.event.data.stored.blocks[0].tokens_hash is missing",
        "{`worker_id`:1,`worker_id`:2} | unreadable router event: Duplicate field 'worker_id'",
      })
  void malformedEventSaysWhereItIsWrong(String json, String message) {
    assertThatThrownBy(() -> RouterEventCodec.ofJson(json.replace('`', '"')))
        .isInstanceOf(MalformedRouterEventException.class)
        .hasMessageStartingWith(message.replace('`', '"'));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{} {}", "nul", "\u0000", "{\"a\":1e999999999999}"})
  void textThatIsNoJsonIsMalformed(String json) {
    assertThatThrownBy(() -> RouterEventCodec.ofJson(json))
        .isInstanceOf(MalformedRouterEventException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "c0",
        "90",
        "81",
        "8101",
        // worker_id twice
        "82a9776f726b65725f696407a9776f726b65725f696407",
      })
  void bytesThatAreNoEventAreMalformed(String hex) {
    assertThatThrownBy(() -> RouterEventCodec.ofMsgpack(HEX.parseHex(hex)))
        .isInstanceOf(MalformedRouterEventException.class);
  }
}
