package kvproof.events.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import kvproof.events.msgpack.MsgpackValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TailDecoderTest {

  /** What was read, field by field; what is absent is left out. */
  private static String read(boolean mayHaveMmInfos, Object... elements) {
    List<MsgpackValue> values = Arrays.stream(elements).map(Payloads::value).toList();
    TailDecoder.Tail tail = TailDecoder.decode(values, mayHaveMmInfos);
    var fields = new StringJoiner(" ");
    tail.mmInfos().ifPresent(infos -> fields.add("mm=" + infos.size()));
    tail.fields()
        .groupIdx()
        .ifPresent(bits -> fields.add("group=" + Integer.toUnsignedString(bits)));
    tail.fields().kind().ifPresent(kind -> fields.add("kind=" + kind.wireName()));
    tail.fields()
        .slidingWindow()
        .ifPresent(bits -> fields.add("window=" + Integer.toUnsignedString(bits)));
    tail.fields().locality().ifPresent(locality -> fields.add("locality=" + locality.wireName()));
    tail.fields()
        .ownership()
        .ifPresent(ownership -> fields.add("ownership=" + ownership.wireName()));
    return fields.toString();
  }

  /** Words: - nil, numbers, [] objects, true a boolean, anything else a text. */
  private static Object[] elements(String words) {
    List<Object> elements = new ArrayList<>();
    for (String word : words.isBlank() ? new String[0] : words.trim().split(" +")) {
      elements.add(
          switch (word) {
            case "-" -> null;
            case "[]" -> List.of();
            case "true" -> true;
            default -> word.matches("-?\\d+") ? (Object) Long.valueOf(word) : word;
          });
    }
    return elements.toArray();
  }

  @ParameterizedTest
  @CsvSource({
    // four or five of the right classes: by place
    "3 full 4096 LOCAL kvcr     , group=3 kind=full window=4096 locality=LOCAL ownership=kvcr",
    "3 full 4096 LOCAL          , group=3 kind=full window=4096 locality=LOCAL",
    "- - 4096 -                 , window=4096",
    "- - - - kvcr               , ownership=kvcr",
    "- - - - -                  , ''",
    "4294967295 - 0 -           , group=4294967295 window=0",
    // three: in the order in which they come
    "- - 4096                   , group=4096",
    "3 full 4096                , group=3 kind=full window=4096",
    "full 3                     , group=3 kind=full",
    "3 4096 5                   , group=3 window=4096",
    "a b                        , kind=b",
    "''                         , ''",
    // one element of a wrong class: the whole is an old tail
    "true full - LOCAL          , kind=LOCAL",
    "3 full - LOCAL 7           , group=3 kind=LOCAL window=7",
    "full 3 - -                 , group=3 kind=full",
    "- - - 5                    , group=5",
    "-1 full - -                , kind=full",
    "4294967296 full - -        , kind=full",
    "3 full -1 LOCAL            , group=3 kind=LOCAL",
    // past the fifth nothing counts, not even towards the layout
    "3 full - LOCAL kvcr true 9 , group=3 kind=full locality=LOCAL ownership=kvcr",
  })
  void layoutFollowsFromLengthAndTypes(String tail, String expected) {
    assertThat(read(true, elements(tail))).isEqualTo(expected);
    assertThat(read(false, elements(tail))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "[]                 , mm=0, ''",
    "[] 3 full          , mm=0 group=3 kind=full, group=3 kind=full",
    "3 full - LOCAL []  , mm=0 group=3 kind=LOCAL, group=3 kind=LOCAL",
  })
  void objectsOccurInStoresOnly(String tail, String ofStore, String ofRemoval) {
    assertThat(read(true, elements(tail))).isEqualTo(ofStore);
    assertThat(read(false, elements(tail))).isEqualTo(ofRemoval);
  }

  @Test
  void arrayThatHoldsNoObjectsIsPassedOver() {
    List<Object> object = List.of(99, List.of(List.of(0, 1)));

    assertThat(read(true, List.of(List.of(List.of(object))))).isEqualTo("mm=1");
    assertThat(read(true, Arrays.asList(null, List.of(List.of(object)), null))).isEqualTo("mm=3");
    for (Object notObjects :
        List.of(
            List.of(1),
            List.of("text"),
            List.of(List.of()),
            List.of(List.of(List.of(99))), // an object without offsets
            List.of(List.of(List.of(List.of(-1, List.of())))),
            List.of(List.of(List.of(List.of(99, List.of(List.of(0)))))),
            List.of(List.of(List.of(List.of(99, List.of(List.of(0, -1)))))),
            List.of(List.of(List.of(object, object), 5)))) {
      assertThat(read(true, notObjects, 3)).as("%s", notObjects).isEqualTo("group=3");
    }
  }

  @Test
  void objectsAreReadWithNamesToo() {
    var object = Map.of("mm_hash", 99, "offsets", List.of(), "new", 1);

    assertThat(read(true, List.of(Map.of("mm_objects", List.of(object))))).isEqualTo("mm=1");
    assertThat(read(true, List.of(Map.of("mm_object", List.of(object))))).isEmpty();
    assertThat(read(true, List.of(Map.of("mm_objects", List.of(Map.of("mm_hash", 99)))))).isEmpty();
  }
}
