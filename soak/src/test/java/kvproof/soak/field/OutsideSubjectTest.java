package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import kvproof.soak.outside.RouterCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The product's own server in a process of its own, whole and with a weakness. */
@Timeout(120)
class OutsideSubjectTest {
  private static final List<String> SERVE =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx128m",
          "-cp",
          System.getProperty("java.class.path"),
          "kvproof.soak.SoakMain",
          "serve");

  private static RouterCommand command(List<String> words) {
    return new RouterCommand(words, Duration.ofSeconds(60));
  }

  private static FieldResult run(OutsideSubject outside, String number) {
    return new FieldRun(outside.subject(), FieldSubject.oracles()).run(row(number));
  }

  private static FieldRow row(String number) {
    return FieldRows.standard().stream()
        .filter(each -> each.number().equals(number))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void servedRouterIsRightAndTellsNoStatuses() {
    try (OutsideSubject outside = new OutsideSubject(command(SERVE), Path.of(""))) {
      assertThat(outside.subject().can()).doesNotContain(Part.STATUS, Part.STATISTICS);

      assertThat(run(outside, "FS-02").verdict()).isEqualTo(FieldVerdict.OK);
      assertThat(run(outside, "FS-15").verdict()).isEqualTo(FieldVerdict.OK);
      assertThat(run(outside, "FS-37").verdict()).isEqualTo(FieldVerdict.OK);
      assertThat(run(outside, "FS-44").verdict()).isEqualTo(FieldVerdict.OK);
      assertThat(run(outside, "FS-72").verdict()).isEqualTo(FieldVerdict.OK);
      assertThat(run(outside, "FS-03").leftOut()).containsExactly("status");
    }
  }

  /** Whatever the router is like, these would be right. */
  @Test
  void scenariosOfKvproofAloneSayNothingOfTheRouter() {
    List<FieldResult> results = new ArrayList<>();
    try (OutsideSubject outside = new OutsideSubject(command(SERVE), Path.of(""))) {
      for (String number : List.of("FS-62", "FS-02", "FS-46")) {
        results.add(run(outside, number));
      }
    }

    assertThat(results)
        .extracting(FieldResult::verdict)
        .containsExactly(FieldVerdict.NOT_ASKED, FieldVerdict.OK, FieldVerdict.NOT_ASKED);
    assertThat(FieldTable.lines(results.getFirst()))
        .anyMatch(line -> line.startsWith("FS-62   not asked"))
        .anyMatch(line -> line.contains("parts of kvproof alone: the router was not asked"));
    FieldSummary summary = new FieldSummary(results);
    assertThat(summary.isGood()).isTrue();
    assertThat(summary.line())
        .isEqualTo("FIELD rows=3 ok=1 differs=0 left_out=0 tests=0 not_asked=2");
    FieldReport report = new FieldReport("served", summary);
    assertThat(report.html()).contains("not asked");
    assertThat(report.junit())
        .contains("skipped=\"2\"", "parts of kvproof alone: the router was not asked");
  }

  /** The reference router is of kvproof: its scheduler and its desk are parts of it. */
  @Test
  void partsOfKvproofSpeakForTheReferenceRouter() {
    FieldRun run = new FieldRun(FieldSubject.reference(), FieldSubject.oracles());

    assertThat(run.run(row("FS-62")).verdict()).isEqualTo(FieldVerdict.OK);
  }

  /** It ends at the first removal. */
  @Test
  void afterADeathTheNextScenarioHasAProcessOfItsOwn() {
    String untilARemoval =
        "while IFS= read -r line; do case \"$line\" in *removed*) exit 1;; esac;"
            + " printf '%s\\n' \"$line\"; done | \"$@\"";
    List<String> words = new ArrayList<>(List.of("sh", "-c", untilARemoval, "sh"));
    words.addAll(SERVE);

    try (OutsideSubject outside = new OutsideSubject(command(words), Path.of(""))) {
      FieldResult removing = run(outside, "FS-02");
      assertThat(removing.verdict()).isEqualTo(FieldVerdict.DIFFERS);
      assertThat(removing.answered()).contains("no answer: ");

      assertThat(run(outside, "FS-11").verdict()).isEqualTo(FieldVerdict.OK);
    }
  }

  @Test
  void programThatThereIsNotIsSaidAtOnce() {
    assertThatThrownBy(() -> new OutsideSubject(command(List.of("/no/such/router")), Path.of("")))
        .isInstanceOf(UncheckedIOException.class);
  }
}
