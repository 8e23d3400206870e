package kvproof.events.wire;

import static kvproof.events.wire.Payloads.array;
import static kvproof.events.wire.Payloads.batch;
import static kvproof.events.wire.Payloads.batchOf;
import static kvproof.events.wire.Payloads.removed;
import static kvproof.events.wire.Payloads.stored;
import static kvproof.events.wire.Payloads.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.events.MalformedBatchException;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.wire.CacheNamespaces.Namespace;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.model.BlockHashes;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.MmObject;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.Tokens;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenarios of wire decoding, by number. */
class WireScenariosTest {
  private static final WorkerWithDpRank LISTENER = new WorkerWithDpRank(7, 0);
  private static final StreamConfig CONFIG = StreamConfig.of(LISTENER, 4);
  private static final List<Integer> TOKENS = tokens(1, 4);
  private static final List<Integer> NEXT_TOKENS = tokens(5, 8);

  private static final String PLAIN = "cb38e4d7fb2dca5c";
  private static final String NEXT_PLAIN = "e8d3ec39b907b74c";
  private static final String SALTED = "4fa3e8097233e995";
  private static final String NEXT_SALTED = "9b7651d1fc728ccb";
  private static final String SALTED_T = "d3e2d2e0b042e605";
  private static final Map<String, String> TENANT_A = Map.of("cache_salt", "tenant-a");
  private static final Map<String, String> TENANT_B = Map.of("cache_salt", "tenant-b");

  private static final String FULL = "full_attention";

  private static List<String> outcomes(EngineBatch batch) {
    return new Outcomes(CONFIG).of(batch);
  }

  private static List<String> outcomes(Object... events) throws MalformedBatchException {
    return outcomes(batch(events));
  }

  private static BlockStored onlyStored(EngineBatch batch) {
    return (BlockStored) batch.events().getFirst();
  }

  @Nested
  class Fields {
    @Test
    @DisplayName("W1 SGLang metadata map in slot 7: salt; empty salt none")
    void metadataMapGivesTheSalt() throws Exception {
      assertThat(outcomes(stored(1, null, TOKENS, null, "GPU", TENANT_A)))
          .containsExactly("stored 7/0 device - 1:" + SALTED);
      assertThat(outcomes(stored(1, null, TOKENS, null, "GPU", Map.of("cache_salt", ""))))
          .containsExactly("stored 7/0 device - 1:" + PLAIN);
    }

    @Test
    @DisplayName("W1 SGLang metadata map with an empty salt: the extra keys may still supply one")
    void emptySaltOfAMetadataMapLeavesRoomForExtraKeys() throws Exception {
      assertThat(
              outcomes(
                  stored(
                      1,
                      null,
                      TOKENS,
                      null,
                      null,
                      Map.of("cache_salt", ""),
                      List.of(List.of("dynamo-cache-salt:t")))))
          .containsExactly("stored 7/0 device - 1:" + SALTED_T);
    }

    @Test
    @DisplayName("W2 bigram tokens: EAGLE, flattened tokens")
    void bigramTokensAreFlattened() throws Exception {
      BlockStored event =
          onlyStored(
              batch(
                  array(
                      "BlockStored",
                      List.of(11, 12),
                      null,
                      List.of(List.of(10, 11), List.of(11, 12), List.of(12, 13), List.of(13, 14)),
                      2)));

      assertThat(event.tokenIds()).isEqualTo(TokenIds.bigram(10, 11, 12, 13, 14));
    }

    @Test
    @DisplayName("W3 EAGLE conversion, 2 blocks: hashes of overlapping windows")
    void eagleBlocksOverlapByOneToken() throws Exception {
      EngineBatch batch =
          KvEventCodec.decode(
              KvEventCodec.encode(
                  new EngineBatch(
                      0,
                      List.of(
                          BlockStored.of(
                              BlockHashes.of(11, 12),
                              OptionalLong.empty(),
                              TokenIds.bigram(10, 11, 12, 13, 14),
                              2)),
                      OptionalInt.empty()),
                  EventStyle.ARRAY));

      assertThat(new Outcomes(StreamConfig.of(LISTENER, 2)).of(batch))
          .containsExactly("stored 7/0 device - 11:52b31cbfa97a7586 12:c125dbec4fa7efdc");
    }

    @Test
    @DisplayName("W4 ownership in array and map forms: read; kvcr filtered by the framework path")
    void ownershipIsReadInBothForms() throws Exception {
      EngineBatch batch =
          batch(
              stored(1, null, TOKENS, null, null, null, null, null, null, null, null, "kvcr"),
              map(
                  "BlockStored",
                  "block_hashes",
                  List.of(1),
                  "token_ids",
                  TOKENS,
                  "block_size",
                  4,
                  "ownership",
                  "kvcr"),
              removed(1, null, null, null, null, null, "kvcr"),
              map("BlockRemoved", "block_hashes", List.of(1), "ownership", "kvcr"),
              array("AllBlocksCleared", "kvcr"),
              map("AllBlocksCleared", "ownership", "kvcr"));

      assertThat(batch.events())
          .extracting(WireScenariosTest::ownership)
          .containsOnly(Optional.of(Ownership.PERSISTENT_CACHE_RUNTIME));
      assertThat(outcomes(batch)).containsOnly("filtered unsupported_ownership").hasSize(6);
      assertThat(new Outcomes(CONFIG.withStateAgent(true)).of(batch))
          .noneMatch(outcome -> outcome.startsWith("filtered"));
    }

    @Test
    @DisplayName("W5 session id in map form; absent; array form: carried; absent; absent")
    void onlyAMapCarriesASession() throws Exception {
      EngineBatch batch =
          batch(
              map(
                  "BlockStored",
                  "block_hashes",
                  List.of(1),
                  "token_ids",
                  TOKENS,
                  "block_size",
                  4,
                  "session_id",
                  "s-1"),
              map("BlockStored", "block_hashes", List.of(2), "token_ids", TOKENS, "block_size", 4),
              stored(3, null, TOKENS));

      assertThat(outcomes(batch))
          .containsExactly(
              "stored 7/0 device - 1:" + PLAIN + " s-1",
              "stored 7/0 device - 2:" + PLAIN,
              "stored 7/0 device - 3:" + PLAIN);
    }

    @Test
    @DisplayName("W6 map with cache_salt: salt")
    void mapNamesTheSalt() throws Exception {
      assertThat(
              outcomes(
                  map(
                      "BlockStored",
                      "block_hashes",
                      List.of(1),
                      "token_ids",
                      TOKENS,
                      "block_size",
                      4,
                      "cache_salt",
                      "tenant-a")))
          .containsExactly("stored 7/0 device - 1:" + SALTED);
    }

    @Test
    @DisplayName("W7 empty medium, array of 8, longer array, map: Device")
    void emptyMediumIsTheDevice() throws Exception {
      assertThat(
              outcomes(
                  stored(1, null, TOKENS, null, "", null),
                  stored(1, null, TOKENS, null, "", null, null, 0, FULL, null, "LOCAL", null),
                  map(
                      "BlockStored",
                      "block_hashes",
                      List.of(1),
                      "token_ids",
                      TOKENS,
                      "block_size",
                      4,
                      "medium",
                      "")))
          .containsOnly("stored 7/0 device - 1:" + PLAIN)
          .hasSize(3);
    }

    @Test
    @DisplayName("W8 salt only in extra_keys: found; hex text is not an MM object")
    void extraKeysMayNameTheSalt() throws Exception {
      String digest = "0123456789abcdef".repeat(4);

      assertThat(
              outcomes(
                  stored(
                      1,
                      null,
                      TOKENS,
                      null,
                      null,
                      null,
                      List.of(List.of(digest, "dynamo-cache-salt:tenant-a")))))
          .containsExactly("stored 7/0 device - 1:" + SALTED);
    }

    @Test
    @DisplayName("W9 group 0; group 3; no group: kept; kept in the decoded event; absent")
    void groupIsPartOfTheDecodedEvent() throws Exception {
      EngineBatch batch =
          batch(
              stored(1, null, TOKENS, null, null, null, null, 0),
              stored(2, null, TOKENS, null, null, null, null, 3),
              stored(3, null, TOKENS));

      assertThat(batch.events())
          .extracting(event -> ((BlockStored) event).tail().groupIdx())
          .containsExactly(OptionalInt.of(0), OptionalInt.of(3), OptionalInt.empty());
      assertThat(outcomes(batch))
          .containsExactly(
              "stored 7/0 device - 1:" + PLAIN,
              "filtered unlearned_group_idx",
              "stored 7/0 device - 3:" + PLAIN);
    }
  }

  @Nested
  class Tails {
    @Test
    @DisplayName("W10 group 3 with full_attention: accepted")
    void mainKindMakesAnyGroupAcceptable() throws Exception {
      assertThat(outcomes(stored(1, null, TOKENS, null, null, null, null, 3, FULL)))
          .containsExactly("stored 7/0 device - 1:" + PLAIN);
    }

    @Test
    @DisplayName("W11 kind without group slot: accepted")
    void kindNeedsNoGroup() throws Exception {
      assertThat(
              outcomes(
                  stored(1, null, TOKENS, null, null, null, null, FULL),
                  stored(1, null, TOKENS, null, null, null, null, null, FULL, null, null, null)))
          .containsOnly("stored 7/0 device - 1:" + PLAIN)
          .hasSize(2);
    }

    @Test
    @DisplayName("W12 block MM infos + group + kind in the tail: all read")
    void legacyTailHoldsObjectsGroupAndKind() throws Exception {
      List<Object> infos = List.of(List.of(List.of(List.of(99, List.of(List.of(0, 1))))));

      BlockStored event =
          onlyStored(batch(stored(1, null, TOKENS, null, null, null, null, infos, 3, FULL)));

      assertThat(event.content().mmObjects())
          .containsExactly(List.of(new MmObjectInfo(99, List.of(new MmObjectInfo.Offset(0, 1)))));
      assertThat(event.tail()).isEqualTo(EventTail.NONE.withGroupIdx(3).withKind(FULL));
    }

    @Test
    @DisplayName("W13 nil slot and surplus elements: tolerated")
    void nilAndSurplusAreTolerated() throws Exception {
      assertThat(
              outcomes(
                  stored(
                      1, null, TOKENS, null, null, null, null, null, FULL, null, null, null, 7,
                      true),
                  array("AllBlocksCleared", null, 7),
                  removed(1, null, null, null, null, null, null, Map.of("new", 1))))
          .containsExactly("stored 7/0 device - 1:" + PLAIN, "cleared 7/0", "removed 7/0 device 1");
    }

    @Test
    @DisplayName("W14 mamba with group 0: filtered")
    void otherKindIsFilteredInAnyGroup() throws Exception {
      assertThat(outcomes(stored(1, null, TOKENS, null, null, null, null, 0, "mamba")))
          .containsExactly("filtered non_main_attention_kind");
    }

    @Test
    @DisplayName("W15 group 3 before any learning: filtered")
    void unknownGroupIsFiltered() throws Exception {
      assertThat(outcomes(stored(1, null, TOKENS, null, null, null, null, 3), removed(1, null, 3)))
          .containsOnly("filtered unlearned_group_idx")
          .hasSize(2);
    }

    @Test
    @DisplayName("W16 learned on rank 0, used on rank 1: filtered on rank 1")
    void groupsAreLearnedByRank() throws Exception {
      var outcomes = new Outcomes(CONFIG);

      assertThat(
              outcomes.of(
                  batchOf(
                      0,
                      stored(1, null, TOKENS, null, null, null, null, 3, FULL),
                      removed(1, null, 3))))
          .containsExactly("stored 7/0 device - 1:" + PLAIN, "removed 7/0 device 1");
      assertThat(outcomes.of(batchOf(1, removed(1, null, 3))))
          .containsExactly("filtered unlearned_group_idx");
    }

    @Test
    @DisplayName("W17 removal carrying group and kind: does not teach")
    void removalTeachesNoGroup() throws Exception {
      assertThat(outcomes(removed(1, null, 3, FULL), removed(2, null, 3)))
          .containsExactly("removed 7/0 device 1", "filtered unlearned_group_idx");
    }
  }

  @Nested
  class Salts {
    @Test
    @DisplayName("W18 salted first block, unsalted child event: child inherits")
    void childInheritsTheSalt() throws Exception {
      assertThat(outcomes(stored(1, null, TOKENS, null, null, TENANT_A), stored(2, 1, NEXT_TOKENS)))
          .containsExactly(
              "stored 7/0 device - 1:" + SALTED, "stored 7/0 device 1 2:" + NEXT_SALTED);
    }

    @Test
    @DisplayName("W19 many blocks of one salted chain: one salt text shared")
    void chainSharesOneSaltText() {
      var namespaces = new CacheNamespaces();
      Namespace first =
          namespaces
              .stored(0, OptionalLong.empty(), BlockHashes.of(0), Optional.of("tenant-a"))
              .orElseThrow();

      for (long hash = 1; hash < 100; hash++) {
        // every other engine sends the salt again, in a text of its own
        Optional<String> salt =
            hash % 2 == 0 ? Optional.empty() : Optional.of(new String("tenant-a".toCharArray()));
        assertThat(namespaces.stored(0, OptionalLong.of(hash - 1), BlockHashes.of(hash), salt))
            .hasValueSatisfying(namespace -> assertThat(namespace).isSameAs(first));
        assertThat(namespaces.recordOf(0, hash))
            .hasValueSatisfying(record -> assertThat(record.salt()).isSameAs(first.salt()));
      }
    }

    @Test
    @DisplayName("W20 same hash under two salts: ambiguous; children filtered; clear heals")
    void twoSaltsMakeAHashAmbiguousUntilAClear() throws Exception {
      assertThat(
              outcomes(
                  stored(1, null, TOKENS, null, null, TENANT_A),
                  stored(1, null, TOKENS, null, null, TENANT_B),
                  stored(2, 1, NEXT_TOKENS),
                  array("AllBlocksCleared"),
                  stored(2, 1, NEXT_TOKENS)))
          .containsExactly(
              "stored 7/0 device - 1:" + SALTED,
              "stored 7/0 device - 1:4cfa90d8d611e2e9",
              "filtered ambiguous_cache_namespace",
              "cleared 7/0",
              "stored 7/0 device 1 2:" + NEXT_PLAIN);
    }

    @Test
    @DisplayName("W21 empty namespace: absent")
    void emptyNamespaceIsNone() throws Exception {
      assertThat(
              outcomes(
                  map(
                      "BlockStored",
                      "block_hashes",
                      List.of(1),
                      "token_ids",
                      TOKENS,
                      "block_size",
                      4,
                      "cache_salt",
                      "",
                      "extra_keys",
                      List.of(List.of("dynamo-cache-salt:t"))),
                  stored(
                      2, null, TOKENS, null, null, null, List.of(List.of("dynamo-cache-salt:")))))
          .containsExactly("stored 7/0 device - 1:" + PLAIN, "stored 7/0 device - 2:" + PLAIN);
    }
  }

  @Nested
  class Tiers {
    @Test
    @DisplayName("W22 CPU event with no tokens: Stored without blocks, no failure")
    void storeWithoutTokensHasNoBlocks() throws Exception {
      assertThat(outcomes(array("BlockStored", List.of(1), null, List.of(), 0, null, "CPU")))
          .containsExactly("stored 7/0 host_pinned -");
      assertThat(outcomes(array("BlockStored", List.of(1), null, List.of(), 4, null, "CPU")))
          .containsExactly("stored 7/0 host_pinned -");
    }

    @Test
    @DisplayName("W23 CPU event with tokens: HostPinned, indexable")
    void hostBlocksAreHashedLikeOthers() throws Exception {
      assertThat(outcomes(stored(1, null, TOKENS, null, "CPU")))
          .containsExactly("stored 7/0 host_pinned - 1:" + PLAIN);
    }

    @ParameterizedTest(name = "W24 medium {0}")
    @DisplayName(
        "W24 locality LOCAL, REMOTE, unknown, absent, nil, on every medium: kept, dropped, dropped, kept, kept")
    @ValueSource(
        strings = {
          "",
          "GPU",
          "DEVICE",
          "CPU",
          "CPU_PINNED",
          "CPU_TIER1",
          "CPU_TIER2",
          "DISK",
          "NVME",
          "STORAGE",
          "EXTERNAL",
          "NETWORK",
          "REMOTE",
          "SHARED"
        })
    void onlyLocalBlocksPassOnEveryMedium(String medium) throws Exception {
      for (String locality : Arrays.asList("LOCAL", null)) {
        assertThat(outcomes(located(medium, locality)))
            .as("locality %s", locality)
            .noneMatch(outcome -> outcome.startsWith("filtered"));
      }
      for (String locality : List.of("REMOTE", "ELSEWHERE", "")) {
        assertThat(outcomes(located(medium, locality)))
            .as("locality %s", locality)
            .containsOnly("filtered non_local_locality");
      }
      assertThat(outcomes(stored(1, null, TOKENS, null, medium), removed(1, medium)))
          .noneMatch(outcome -> outcome.startsWith("filtered"));
    }

    /** A store and a removal in array form and in map form. */
    private Object[] located(String medium, String locality) {
      return new Object[] {
        stored(1, null, TOKENS, null, medium, null, null, null, null, null, locality),
        removed(1, medium, null, null, null, locality),
        located("BlockStored", medium, locality),
        located("BlockRemoved", medium, locality)
      };
    }

    private Object located(String type, String medium, String locality) {
      Map<String, Object> map = new TreeMap<>();
      map.put("type", type);
      map.put("block_hashes", List.of(1));
      map.put("token_ids", TOKENS);
      map.put("block_size", 4);
      map.put("medium", medium);
      map.put("locality", locality);
      return map;
    }

    @Test
    @DisplayName("W25 locality `Local`: dropped")
    void localityIsUpperCase() throws Exception {
      assertThat(outcomes(located("", "Local"))).containsOnly("filtered non_local_locality");
    }

    @Test
    @DisplayName("W26 legacy arrays: locality unspecified")
    void legacyTailHasNoLocality() throws Exception {
      EngineBatch batch =
          batch(
              stored(1, null, TOKENS, null, null, null, null, 0, FULL, 4096), removed(1, null, 0));

      assertThat(onlyStored(batch).tail().locality()).isEmpty();
      assertThat(((BlockRemoved) batch.events().getLast()).tail().locality()).isEmpty();
      assertThat(outcomes(batch)).noneMatch(outcome -> outcome.startsWith("filtered"));
    }

    @ParameterizedTest(name = "W27 medium {0}")
    @DisplayName("W27 unknown media: filtered, no namespace side effects")
    @ValueSource(strings = {"FS", "OBJ", "gpu"})
    void unknownMediumLeavesNoTrace(String medium) throws Exception {
      assertThat(
              outcomes(
                  stored(1, null, TOKENS, null, medium, TENANT_A, null, 3, FULL),
                  stored(2, 1, NEXT_TOKENS),
                  removed(2, null, 3)))
          .containsExactly(
              "filtered unknown_medium",
              "stored 7/0 device 1 2:" + NEXT_PLAIN,
              "filtered unlearned_group_idx");
    }

    @Test
    @DisplayName("W28 Disk events: no namespace or group side effects")
    void diskEventsLeaveNoTrace() throws Exception {
      assertThat(
              outcomes(
                  stored(1, null, TOKENS, null, "DISK", TENANT_A, null, 3, FULL),
                  stored(2, 1, NEXT_TOKENS),
                  removed(2, null, 3),
                  stored(5, null, TOKENS, null, "GPU", TENANT_A),
                  removed(5, "DISK"),
                  stored(6, 5, NEXT_TOKENS)))
          .containsExactly(
              "stored 7/0 disk - 1:" + SALTED,
              "stored 7/0 device 1 2:" + NEXT_PLAIN,
              "filtered unlearned_group_idx",
              "stored 7/0 device - 5:" + SALTED,
              "removed 7/0 disk 5",
              "stored 7/0 device 5 6:" + NEXT_SALTED);
    }

    @Test
    @DisplayName("W29 storage placeholder store (no tokens): Disk, Stored without blocks")
    void storagePlaceholderHasNoBlocks() throws Exception {
      assertThat(outcomes(array("BlockStored", List.of(1), null, List.of(), 0, null, "STORAGE")))
          .containsExactly("stored 7/0 disk -");
    }
  }

  @Nested
  class Multimodal {
    private static final int IMAGE = 99;
    private static final int VIDEO = 100;

    @ParameterizedTest(name = "W30 {0} with objects {1}")
    @DisplayName("W30 image runs: replaced in order, surplus gets the last")
    @CsvSource({
      "1 99 99 4    , 41      , 1 a a 4",
      "99 2 99 4    , 41 42   , a 2 b 4",
      "99 2 99 4    , 41      , a 2 a 4",
      "99 2 99 99   , 41 42 43, a 2 b b",
    })
    void imageRunsAreReplacedInOrder(String tokens, String objects, String expected)
        throws Exception {
      assertThat(hash(tokens, objects, OptionalInt.of(IMAGE), OptionalInt.empty()))
          .isEqualTo(padded(expected));
    }

    @Test
    @DisplayName("W31 same with video id configured and counts differing: native MM hash kept")
    void countsThatDifferKeepTheNativeHash() throws Exception {
      assertThat(hash("99 2 99 4", "41", OptionalInt.of(IMAGE), OptionalInt.of(VIDEO)))
          .isEqualTo(beside("99 2 99 4", "41"));
      assertThat(hash("99 2 99 4", "41 42", OptionalInt.of(IMAGE), OptionalInt.of(VIDEO)))
          .isEqualTo(padded("a 2 b 4"));
    }

    @Test
    @DisplayName(
        "W32 video in several runs then image: one pad for all video runs, another for the image")
    void videoRunsAreOneObject() throws Exception {
      assertThat(
              hash(
                  "100 100 7 100 100 8 99 99",
                  "41 42",
                  OptionalInt.of(IMAGE),
                  OptionalInt.of(VIDEO)))
          .isEqualTo(padded("a a 7 a a 8 b b"));
    }

    @Test
    @DisplayName("W33 two videos without image between: native MM hash")
    void twoVideosCannotBeToldApart() throws Exception {
      assertThat(hash("100 7 100 8", "41 42", OptionalInt.of(IMAGE), OptionalInt.of(VIDEO)))
          .isEqualTo(beside("100 7 100 8", "41 42"));
    }

    @Test
    @DisplayName(
        "W34 boundary block whose video placeholder is in the next batch: native hash differs per video")
    void blockBeforeThePlaceholderDiffersByVideo() throws Exception {
      String first = hash("1 2 3 4", "41", OptionalInt.of(IMAGE), OptionalInt.of(VIDEO));
      String second = hash("1 2 3 4", "42", OptionalInt.of(IMAGE), OptionalInt.of(VIDEO));

      assertThat(first).isEqualTo(beside("1 2 3 4", "41")).isNotEqualTo(second);
      assertThat(second).isEqualTo("c24b4634b5656053");
    }

    @Test
    @DisplayName("W35 image and video id equal: native MM hash")
    void equalIdsKeepTheNativeHash() throws Exception {
      assertThat(hash("1 99 99 4", "41", OptionalInt.of(IMAGE), OptionalInt.of(IMAGE)))
          .isEqualTo(beside("1 99 99 4", "41"));
    }

    @Test
    @DisplayName("W36 SGLang tokens already padded: unaffected by a configured image id")
    void paddedTokensStayAsTheyAre() throws Exception {
      String tokens = "1 1000041 1000041 4";

      assertThat(hash(tokens, "", OptionalInt.of(IMAGE), OptionalInt.empty()))
          .isEqualTo(hash(tokens, "", OptionalInt.empty(), OptionalInt.empty()))
          .isEqualTo(padded("1 a a 4"));
      assertThat(hash(tokens, "41", OptionalInt.of(IMAGE), OptionalInt.empty()))
          .isEqualTo(hash(tokens, "41", OptionalInt.empty(), OptionalInt.empty()));
    }

    /** Local hash of the one block that such an event stores. */
    private String hash(String tokens, String objects, OptionalInt imageId, OptionalInt videoId)
        throws Exception {
      List<Integer> block = numbers(tokens);
      List<Object> infos =
          objects.isEmpty()
              ? List.of()
              : List.of(
                  List.of(
                      numbers(objects).stream().map(hash -> List.of(hash, List.of())).toList()));
      var outcomes =
          new Outcomes(StreamConfig.of(LISTENER, block.size()).withPlaceholders(imageId, videoId));
      String outcome = outcomes.line(batch(stored(1, null, block, null, null, null, null, infos)));
      return outcome.replaceAll(".* 1:([0-9a-f]{16}).*", "$1");
    }

    /** Hash of tokens alone; a, b, c stand for the pad values of the objects 41, 42, 43. */
    private String padded(String words) {
      return content(
          numbers(words.replace("a", "1000041").replace("b", "1000042").replace("c", "1000043")),
          List.of());
    }

    /** Hash of raw tokens with the objects beside them. */
    private String beside(String tokens, String objects) {
      return content(
          numbers(tokens),
          numbers(objects).stream().map(hash -> new MmObject(hash, List.of())).toList());
    }

    private String content(List<Integer> tokens, List<MmObject> objects) {
      BlockHashes hashes =
          RequestContent.of(
                  Tokens.of(tokens.stream().mapToInt(Integer::intValue).toArray()), tokens.size())
              .withMmObjects(List.of(objects))
              .localHashes();
      return HexFormat.of().toHexDigits(hashes.at(0));
    }

    private List<Integer> numbers(String words) {
      return Arrays.stream(words.trim().split(" +")).map(Integer::valueOf).toList();
    }
  }

  @Nested
  class Payload {
    @Test
    @DisplayName("W37 unknown tag in a batch of two: whole batch refused")
    void unknownTagRefusesTheBatch() {
      assertThatThrownBy(() -> batch(removed(1), array("Nope")))
          .isInstanceOf(MalformedBatchException.class)
          .hasMessage("unknown event 'Nope'");
    }

    @Test
    @DisplayName("W38 trailing bytes after a batch: ignored")
    void bytesBehindTheBatchAreIgnored() throws Exception {
      byte[] payload = Payloads.payload(0, removed(1));

      assertThat(KvEventCodec.decode(Arrays.copyOf(payload, payload.length + 5)))
          .isEqualTo(KvEventCodec.decode(payload));
    }
  }

  @Test
  void everyScenarioHasATest() {
    List<Integer> numbers =
        Stream.of(WireScenariosTest.class.getDeclaredClasses())
            .flatMap(nested -> Stream.of(nested.getDeclaredMethods()))
            .flatMap(method -> Stream.ofNullable(method.getAnnotation(DisplayName.class)))
            .map(name -> Integer.valueOf(name.value().substring(1, name.value().indexOf(' '))))
            .distinct()
            .sorted()
            .toList();

    assertThat(numbers).isEqualTo(IntStream.rangeClosed(1, 38).boxed().toList());
  }

  /** A map event; keys and values alternate. */
  private static Map<String, Object> map(String type, Object... fields) {
    Map<String, Object> map = new TreeMap<>();
    map.put("type", type);
    for (int i = 0; i < fields.length; i += 2) {
      map.put((String) fields[i], fields[i + 1]);
    }
    return map;
  }

  private static Optional<Ownership> ownership(EngineEvent event) {
    return switch (event) {
      case BlockStored stored -> stored.tail().ownership();
      case BlockRemoved removed -> removed.tail().ownership();
      case AllBlocksCleared(var ownership) -> ownership;
      case EngineEvent.Ignored _ -> Optional.empty();
    };
  }
}
