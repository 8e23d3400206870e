package kvproof.soak.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecRowsTest {

  @Nested
  class Reading {
    @Test
    void runOfBlocksNamesTheBlockBeforeItAsParent() {
      assertThat(stores("  w2 host 11-12 14\n")).containsExactly("110>11,12", "113>14");
      assertThat(stores("  w2 host [10,12) [13,14)\n")).containsExactly("110>11,12", "113>14");
      assertThat(stores("  w2 host 1-2\n")).containsExactly("root>1,2");
    }

    @Test
    void hashesCountUpTogether() {
      Stored stored = firstStore("  S w2.1 disk p=- [1-3:201 9 10:7]\n");

      assertThat(stored.owner()).hasToString("2/1");
      assertThat(stored.tier()).isEqualTo(StorageTier.DISK);
      assertThat(stored.localHashes()).isEqualTo(BlockHashes.of(1, 2, 3, 9, 10));
      assertThat(stored.externalHashes()).isEqualTo(BlockHashes.of(201, 202, 203, 109, 7));
    }

    @Test
    void rowTakesOverStepsAndPromptButNoChecks() {
      List<SpecRow> rows =
          parse(
              "given a\n  ask 1\n  w1 device 1\n  = device w1 1\nrow b\n  as a\n  = count w1 1\n");

      assertThat(rows).singleElement().extracting(SpecRow::name).isEqualTo("b");
      assertThat(rows.getFirst().items()).hasSize(2);
      assertThat(question(rows.getFirst()).request()).isPresent();
      assertThat(question(rows.getFirst()).checks()).hasSize(1);
    }

    @Test
    void rowIsWrittenOutForEveryTier() {
      List<SpecRow> rows = parse("row a on host disk\n  w1 TIER 1\n  = held TIER w1 1\n");

      assertThat(rows).extracting(SpecRow::title).containsExactly("a [host]", "a [disk]");
    }

    @Test
    void rowIsWrittenOutForEveryOrder() {
      List<SpecRow> rows =
          parse("row a\n  any order: w1 device 1 | w1 device 2 | w1 device 3\n  = det 0\n");

      assertThat(rows).hasSize(6);
      assertThat(rows.stream().map(row -> row.items().subList(0, 3).toString()))
          .doesNotHaveDuplicates();
    }

    @Test
    void neighbouringChecksAreOneQuestionWithTheirTargets() {
      SpecRow row =
          parse("row a\n  ask 1\n  = target w1 at 0 none; det 0\n  = target w2 at 0 none\n")
              .getFirst();

      assertThat(row.items()).hasSize(1);
      assertThat(question(row).request().orElseThrow().targets()).hasToString("[1/0, 2/0]");
    }

    @Test
    void spellingsGiveDifferentHashesToDifferentNumbers() {
      for (HashSpelling spelling : HashSpelling.values()) {
        assertThat(numbers().map(spelling::local)).doesNotHaveDuplicates();
        assertThat(numbers().map(spelling::external)).doesNotHaveDuplicates();
      }
      assertThat(HashSpelling.EXTERNAL_FROM_ZERO.external(101)).isZero();
      assertThat(HashSpelling.EXTERNAL_FROM_ZERO.local(1)).isEqualTo(-1);
      assertThat(HashSpelling.EXTERNAL_FROM_ALL_ONES.external(101)).isEqualTo(-1);
      assertThat(HashSpelling.EXTERNAL_FROM_ALL_ONES.local(1)).isZero();
    }

    private Stream<Long> numbers() {
      return LongStream.range(0, 2000).boxed();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          S w1 q=- [1]           | expected p=- or p=HASH but found 'q=-'
          S w1 p=-               | a word is missing at the end
          S w1 p=- 1             | expected a list in brackets but found '1'
          S w1 p=- [x]           | not a block or a range of blocks: 'x'
          w1 1-3                 | unknown tier '1-3'
          w1 host [1,x)          | not an interval: '[1,x)'
          R w1 [101] nonsense    | not understood: 'nonsense'
          R w1 [101] -> nonsense | NONSENSE
          project K1 w1          | expected 'to' but found 'w1'
          advertise w1           | not a cache owner: 1/0
          advertise K1 at w1     | unknown clause 'at'
          worker w1 type x       | not listed yet: 1/0
          remove K1              | not a rank: K1
          = nonsense w1 1        | unknown check 'nonsense'
          = device w1            | a word is missing at the end
          = target w1 at 2 from w2 to 3 hint 101 | 1 hashes up to position 3
          = dump w1 p=- [1]      | expected 'S' but found 'w1'
          as nobody              | no such block
          """)
  void errorNamesFileAndLine(String line, String problem) {
    assertThatThrownBy(() -> parse("row a\n  w1 device 1\n  " + line + "\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("test.rows:3: ")
        .hasMessageContaining(problem);
  }

  @Test
  void nameIsGivenOnce() {
    assertThatThrownBy(() -> parse("row a\n  = det 0\nrow a\n  = det 0\n"))
        .hasMessage("test.rows:3: twice: a");
  }

  private static List<SpecRow> parse(String text) {
    return SpecRows.parse("test.rows", text, HashSpelling.PLAIN);
  }

  private static RowItem.Question question(SpecRow row) {
    return (RowItem.Question) row.items().getLast();
  }

  private static Stored firstStore(String steps) {
    return (Stored)
        ((RowItem.Event) parse("row a\n" + steps + "  = det 0\n").getFirst().items().getFirst())
            .event();
  }

  private static List<String> stores(String steps) {
    return parse("row a\n" + steps + "  = det 0\n").getFirst().items().stream()
        .filter(RowItem.Event.class::isInstance)
        .map(item -> (Stored) ((RowItem.Event) item).event())
        .map(SpecRowsTest::text)
        .toList();
  }

  private static String text(Stored stored) {
    String parent =
        stored.parent().isPresent() ? Long.toString(stored.parent().getAsLong()) : "root";
    return parent
        + ">"
        + stored.localHashes().stream().mapToObj(Long::toString).collect(Collectors.joining(","));
  }
}
