package kvproof.model.identity;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.model.BlockHashes;
import kvproof.model.identity.MmObject.TokenRange;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestContentTest {
  private static final RequestContent PLAIN = RequestContent.of(tokens(1, 8), 4);

  private static Tokens tokens(int first, int last) {
    return Tokens.of(IntStream.rangeClosed(first, last).toArray());
  }

  private static MmObject object(long hash, TokenRange... offsets) {
    return new MmObject(hash, List.of(offsets));
  }

  @Nested
  class Blocks {
    @ParameterizedTest
    @CsvSource({
      "1, 4 , 4 , cb38e4d7fb2dca5c",
      "1, 12, 4 , cb38e4d7fb2dca5c e8d3ec39b907b74c 06b748f1777d599c",
      "1, 9 , 4 , cb38e4d7fb2dca5c e8d3ec39b907b74c",
      "1, 3 , 4 , ''",
      "0, 15, 16, d47a8f41c833328a",
      "0, 63, 64, 304d910e689e42bf",
    })
    void tokensHaveThePublishedLocalHashes(int first, int last, int blockSize, String expected) {
      BlockHashes actual = RequestContent.of(tokens(first, last), blockSize).localHashes();

      assertThat(HexHashes.of(actual)).isEqualTo(HexHashes.cell(expected));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "3, 0", "4, 1", "5, 1", "7, 1", "8, 2"})
    void incompleteLastBlockIsDropped(int tokenCount, int expected) {
      RequestContent content = RequestContent.of(tokens(1, tokenCount), 4);

      assertThat(content.blockCount()).isEqualTo(expected);
      assertThat(content.localHashes().size()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16, 32, 64})
    void localHashIsTheHashOfTheTokenBytes(int blockSize) {
      Tokens tokens = Tokens.of(IntStream.range(0, 200).map(i -> i * 0x9e3779b9).toArray());
      Xxh3 hash = Xxh3.seeded(1337);

      BlockHashes actual = RequestContent.of(tokens, blockSize).localHashes();

      assertThat(actual.size()).isEqualTo(200 / blockSize);
      for (int block = 0; block < actual.size(); block++) {
        ByteBuffer bytes = ByteBuffer.allocate(blockSize * 4).order(LITTLE_ENDIAN);
        for (int i = 0; i < blockSize; i++) {
          bytes.putInt(tokens.at(block * blockSize + i));
        }
        assertThat(actual.at(block)).isEqualTo(hash.hash(bytes.array()));
      }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void blockSizeZeroGivesNoBlocks(boolean eagle) {
      RequestContent content = RequestContent.of(tokens(1, 12), 0).withEagle(eagle);

      assertThat(content.localHashes()).isEqualTo(BlockHashes.empty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void blockLargerThanAnyPromptGivesNoBlocks(boolean eagle) {
      RequestContent content = RequestContent.of(tokens(1, 12), Integer.MAX_VALUE).withEagle(eagle);

      assertThat(content.localHashes()).isEqualTo(BlockHashes.empty());
    }

    @Test
    void negativeBlockSizeIsRefused() {
      assertThatThrownBy(() -> RequestContent.of(tokens(1, 4), -1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("not a block size: -1");
    }
  }

  @Nested
  class Salt {
    @ParameterizedTest
    @CsvSource({
      "''       , ''       , 0000000000000539, cb38e4d7fb2dca5c",
      "adapter-a, ''       , 7ab77913e9c918d6, 9df1b8814fdc3b69",
      "''       , tenant-a , 1b095b6229544fb6, 4fa3e8097233e995",
      "adapter-a, tenant-a , 95c0d476131d6353, 8a5492a027cc43fa",
      "tenant-a , ''       , 635c5bebe6e5fcba, 61ced5447884de7c",
    })
    void loraAndNamespaceAddTheirNameHashesToTheSeed(
        String loraName, String cacheNamespace, String seed, String hash) {
      RequestContent content =
          RequestContent.of(tokens(1, 4), 4)
              .withLoraName(loraName)
              .withCacheNamespace(cacheNamespace);

      assertThat(HexHashes.of(content.seed())).isEqualTo(seed);
      assertThat(HexHashes.of(content.localHashes())).containsExactly(hash);
    }

    @ParameterizedTest
    @CsvSource({
      "1, 4 , ''       , tenant-b, 4cfa90d8d611e2e9",
      "5, 8 , ''       , tenant-a, 9b7651d1fc728ccb",
      "1, 4 , ''       , t       , d3e2d2e0b042e605",
      "9, 12, adapter-a, ''      , 9799522907da1e6b",
    })
    void saltedTokensHaveThePublishedLocalHash(
        int first, int last, String loraName, String cacheNamespace, String expected) {
      RequestContent content =
          RequestContent.of(tokens(first, last), 4)
              .withLoraName(loraName)
              .withCacheNamespace(cacheNamespace);

      assertThat(HexHashes.of(content.localHashes())).containsExactly(expected);
    }

    @Test
    void everyBlockIsSalted() {
      BlockHashes plain = PLAIN.localHashes();
      BlockHashes salted = PLAIN.withCacheNamespace("tenant-a").localHashes();

      assertThat(HexHashes.of(salted)).containsExactly("4fa3e8097233e995", "9b7651d1fc728ccb");
      assertThat(salted.stream().boxed())
          .doesNotContainAnyElementsOf(plain.stream().boxed().toList());
    }

    @ParameterizedTest
    @MethodSource("namings")
    void namesSeparateTheCaches(
        UnaryOperator<RequestContent> one, UnaryOperator<RequestContent> other) {
      assertThat(one.apply(PLAIN).localHashes()).isNotEqualTo(other.apply(PLAIN).localHashes());
    }

    static Stream<Arguments> namings() {
      UnaryOperator<RequestContent> none = content -> content;
      UnaryOperator<RequestContent> loraX = content -> content.withLoraName("x");
      UnaryOperator<RequestContent> loraY = content -> content.withLoraName("y");
      UnaryOperator<RequestContent> namespaceX = content -> content.withCacheNamespace("x");
      UnaryOperator<RequestContent> namespaceY = content -> content.withCacheNamespace("y");
      return Stream.of(
          Arguments.of(none, loraX),
          Arguments.of(none, loraY),
          Arguments.of(loraX, loraY),
          Arguments.of(none, namespaceX),
          Arguments.of(none, namespaceY),
          Arguments.of(namespaceX, namespaceY),
          Arguments.of(loraX, namespaceX));
    }
  }

  @Nested
  class Eagle {
    @ParameterizedTest
    @CsvSource({
      "true , 52b31cbfa97a7586 c125dbec4fa7efdc",
      "false, 6647018121963065 1c652937afd5cfd0 a903512d6e3a4b3a",
    })
    void windowsOverlapByOneToken(boolean eagle, String expected) {
      RequestContent content = RequestContent.of(tokens(10, 15), 2).withEagle(eagle);

      assertThat(HexHashes.of(content.localHashes())).isEqualTo(HexHashes.cell(expected));
    }

    @Test
    void windowIsTheBlockAndTheTokenAfterIt() {
      BlockHashes windows = RequestContent.of(tokens(10, 15), 2).withEagle(true).localHashes();

      assertThat(windows.slice(0, 1))
          .isEqualTo(RequestContent.of(Tokens.of(10, 11, 12), 3).localHashes());
      assertThat(windows.slice(1, 2))
          .isEqualTo(RequestContent.of(Tokens.of(12, 13, 14), 3).localHashes());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "2, 0", "3, 1", "4, 1", "5, 2", "6, 2", "7, 3"})
    void blocksNeedOneTokenMore(int tokenCount, int expected) {
      RequestContent content = RequestContent.of(tokens(1, tokenCount), 2).withEagle(true);

      assertThat(content.localHashes().size()).isEqualTo(expected);
    }
  }

  @Nested
  class Multimodal {
    private static final List<List<MmObject>> ON_BLOCK_0 = List.of(List.of(object(42), object(7)));

    @Test
    void objectsChangeTheHashOfTheirBlockOnly() {
      assertThat(HexHashes.of(PLAIN.withMmObjects(ON_BLOCK_0).localHashes()))
          .containsExactly("575ccb8c77f8af93", "e8d3ec39b907b74c");
    }

    @ParameterizedTest
    @CsvSource({"42, c24b4634b5656053", "99, c191ed350e1d1d66"})
    void oneObjectGivesThePublishedHash(long object, String expected) {
      RequestContent content =
          RequestContent.of(tokens(1, 4), 4).withMmObjects(List.of(List.of(object(object))));

      assertThat(HexHashes.of(content.localHashes())).containsExactly(expected);
    }

    @Test
    void orderOfObjectsDoesNotMatter() {
      assertThat(PLAIN.withMmObjects(List.of(List.of(object(7), object(42)))).localHashes())
          .isEqualTo(PLAIN.withMmObjects(ON_BLOCK_0).localHashes());
    }

    @Test
    void objectHashesEnterInUnsignedOrderDuplicatesKept() {
      byte[] content =
          ByteBuffer.allocate(40)
              .order(LITTLE_ENDIAN)
              .putInt(1)
              .putInt(2)
              .putInt(3)
              .putInt(4)
              .putLong(5)
              .putLong(5)
              .putLong(-1) // the largest, not the smallest
              .array();

      BlockHashes actual =
          PLAIN.withMmObjects(List.of(List.of(object(5), object(-1), object(5)))).localHashes();

      assertThat(actual.at(0)).isEqualTo(Xxh3.seeded(1337).hash(content));
    }

    @Test
    void entryWithoutObjectsEqualsNoEntry() {
      assertThat(PLAIN.withMmObjects(List.of(List.of(), List.of())).localHashes())
          .isEqualTo(PLAIN.localHashes());
    }

    @Test
    void offsetsDoNotEnter() {
      BlockHashes none = PLAIN.withMmObjects(List.of(List.of(object(7)))).localHashes();

      for (TokenRange offsets : List.of(new TokenRange(0, 1), new TokenRange(2, 4))) {
        assertThat(PLAIN.withMmObjects(List.of(List.of(object(7, offsets)))).localHashes())
            .isEqualTo(none);
      }
    }

    @Test
    void eagleWindowTakesTheObjectsOfItsBlock() {
      RequestContent eagle = RequestContent.of(tokens(10, 14), 2).withEagle(true);
      RequestContent window = RequestContent.of(tokens(12, 14), 3);

      BlockHashes actual =
          eagle.withMmObjects(List.of(List.of(), List.of(object(7)))).localHashes();

      assertThat(actual.slice(0, 1)).isEqualTo(eagle.localHashes().slice(0, 1));
      assertThat(actual.slice(1, 2))
          .isEqualTo(window.withMmObjects(List.of(List.of(object(7)))).localHashes());
    }
  }

  /** Hashes were asked for before the change; the changed content must not give them again. */
  @ParameterizedTest
  @MethodSource("changes")
  void changedContentNeverGivesStaleHashes(
      UnaryOperator<RequestContent> change, RequestContent fresh) {
    BlockHashes before = PLAIN.localHashes();

    RequestContent changed = change.apply(PLAIN);

    assertThat(changed).isEqualTo(fresh);
    assertThat(changed.localHashes()).isNotEqualTo(before).isEqualTo(fresh.localHashes());
    assertThat(PLAIN.localHashes()).isEqualTo(before);
  }

  static Stream<Arguments> changes() {
    Tokens tokens = tokens(1, 8);
    List<List<MmObject>> objects = List.of(List.of(object(7)));
    return Stream.of(
        change(
            content -> content.withLoraName("a"),
            new RequestContent(tokens, 4, "a", "", List.of(), false)),
        change(
            content -> content.withCacheNamespace("a"),
            new RequestContent(tokens, 4, "", "a", List.of(), false)),
        change(
            content -> content.withMmObjects(objects),
            new RequestContent(tokens, 4, "", "", objects, false)),
        change(
            content -> content.withEagle(true),
            new RequestContent(tokens, 4, "", "", List.of(), true)),
        change(
            content ->
                content
                    .withEagle(true)
                    .withMmObjects(objects)
                    .withCacheNamespace("b")
                    .withLoraName("a"),
            new RequestContent(tokens, 4, "a", "b", objects, true)));
  }

  private static Arguments change(UnaryOperator<RequestContent> change, RequestContent fresh) {
    return Arguments.of(change, fresh);
  }
}
