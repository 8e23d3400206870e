package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;

class StepReductionsTest {

  @Test
  void storeLosesItsSecondHalfItsLastBlockItsFirstOrItsParent() {
    assertThat(smaller("store 1/0 device 100 1:101 2:102 3:103 4:104"))
        .containsExactly(
            "store 1/0 device 100 1:101 2:102",
            "store 1/0 device 100 1:101 2:102 3:103",
            "store 1/0 device 101 2:102 3:103 4:104",
            "store 1/0 device root 1:101 2:102 3:103 4:104");
    assertThat(smaller("store 1/0 device root 1:101")).containsExactly("store 1/0 device root");
    assertThat(smaller("store 1/0 device root")).isEmpty();
  }

  @Test
  void removalLosesOneHash() {
    assertThat(smaller("remove K1 disk 101 102"))
        .containsExactly("remove K1 disk 102", "remove K1 disk 101");
  }

  @Test
  void clearOfTwoBecomesOne() {
    assertThat(smaller("clear 1/0 K1")).containsExactly("clear 1/0", "clear K1");
    assertThat(smaller("clear 1/0")).isEmpty();
  }

  @Test
  void ranksLeaveAsTheyDid() {
    assertThat(smaller("remove-rank 1/0")).isEmpty();
    assertThat(smaller("remove-worker 1")).isEmpty();
  }

  @Test
  void residencySnapshotLosesOneClause() {
    assertThat(smaller("owners project K1 6/0 advertise K2 tcp://k2:9000 type decode attach 6/0"))
        .containsExactly(
            "owners advertise K2 tcp://k2:9000 type decode attach 6/0",
            "owners project K1 6/0",
            "owners project K1 6/0 advertise K2 tcp://k2:9000 type decode");
    assertThat(smaller("owners none")).isEmpty();
  }

  @Test
  void workerSnapshotLosesOneClauseOrIsNone() {
    assertThat(
            smaller(
                "workers 1 ranks 0 type prefill source state_agent_v2 island rack a required"
                    + " ; 2 ranks 0 1 type decode endpoint 0 tcp://w2:9000 endpoint 1 tcp://x:1"))
        .containsExactlyInAnyOrder(
            "workers unlisted",
            "workers 2 ranks 0 1 type decode endpoint 0 tcp://w2:9000 endpoint 1 tcp://x:1",
            "workers 1 ranks type prefill source state_agent_v2 island rack a required"
                + " ; 2 ranks 0 1 type decode endpoint 0 tcp://w2:9000 endpoint 1 tcp://x:1",
            "workers 1 ranks 0 type prefill endpoint 0 tcp://w1:9000 source state_agent_v2"
                + " island rack a required"
                + " ; 2 ranks 0 1 type decode endpoint 0 tcp://w2:9000 endpoint 1 tcp://x:1",
            "workers 1 ranks 0 type decode source state_agent_v2 island rack a required"
                + " ; 2 ranks 0 1 type decode endpoint 0 tcp://w2:9000 endpoint 1 tcp://x:1",
            "workers 1 ranks 0 type prefill island rack a required"
                + " ; 2 ranks 0 1 type decode endpoint 0 tcp://w2:9000 endpoint 1 tcp://x:1",
            "workers 1 ranks 0 type prefill source state_agent_v2"
                + " ; 2 ranks 0 1 type decode endpoint 0 tcp://w2:9000 endpoint 1 tcp://x:1",
            "workers 1 ranks 0 type prefill source state_agent_v2 island rack a required",
            "workers 1 ranks 0 type prefill source state_agent_v2 island rack a required"
                + " ; 2 ranks 1 type decode endpoint 1 tcp://x:1",
            "workers 1 ranks 0 type prefill source state_agent_v2 island rack a required"
                + " ; 2 ranks 0 type decode endpoint 0 tcp://w2:9000",
            "workers 1 ranks 0 type prefill source state_agent_v2 island rack a required"
                + " ; 2 ranks 0 1 type decode endpoint 0 tcp://w2:9000 endpoint 1 tcp://w2:9001");
    assertThat(smaller("workers unlisted")).isEmpty();
  }

  private static List<String> smaller(String step) {
    return StepReductions.smallerSteps(TestCases.steps(step).getFirst()).stream()
        .map(CaseText::printStep)
        .toList();
  }
}
