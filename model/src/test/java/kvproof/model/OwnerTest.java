package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerTest {
  /** Where numbers and bytes would turn negative, and where UTF-16 orders otherwise than UTF-8. */
  private static final List<Owner> ASCENDING =
      Stream.<Owner>concat(
              Stream.of(
                      "0/0",
                      "0/1",
                      "0/2147483647",
                      "0/2147483648",
                      "0/4294967295",
                      "1/0",
                      "9223372036854775807/4294967295",
                      "9223372036854775808/0",
                      "18446744073709551615/0",
                      "18446744073709551615/4294967295")
                  .map(WorkerWithDpRank::parse),
              Stream.of(
                      "!",
                      "10",
                      "7f",
                      "80",
                      "9",
                      "K",
                      "KK",
                      "a",
                      "~",
                      "\u00e9",
                      "\uff0f",
                      "\ud83d\ude00")
                  .map(CacheOwner::new))
          .toList();

  @Test
  void ranksAscendUnsignedThenCacheOwnersByTheirBytes() {
    for (int left = 0; left < ASCENDING.size(); left++) {
      for (int right = 0; right < ASCENDING.size(); right++) {
        Owner one = ASCENDING.get(left);
        Owner other = ASCENDING.get(right);

        assertThat(Integer.signum(one.compareTo(other)))
            .as("%s against %s", one, other)
            .isEqualTo(Integer.compare(left, right));
      }
    }
  }

  @Test
  void ranksPrintUnsignedAndReadBack() {
    WorkerWithDpRank last = new WorkerWithDpRank(-1, -1);

    assertThat(last).hasToString("18446744073709551615/4294967295");
    assertThat(WorkerWithDpRank.parse(last.toString())).isEqualTo(last);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "7", "7/", "/0", "-1/0", "7/-1", "7/0/0", "18446744073709551616/0", "a/0"})
  void textThatIsNoRankIsRefusedByName(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkerWithDpRank.parse(text))
        .withMessage("not a rank: '%s' (expected worker/rank, such as 7/0)", text);
  }

  /** In one test, since half a surrogate pair as a test's name breaks the report. */
  @Test
  void namesThatHaveNoKeyOrReadAsSomethingElseAreRefused() {
    for (String name :
        List.of("", " ", "a b", "a\tb", "7/0", "\ud83d", "a\ude00", "\ude00\ud83d")) {
      assertThatIllegalArgumentException()
          .as(() -> "name of " + name.length() + " characters")
          .isThrownBy(() -> new CacheOwner(name))
          .withMessageContaining("'" + name + "'");
    }
  }
}
