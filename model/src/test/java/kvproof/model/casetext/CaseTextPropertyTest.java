package kvproof.model.casetext;

import static net.jqwik.api.EdgeCasesMode.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsCollector;

class CaseTextPropertyTest {
  /** Pieces that a reader easily trips over. */
  private static final List<String> TRICKY =
      List.of(
          ("| |\n|\r|\t|\"|\\|\\u|\\u12g4|#|;|:|/|-|+|\0|\ud800|ä|\u0661|\u2028"
                  + "|0|7/0|0x|fffffffffffffffff|18446744073709551616|99999999999999999999999"
                  + "|K1|root|none|targets|type|meanwhile |ask q1 local targets\n"
                  + "|fetch q1 target 1/0\n")
              .split("\\|", -1));

  @Property(edgeCases = NONE)
  void readingWhatWasPrintedGivesTheSameCase(@ForAll("cases") Case drawn) {
    String text = CaseText.print(drawn);

    Case read = CaseText.parse(text);

    assertThat(read).isEqualTo(drawn);
    assertThat(CaseText.print(read)).isEqualTo(text);
  }

  @Property(edgeCases = NONE)
  void everyOperationIsOneLineOfPlainAscii(@ForAll("cases") Case drawn) {
    String text = CaseText.print(drawn);

    int lines = 3 + drawn.steps().size() + drawn.requests().size() + drawn.fetches().size();
    for (FetchAttempt fetch : drawn.fetches()) {
      lines += fetch.meanwhile().size();
    }
    for (CaseStep step : drawn.steps()) {
      lines +=
          switch (step) {
            case BatchPublished published -> published.events().size();
            case BatchArrived arrived -> arrived.events().size();
            default -> 0;
          };
    }
    assertThat(text.lines()).hasSize(lines);
    assertThat(text).endsWith("\n").matches("[\n -~]*");
  }

  /** A broken text is refused at a place that exists; one that still reads is a case. */
  @Property(tries = 3_000, edgeCases = NONE)
  void brokenTextIsRefusedAtAPlaceInIt(@ForAll("brokenTexts") String text) {
    StatisticsCollector outcome = Statistics.label("outcome");
    try {
      Case read = CaseText.parse(text);
      assertThat(CaseText.parse(CaseText.print(read))).isEqualTo(read);
      outcome.collect("still a case");
    } catch (CaseTextException refused) {
      String[] lines = text.split("\n", -1);
      assertThat(refused.line()).isBetween(1, lines.length);
      assertThat(refused.column()).isBetween(1, lines[refused.line() - 1].length() + 1);
      assertThat(refused.getMessage()).doesNotContain("\n");
      outcome.collect("refused");
    }
    outcome.coverage(
        seen -> {
          seen.check("refused").percentage(share -> share > 50);
          seen.check("still a case").percentage(share -> share > 1);
        });
  }

  @Provide
  Arbitrary<Case> cases() {
    return CaseArbitraries.cases();
  }

  @Provide
  Arbitrary<String> brokenTexts() {
    Arbitrary<Edit> edits =
        Combinators.combine(
                Arbitraries.of(EditKind.values()),
                Arbitraries.integers().between(0, 999),
                Arbitraries.of(TRICKY))
            .as(Edit::new);
    return Combinators.combine(CaseArbitraries.cases(), edits.list().ofMinSize(1).ofMaxSize(3))
        .as(CaseTextPropertyTest::broken);
  }

  private static String broken(Case drawn, List<Edit> edits) {
    String text = CaseText.print(drawn);
    for (Edit edit : edits) {
      text = edit.apply(text);
    }
    return text;
  }

  private enum EditKind {
    INSERT,
    OVERWRITE,
    REPLACE_WORD,
    DROP_LINE,
    REPEAT_LINE,
    CUT
  }

  /** One change at so many thousandths of a text. */
  private record Edit(EditKind kind, int place, String piece) {

    String apply(String text) {
      int at = place * text.length() / 1000;
      int end = Math.min(text.length(), at + piece.length());
      return switch (kind) {
        case INSERT -> text.substring(0, at) + piece + text.substring(at);
        case OVERWRITE -> text.substring(0, at) + piece + text.substring(end);
        case REPLACE_WORD -> withPart(text, " ", word -> List.of(piece));
        case DROP_LINE -> withPart(text, "\n", line -> List.of());
        case REPEAT_LINE -> withPart(text, "\n", line -> List.of(line, line));
        case CUT -> text.substring(0, at);
      };
    }

    private String withPart(String text, String separator, Function<String, List<String>> change) {
      List<String> parts = new ArrayList<>(List.of(text.split(separator, -1)));
      int index = place * parts.size() / 1000;
      parts.addAll(index, change.apply(parts.remove(index)));
      return String.join(separator, parts);
    }
  }
}
