package kvproof.soak.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import org.junit.jupiter.api.Test;

class DivergenceTest {

  private static Divergence divergence(String part, Kind kind, String actual, String actualBy) {
    Difference difference = new Difference(part, kind, "q1", "5 blocks", "oracle", actual);
    return new Divergence(3, List.of(difference), actualBy, Optional.empty());
  }

  private static void assertSameWay(boolean expected, Divergence one, Divergence other) {
    assertThat(one.isSameWayAs(other)).isEqualTo(expected);
    assertThat(other.isSameWayAs(one)).isEqualTo(expected);
  }

  @Test
  void valuesMayGetSmaller() {
    assertSameWay(
        true,
        divergence("device", Kind.OVER_CREDIT, "6 blocks", "router"),
        divergence("device", Kind.OVER_CREDIT, "2 blocks", "router"));
  }

  @Test
  void partKindAndSideStay() {
    Divergence router = divergence("device", Kind.OVER_CREDIT, "6 blocks", "router");

    assertSameWay(false, router, divergence("lower", Kind.OVER_CREDIT, "6 blocks", "router"));
    assertSameWay(false, router, divergence("device", Kind.UNDER_CREDIT, "6 blocks", "router"));
    assertSameWay(false, router, divergence("device", Kind.OVER_CREDIT, "6 blocks", "oracle 2"));
  }

  private static Divergence failed(String actual) {
    return divergence("answer", Kind.FAILED, actual, "router");
  }

  @Test
  void exceptionStaysWhateverItSays() {
    Divergence outOfBounds =
        failed("java.lang.IndexOutOfBoundsException: Index 7 out of bounds at kvproof.A.b(A.java)");

    assertSameWay(true, outOfBounds, failed("java.lang.IndexOutOfBoundsException: Index 1"));
    assertSameWay(true, outOfBounds, failed("java.lang.IndexOutOfBoundsException"));
    assertSameWay(false, outOfBounds, failed("java.lang.IllegalStateException: Index 7"));
    assertSameWay(false, outOfBounds, failed("kvproof.Outer$Failure: Index 7"));
    assertSameWay(false, failed("kvproof.Outer$Failure"), failed("kvproof.Outer$Other"));
  }

  private static Divergence law(String sentence) {
    return divergence(Divergence.LAW, Kind.WRONG_VALUE, sentence, "all sides");
  }

  @Test
  void lawStaysWhomeverItIsBrokenFor() {
    Divergence frontier = law("target 12/0: credited end 9 is not beyond frontier 9");

    assertSameWay(true, frontier, law("target 1/0: credited end 1 is not beyond frontier 1"));
    assertSameWay(false, frontier, law("target 12/0: credited end 9 without a source"));
    assertSameWay(false, frontier, law("target 12/0: credited end 9 of 8 blocks"));
    assertSameWay(
        true,
        law("interval 1/0 [2, 5) is listed behind K1 [0, 3)"),
        law("interval K7 [0, 1) is listed behind 9/0 [0, 2)"));
    assertSameWay(
        false,
        law("interval 1/0 [2, 5) is listed behind K1 [0, 3)"),
        law("interval 1/0 [2, 5) is not canonical beside K1 [0, 3)"));
  }
}
