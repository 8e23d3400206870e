package kvproof.events.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.wire.ExtraKey.Text;
import kvproof.events.wire.ExtraKey.TextAtOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtraKeysTest {
  private static final String MARKER_42 = "000000000000002a" + "0".repeat(48);
  private static final String DIGEST = "000000000000002a" + "0".repeat(47) + "1";

  private static ExtraKeys ofFirstBlock(ExtraKey... keys) {
    return new ExtraKeys(List.of(List.of(keys)));
  }

  @ParameterizedTest
  @CsvSource({
    "dynamo-cache-salt:tenant-a          , ''       , tenant-a",
    "adapter-a dynamo-cache-salt:adapter-a, adapter-a, adapter-a",
    "tenant-a                            , ''       , ''",
    "dynamo-cache-salt:                  , ''       , ''",
    "dynamo-cache-salt: dynamo-cache-salt:b, ''     , b",
    "dynamo-cache-salt:a dynamo-cache-salt:b, ''    , a",
    "Dynamo-cache-salt:a                 , ''       , ''",
    // an adapter may look like a salt; only its first occurrence is the adapter
    "dynamo-cache-salt:a                 , dynamo-cache-salt:a, ''",
    "dynamo-cache-salt:a dynamo-cache-salt:a, dynamo-cache-salt:a, a",
  })
  void saltIsTheFirstPrefixedTextThatIsNotTheAdapter(
      String texts, String loraName, String expected) {
    var keys =
        ofFirstBlock(List.of(texts.split(" ")).stream().map(Text::new).toArray(ExtraKey[]::new));

    assertThat(keys.salt(loraName))
        .isEqualTo(Optional.of(expected).filter(salt -> !salt.isEmpty()));
    assertThat(keys.mmObjects()).isEmpty();
  }

  @Test
  void onlyTheFirstBlockNamesASalt() {
    var keys = new ExtraKeys(List.of(List.of(), List.of(new Text("dynamo-cache-salt:a"))));

    assertThat(keys.salt("")).isEmpty();
  }

  @Test
  void textWithAnOffsetIsNoSalt() {
    var keys = ofFirstBlock(new TextAtOffset("dynamo-cache-salt:a", BigInteger.ONE));

    assertThat(keys.salt("")).isEmpty();
  }

  @Test
  void markersAreObjectsWithAndWithoutOffset() {
    var keys =
        new ExtraKeys(
            List.of(
                List.of(new Text(MARKER_42), new ExtraKey.Whole(BigInteger.valueOf(17))),
                List.of(),
                List.of(
                    new TextAtOffset(MARKER_42, BigInteger.valueOf(-1)),
                    new Text("ABCDEFABCDEFABCD" + "0".repeat(48)))));

    assertThat(keys.mmObjects())
        .containsExactly(
            List.of(MmObjectInfo.of(42)),
            List.of(),
            List.of(MmObjectInfo.of(42), MmObjectInfo.of(0xabcdefabcdefabcdL)));
  }

  @Test
  void otherDigestsAreNoObjects() {
    var keys =
        ofFirstBlock(
            new Text(DIGEST),
            new Text(MARKER_42 + "0"),
            new Text(MARKER_42.substring(1)),
            new Text("g" + MARKER_42.substring(1)),
            new ExtraKey.Real(42),
            new ExtraKey.Flag(true),
            new ExtraKey.ByteList(List.of(0, 42)));

    assertThat(keys.mmObjects()).isEmpty();
  }

  @Test
  void itemsThatAreNoneAreRefused() {
    assertThatThrownBy(() -> new ExtraKey.ByteList(List.of(256)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not bytes: [256]");
    assertThatThrownBy(() -> new ExtraKey.Whole(BigInteger.TWO.pow(64)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a signed or unsigned 64-bit number: 18446744073709551616");
  }
}
