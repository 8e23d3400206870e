package kvproof.events.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import kvproof.events.routerevent.MmObjectInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MmMappingTest {
  /**
   * Tokens as numbers, i the image token, v the video token; the result with {@code 7*} for the pad
   * value of object 7, or {@code beside} where the objects stand beside the raw tokens.
   */
  @ParameterizedTest
  @CsvSource({
    // published
    "10 i 42 i 20 i  , i - , 7 8   , 10 7* 42 8* 20 8*",
    "i i 7 i i 8     , i - , 41 42 , 41* 41* 7 42* 42* 8",
    "10 i 20 i 30 i  , i v , 41 42 , beside",
    "v v 7 v v 8 i i , i v , 41 42 , 41* 41* 7 41* 41* 8 42* 42*",
    "v 7 v           , - v , 41 42 , beside",
    "1 2 3 4         , i v , 41    , beside",
    // no placeholder configured, none in the block, no object
    "1 i 2 v         , - - , 41    , beside",
    "1 2 v 4         , i - , 41    , beside",
    "i i i i         , i - , ''    , beside",
    "i i i i         , i v , ''    , beside",
    // images alone: objects may be left over
    "i 1 2 3         , i - , 41 42 , 41* 1 2 3",
    "1 2 3 i         , i - , 41    , 1 2 3 41*",
    // exact: a video ends at an image, wherever it stands, and every object needs a run
    "v i v           , i v , 1 2 3 , 1* 2* 3*",
    "v i v           , i v , 1 2   , beside",
    "v v i i         , i v , 1 2   , 1* 1* 2* 2*",
    "i 5 i           , i v , 1 2   , 1* 5 2*",
    "i 5 5           , i v , 1 2   , beside",
    "v 5 v           , - v , 1     , 1* 5 1*",
    "v 5 v           , i v , 1     , 1* 5 1*",
    "i 5 i           , - v , 1     , beside",
    // one token cannot be both
    "i i 3 4         , i i , 41    , beside",
  })
  void placeholdersMeetTheirObjects(String tokens, String ids, String objects, String expected) {
    String[] idWords = ids.split(" ");
    var mapping = new MmMapping(id(idWords[0]), id(idWords[1]));
    List<MmObjectInfo> infos =
        words(objects).stream().map(Long::valueOf).map(MmObjectInfo::of).toList();

    String actual = mapping.padded(numbers(tokens), infos).map(Arrays::toString).orElse("beside");

    assertThat(actual)
        .isEqualTo(expected.equals("beside") ? expected : Arrays.toString(numbers(expected)));
  }

  @ParameterizedTest
  @CsvSource({"0, 1000000", "1073741823, 1074741823", "9533257059414191570, 49115154"})
  void padValueIsThePublishedOne(String hash, int expected) {
    var mapping = new MmMapping(OptionalInt.of(5), OptionalInt.empty());

    assertThat(
            mapping.padded(new int[] {5}, List.of(MmObjectInfo.of(Long.parseUnsignedLong(hash)))))
        .contains(new int[] {expected});
  }

  private static OptionalInt id(String word) {
    return word.equals("-") ? OptionalInt.empty() : OptionalInt.of(number(word));
  }

  private static int[] numbers(String text) {
    return words(text).stream().mapToInt(MmMappingTest::number).toArray();
  }

  private static int number(String word) {
    return switch (word) {
      case "i" -> 99;
      case "v" -> 100;
      default ->
          word.endsWith("*")
              ? 1_000_000 + Integer.parseInt(word.substring(0, word.length() - 1))
              : Integer.parseInt(word);
    };
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.trim().split(" +"));
  }
}
