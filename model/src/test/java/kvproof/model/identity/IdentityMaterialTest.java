package kvproof.model.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.model.identity.IdentityEntries.Defaults;
import kvproof.model.identity.IdentityEntries.Entry;
import kvproof.model.identity.IdentityEntries.Explicit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityMaterialTest {
  private static final Explicit MAP = explicit("model", "m", "dtype", "fp8");

  private static Explicit explicit(String... keysAndValues) {
    return new Explicit(
        IntStream.range(0, keysAndValues.length / 2)
            .mapToObj(i -> new Entry(keysAndValues[2 * i], keysAndValues[2 * i + 1]))
            .toList());
  }

  private static Defaults defaults(String... values) {
    return new Defaults(List.of(values));
  }

  /** One character a byte, so that the expected bytes can be written down as a text. */
  private static String text(byte[] material) {
    return new String(material, ISO_8859_1);
  }

  @Nested
  class Bytes {
    @Test
    void explicitSemanticsAreFramedInKeyOrder() {
      assertThat(text(IdentityMaterial.cacheSemantics(MAP, 0x01020304, 0x0506)))
          .isEqualTo(
              "\52\0\0\0dynamo/indexer-cache-semantics/explicit/v1" // 42 bytes
                  + "\2\0\0\0"
                  + "\5\0\0\0dtype\3\0\0\0fp8"
                  + "\5\0\0\0model\1\0\0\0m"
                  + "\4\3\2\1"
                  + "\6\5");
    }

    @Test
    void defaultSemanticsAreFramedInTheGivenOrder() {
      assertThat(text(IdentityMaterial.cacheSemantics(defaults("b", "", "a"), 16, 1)))
          .isEqualTo(
              "\51\0\0\0dynamo/indexer-cache-semantics/default/v1" // 41 bytes
                  + "\3\0\0\0"
                  + "\1\0\0\0b\0\0\0\0\1\0\0\0a"
                  + "\20\0\0\0"
                  + "\1\0");
    }

    @Test
    void scopeHasItsOwnTagAndNothingBehindTheEntries() {
      assertThat(text(IdentityMaterial.routingScope(defaults("eu"))))
          .isEqualTo("\47\0\0\0dynamo/indexer-routing-scope/default/v1\1\0\0\0\2\0\0\0eu");
      assertThat(text(IdentityMaterial.routingScope(explicit("k", "v"))))
          .isEqualTo(
              "\50\0\0\0dynamo/indexer-routing-scope/explicit/v1" + "\1\0\0\0\1\0\0\0k\1\0\0\0v");
    }

    @Test
    void slotHasItsOwnTag() {
      assertThat(text(IdentityMaterial.stableDpSlot(explicit("k", "v"))))
          .isEqualTo("\41\0\0\0dynamo/stable-dp-slot/explicit/v1\1\0\0\0\1\0\0\0k\1\0\0\0v");
    }

    @Test
    void lengthsCountUtf8Bytes() {
      assertThat(text(IdentityMaterial.routingScope(defaults("é"))))
          .endsWith("\1\0\0\0\2\0\0\0\u00c3\u00a9");
    }

    @Test
    void keysAreOrderedByTheirBytes() {
      Explicit map = explicit("\ud83d\ude00", "1", "\uffee", "2"); // UTF-16 orders them so

      assertThat(map.entries()).extracting(Entry::value).containsExactly("2", "1");
    }
  }

  @Nested
  class Distinctions {
    @Test
    void orderInWhichAMapIsGivenDoesNotMatter() {
      assertThat(IdentityMaterial.cacheSemantics(explicit("dtype", "fp8", "model", "m"), 16, 1))
          .isEqualTo(IdentityMaterial.cacheSemantics(MAP, 16, 1));
    }

    @Test
    void explicitMapReplacesTheDefaults() {
      IdentityEntries one = IdentityEntries.choose(Optional.of(MAP), defaults("a"));
      IdentityEntries other = IdentityEntries.choose(Optional.of(MAP), defaults("b", "c"));

      assertThat(IdentityMaterial.routingScope(one))
          .isEqualTo(IdentityMaterial.routingScope(other))
          .isEqualTo(IdentityMaterial.routingScope(MAP));
    }

    @Test
    void defaultsStandWithoutAMap() {
      assertThat(IdentityEntries.choose(Optional.empty(), defaults("a"))).isEqualTo(defaults("a"));
    }

    @Test
    void whereATextEndsCounts() {
      assertThat(IdentityMaterial.routingScope(defaults("ab", "c")))
          .isNotEqualTo(IdentityMaterial.routingScope(defaults("a", "bc")));
    }

    @Test
    void orderOfDefaultsCounts() {
      assertThat(IdentityMaterial.routingScope(defaults("a", "b")))
          .isNotEqualTo(IdentityMaterial.routingScope(defaults("b", "a")));
    }

    @Test
    void defaultsAndAMapOfTheSameTextsDiffer() {
      assertThat(IdentityMaterial.cacheSemantics(defaults("k", "v"), 16, 1))
          .isNotEqualTo(IdentityMaterial.cacheSemantics(explicit("k", "v"), 16, 1));
    }

    @Test
    void blockSizeAndHashFormatCount() {
      assertThat(
              Stream.of(
                      IdentityMaterial.cacheSemantics(MAP, 16, 1),
                      IdentityMaterial.cacheSemantics(MAP, 32, 1),
                      IdentityMaterial.cacheSemantics(MAP, 16, 2))
                  .map(IdentityMaterialTest::text))
          .doesNotHaveDuplicates();
    }
  }

  @Nested
  class Limits {
    @Test
    void duplicateKeyIsRefused() {
      assertThatThrownBy(() -> explicit("b", "1", "a", "2", "b", "1"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("an identity map with the key 'b' twice");
    }

    @Test
    void mapWithoutEntriesIsRefused() {
      assertThatThrownBy(() -> explicit())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("an identity map has 1 to 32 entries, not 0");
    }

    @Test
    void mapHoldsThirtyTwoEntries() {
      assertThatCode(() -> new Explicit(entries(32))).doesNotThrowAnyException();
      assertThatThrownBy(() -> new Explicit(entries(33)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("an identity map has 1 to 32 entries, not 33");
    }

    @Test
    void textsAtTheirLimitsAreTaken() {
      assertThatCode(() -> new Entry("k".repeat(128), "v".repeat(1024))).doesNotThrowAnyException();
      assertThatCode(() -> new Entry("é".repeat(64), "é".repeat(512))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void textsBeyondTheirLimitsAreRefused(String key, String value, String expected) {
      assertThatThrownBy(() -> new Entry(key, value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("an identity map's " + expected);
    }

    static Stream<Arguments> refused() {
      return Stream.of(
          Arguments.of("", "v", "key has 1 to 128 bytes, not 0: ''"),
          Arguments.of("k".repeat(129), "v", "key has 1 to 128 bytes, not 129: 'kkk"),
          Arguments.of("é".repeat(65), "v", "key has 1 to 128 bytes, not 130: 'é"),
          Arguments.of("k", "", "value of 'k' has 1 to 1024 bytes, not 0: ''"),
          Arguments.of("k", "v".repeat(1025), "value of 'k' has 1 to 1024 bytes, not 1025: 'vvv"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0x10000})
    void hashFormatIsAnUnsignedSixteenBitNumber(int format) {
      assertThatThrownBy(() -> IdentityMaterial.cacheSemantics(MAP, 16, format))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("not an event hash format: " + format);
    }

    @Test
    void negativeBlockSizeIsRefused() {
      assertThatThrownBy(() -> IdentityMaterial.cacheSemantics(MAP, -16, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("not a block size: -16");
    }

    private static List<Entry> entries(int count) {
      return IntStream.range(0, count).mapToObj(i -> new Entry("k" + i, "v")).toList();
    }
  }
}
