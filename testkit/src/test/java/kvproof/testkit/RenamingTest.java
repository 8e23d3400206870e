package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RenamingTest {
  private static final Case ORIGINAL =
      TestCases.of(
          Profile.FETCH,
          """
          owners project K1 1/0 advertise K1 tcp://k1:9000 type decode attach 1/2
          workers 1 ranks 0 2 type decode endpoint 0 tcp://w1:9000 endpoint 2 tcp://mine:1
          store 1/0 device root 1:101 2:102
          store K1 disk 102 3:103
          remove 1/2 device 101
          clear 1/0 K1
          remove-rank 1/2
          remove-worker 1
          ask q1 local 1 2 targets 1/0 1/2
          fetch q1 target 1/0 instead 1/2 fault torn_write writing
            meanwhile remove K1 disk 103
          """);

  @Test
  void namesOfWhatASchedulerIsToldFollow() {
    Renaming renaming =
        new Renaming(
            worker -> worker + 6,
            dpRank -> dpRank + 1,
            UnaryOperator.identity(),
            local -> local + 20,
            external -> external + 800);
    Case told =
        TestCases.of(
            Profile.FULL,
            """
            configure block 4 class default fcfs quantum 1
            schedulable 1 start 0 size 2 taint a
            health available 1 overloaded 2
            submit r1 book tokens 8 local 1 2 allow 1 2 pin 1/1 stay 1
            submit r2 book tokens 8 local 1 2 sequence 5001 5002 stay 1/0
            prefilled r1
            """);

    assertThat(renaming.rename(told).steps().stream().map(CaseText::printStep))
        .containsExactly(
            "configure block 4 class default fcfs quantum 1",
            "schedulable 7 start 1 size 2 taint a",
            "health available 7 overloaded 8",
            "submit r1 book tokens 8 local 21 22 allow 7 8 pin 7/2 stay 7",
            "submit r2 book tokens 8 local 21 22 sequence 5001 5002 stay 7/1",
            "prefilled r1");
  }

  @Test
  void ranksOfASchedulableWorkerStayNextToEachOther() {
    Renaming tearing =
        new Renaming(
            LongUnaryOperator.identity(),
            dpRank -> 2 * dpRank,
            UnaryOperator.identity(),
            LongUnaryOperator.identity(),
            LongUnaryOperator.identity());
    Case told = TestCases.of(Profile.FULL, "schedulable 1 start 0 size 2\n");

    assertThatThrownBy(() -> tearing.rename(told))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("torn apart");
  }

  @Test
  void everyNameFollows() {
    Renaming renaming =
        new Renaming(
            worker -> worker + 6,
            dpRank -> dpRank + 1,
            owner -> new CacheOwner(owner.name() + "0"),
            local -> local + 20,
            external -> external + 800);

    assertThat(CaseText.print(renaming.rename(ORIGINAL)))
        .isEqualTo(
            CaseText.print(
                TestCases.of(
                    Profile.FETCH,
                    """
                    owners project K10 7/1 advertise K10 tcp://k10:9000 type decode attach 7/3
                    workers 7 ranks 1 3 type decode endpoint 1 tcp://w7:9001 endpoint 3 tcp://mine:1
                    store 7/1 device root 21:901 22:902
                    store K10 disk 902 23:903
                    remove 7/3 device 901
                    clear 7/1 K10
                    remove-rank 7/3
                    remove-worker 7
                    ask q1 local 21 22 targets 7/1 7/3
                    fetch q1 target 7/1 instead 7/3 fault torn_write writing
                      meanwhile remove K10 disk 903
                    """)));
  }

  @ParameterizedTest
  @EnumSource
  void sameNamesMakeTheSameCase(Profile profile) {
    Renaming identity =
        new Renaming(
            LongUnaryOperator.identity(),
            IntUnaryOperator.identity(),
            UnaryOperator.identity(),
            LongUnaryOperator.identity(),
            LongUnaryOperator.identity());
    for (int seed = 0; seed < 100; seed++) {
      Case drawn = Cases.draw(profile, seed);

      assertThat(identity.rename(drawn)).isEqualTo(drawn);
    }
  }

  @Test
  void renumberingKeepsTheOrderOfParticipantsAndNumbersHashesAsTheyComeUp() {
    Case original =
        TestCases.of(
            Profile.IRREGULAR,
            """
            store 18446744073709551615/4294967295 device root 70:ffffffffffffffff 60:5
            store 9/0 disk 5 70:900
            clear K7
            clear K10
            """);

    assertThat(CaseText.print(Renumbering.withSmallerNumbers(original).getFirst()))
        .endsWith(
            """
            store 2/1 device root 1:101 2:102
            store 1/0 disk 102 1:103
            clear K2
            clear K1
            """);
  }
}
