package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import kvproof.model.KvRouter;
import kvproof.router.lane.LanedRouter;
import kvproof.soak.run.Side;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario that is a case, put to every router and every oracle that there is. */
class FieldCasesTest {
  private static final List<FieldSubject> SUBJECTS =
      List.of(
          FieldSubject.reference(),
          laned(1),
          laned(4),
          FieldSubject.oracles().get(0),
          FieldSubject.oracles().get(1));

  private static FieldSubject laned(int lanes) {
    return new FieldSubject(
        new Side("LanedRouter with lanes: " + lanes, () -> router(lanes)),
        EnumSet.complementOf(EnumSet.of(Part.STATISTICS)));
  }

  private static KvRouter router(int lanes) {
    LanedRouter router = new LanedRouter(lanes);
    router.trackResidentBlocks();
    return router;
  }

  static Stream<Arguments> cases() {
    return FieldRows.standard().stream()
        .flatMap(row -> row.cases().stream())
        .flatMap(
            name -> SUBJECTS.stream().map(subject -> arguments(name, subject.name(), subject)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cases")
  void caseHasItsRightValue(String name, String subject, FieldSubject asked) {
    List<Checked> checked = CaseTrial.run(FieldRows.fieldCase(name), asked);

    assertThat(checked).noneMatch(Checked::isWrong).anyMatch(Checked::isRight);
    assertThat(checked.stream().flatMap(each -> each.leftOut().stream()))
        .allMatch(Part.STATISTICS::equals);
  }
}
