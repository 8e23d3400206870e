package kvproof.events.wire;

import static kvproof.events.wire.Payloads.array;
import static kvproof.events.wire.Payloads.batch;
import static kvproof.events.wire.Payloads.removed;
import static kvproof.events.wire.Payloads.stored;
import static kvproof.events.wire.Payloads.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvproof.events.MalformedBatchException;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;
import kvproof.model.BlockHashes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the published payloads leave out. */
class KvEventCodecTest {
  private static final List<Integer> TOKENS = tokens(1, 4);

  /** A store in map form with one more field. */
  private static Map<String, Object> storedMap(String key, Object value) {
    Map<String, Object> map =
        new TreeMap<>(
            Map.of(
                "type",
                "BlockStored",
                "block_hashes",
                List.of(1),
                "token_ids",
                TOKENS,
                "block_size",
                4));
    map.put(key, value);
    return map;
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        refused("token_ids: 3, expected a pair of tokens", tokenIds(pair(1, 2), 3)),
        refused(
            "token_ids: an array of 2, expected an unsigned 32-bit integer",
            tokenIds(3, pair(1, 2))),
        refused("token_ids: an array of 3, expected a pair of tokens", tokenIds(List.of(1, 2, 3))),
        refused("token_ids: an array of 1, expected a pair of tokens", tokenIds(List.of(1))),
        refused("token_ids: -1, expected an unsigned 32-bit integer", tokenIds(pair(1, -1))),
        refused(
            "token_ids: 'x', expected an array", array("BlockStored", List.of(1), null, "x", 4)),
        refused("token_ids is missing", Map.of("type", "BlockStored", "block_hashes", List.of(1))),
        refused("token_ids: nil, expected an array", storedMap("token_ids", null)),
        refused(
            "block_size: nil, expected an unsigned 64-bit integer", storedMap("block_size", null)),
        refused(
            "parent_block_hash: 'x', expected a 64-bit integer",
            array("BlockStored", List.of(1), "x", TOKENS, 4)),
        refused("medium: true, expected a text", storedMap("medium", true)),
        refused("lora_name: an array of 0, expected a text", storedMap("lora_name", List.of())),
        refused("cache_salt: 1, expected a text", storedMap("cache_salt", 1)),
        refused("session_id: 1, expected a text", storedMap("session_id", 1)),
        refused("kv_cache_spec_kind: 1, expected a text", storedMap("kv_cache_spec_kind", 1)),
        refused(
            "group_idx: 4294967296, expected an unsigned 32-bit integer",
            storedMap("group_idx", 1L << 32)),
        refused(
            "kv_cache_spec_sliding_window: 'x', expected an unsigned 32-bit integer",
            storedMap("kv_cache_spec_sliding_window", "x")),
        refused("locality: 1, expected a text", storedMap("locality", 1)),
        refused("ownership: 1, expected a text", storedMap("ownership", 1)),
        refused(
            "block_mm_infos: an array of 1, expected multimodal objects block by block",
            storedMap("block_mm_infos", List.of(1))),
        refused(
            "block_mm_infos: a map of 0, expected multimodal objects block by block",
            storedMap("block_mm_infos", Map.of())),
        refused("extra_keys of a block: 1, expected an array", storedMap("extra_keys", List.of(1))),
        refused("block_hashes is missing", Map.of("type", "BlockRemoved")),
        refused("BlockRemoved without block_hashes", array("BlockRemoved")),
        refused("BlockStored of 4 elements", array("BlockStored", List.of(1), null, TOKENS)),
        refused("type: 1, expected a text", Map.of("type", 1)),
        refused("type is missing", Map.of()),
        refused("tag: nil, expected a text", array((Object) null)),
        refused("unknown event 'blockremoved'", array("blockremoved", List.of(1))),
        refused("event: 'Ignored', expected an array or a map", "Ignored"));
  }

  private static Arguments refused(String message, Object event) {
    return Arguments.of(message, event);
  }

  private static List<Object> tokenIds(Object... items) {
    return array("BlockStored", List.of(1), null, Arrays.asList(items), 4);
  }

  private static List<Object> pair(int first, int second) {
    return List.of(first, second);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusalSaysWhatStandsWhere(String message, Object event) {
    assertThatThrownBy(() -> batch(removed(1), event))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessage(message);
  }

  /** One of its keys is the number 1. */
  @Test
  void mapWithAKeyThatIsNoTextIsRefused() {
    byte[] payload =
        HexFormat.of()
            .parseHex("93cb0000000000000000" + "9182" + "0101a474797065a749676e6f726564" + "c0");

    assertThatThrownBy(() -> KvEventCodec.decode(payload))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessage("key: 1, expected a text");
  }

  @ParameterizedTest
  @CsvSource({
    "93ca3fc0000090c0          , 1.5",
    "9305 90 c0                , 5",
    "93ff 90 c0                , -1",
    "93cfffffffffffffffff 90 c0, 18446744073709551615",
    "93cb7ff8000000000000 90 c0, NaN",
  })
  void timestampIsAnyNumber(String hex, double expected) throws Exception {
    EngineBatch batch = KvEventCodec.decode(HexFormat.of().parseHex(hex.replace(" ", "")));

    assertThat(batch).isEqualTo(new EngineBatch(expected, List.of(), OptionalInt.empty()));
  }

  /** Of the 14 elements of today: present and nil in the middle, or absent at the end. */
  @Test
  void nilAndAbsentAreTheSame() throws Exception {
    assertThat(batch(stored(1, null, TOKENS, null, null, null, null, null, null, null, null, null)))
        .isEqualTo(batch(stored(1, null, TOKENS)));
    assertThat(batch(removed(1, null, null, null, null, null, null))).isEqualTo(batch(removed(1)));
    assertThat(batch(storedMap("parent_block_hash", null)))
        .isEqualTo(batch(stored(1, null, TOKENS)));
    for (String key :
        List.of(
            "medium",
            "lora_name",
            "cache_salt",
            "extra_keys",
            "block_mm_infos",
            "group_idx",
            "kv_cache_spec_kind",
            "kv_cache_spec_sliding_window",
            "locality",
            "ownership",
            "session_id",
            "surplus")) {
      assertThat(batch(storedMap(key, null))).as(key).isEqualTo(batch(stored(1, null, TOKENS)));
    }
  }

  @Test
  void explicitObjectsGoBeforeThoseAmongTheExtraKeys() throws Exception {
    Map<String, Object> event =
        storedMap("extra_keys", List.of(List.of("0".repeat(15) + "7" + "0".repeat(48))));
    assertThat(((BlockStored) batch(event).events().getFirst()).content().mmObjects())
        .containsExactly(List.of(MmObjectInfo.of(7)));

    event.put("block_mm_infos", List.of());

    assertThat(((BlockStored) batch(event).events().getFirst()).content().mmObjects()).isEmpty();
  }

  @Test
  void stylesAreAsManyAsEvents() {
    var batch = new EngineBatch(0, List.of(new Ignored(), new Ignored()), OptionalInt.empty());

    assertThatThrownBy(() -> KvEventCodec.encode(batch, List.of(EventStyle.ARRAY)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("1 styles for 2 events");
  }

  @Test
  void bigramTokensComeInPairs() {
    assertThatThrownBy(() -> TokenIds.bigram(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a pair: 1 tokens");
  }

  @Test
  void noTokensAreThePlainForm() throws Exception {
    assertThat(((BlockStored) batch(tokenIds()).events().getFirst()).tokenIds())
        .isEqualTo(TokenIds.plain());
  }

  @Test
  void longestHashesKeepTheirBits() throws Exception {
    var event =
        BlockStored.of(
            BlockHashes.of(Long.MIN_VALUE, -1, Long.MAX_VALUE),
            OptionalLong.of(Long.MIN_VALUE + 1),
            TokenIds.plain(-1, 0), // 2^32 - 1
            -1);
    var batch = new EngineBatch(0, List.of(event), OptionalInt.of(Integer.MIN_VALUE));
    for (EventStyle.HashForm form : EventStyle.HashForm.values()) {
      byte[] payload = KvEventCodec.encode(batch, EventStyle.ARRAY.withHashes(form, form));
      assertThat(KvEventCodec.decode(payload)).isEqualTo(batch);
    }
  }
}
