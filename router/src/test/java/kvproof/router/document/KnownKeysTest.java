package kvproof.router.document;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who wrote an unknown key reads which there are. */
class KnownKeysTest {
  private static void assertRefused(String json, Collection<String> known, String message) {
    assertThatThrownBy(() -> Documents.json(json).object(known))
        .isInstanceOf(DocumentException.class)
        .hasMessage(message);
  }

  @Test
  void fewKeysAreAllNamed() {
    assertRefused(
        "{\"nom\": 1}",
        List.of("quantum", "name"),
        "unknown key 'nom', expected one of name, quantum");
  }

  @Test
  void ofManyKeysTheNearestAreNamed() {
    List<String> known = new ArrayList<>(List.of("temperature", "temper", "temperatures", "ttl"));
    for (char letter = 'a'; letter < 'h'; letter++) {
      known.add("" + letter);
    }

    assertRefused(
        "{\"temprature\": 1}",
        known,
        "unknown key 'temprature', expected one of temperature, temperatures, temper or 8 that are"
            + " less alike");
  }
}
