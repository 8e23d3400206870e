package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.SourceRig.OPERATION_TIMEOUT;
import static kvproof.mocknixl.kvcr.SourceRig.key;
import static kvproof.mocknixl.kvcr.SourceRig.keys;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.mocknixl.kvcr.message.WriteDone;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long pins and claims last (KVCR 0.1.1, section 7.3). */
class SourcePinsTest {
  private final SourceRig rig = new SourceRig().introduced();

  @BeforeEach
  void oneBlockOfEachKind() {
    rig.own(7);
    rig.lend(8);
  }

  /** So that a probe of the same batch finds nothing posted. */
  @Test
  void frameworkIsAskedOnceAndNotInTheReceivingOfTheRequest() {
    rig.ask(4, 7, 8, 9);
    assertThat(rig.blocks.asked).isEmpty();

    rig.polls(5);

    assertThat(rig.blocks.asked.values()).containsExactly(keys(8, 9));
  }

  @Test
  void pinLastsUntilTheTransferHasEnded() {
    rig.agent.isGateClosed = true;
    rig.ask(4, 7, 8);
    rig.poll();
    rig.blocks.answerPins();
    rig.pass(OPERATION_TIMEOUT.plusMillis(5));
    assertThat(rig.blocks.pinned).as("also after the deadline").hasSize(1);
    assertThat(rig.blocks.claimed).isEqualTo(keys(7));

    rig.agent.isGateClosed = false;
    rig.polls(2);

    rig.assertAtRest();
  }

  @Test
  void blockThatIsEvictedWhileThePinIsPendingIsAbsent() {
    rig.ask(4, 7, 8);
    rig.poll();
    rig.blocks.framework.remove(key(8));
    rig.blocks.answerPins();
    rig.polls(3);

    assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
    rig.assertUntouched(1);
    rig.assertAtRest();
  }

  @Test
  @Tag("FS-32")
  void requestIsCancelledAtTheDeadlineAndALatePinReleasedAtOnce() {
    rig.ask(4, 7, 8);
    rig.polls(20);
    assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
    assertThat(rig.blocks.cancelled).hasSize(1);
    assertThat(rig.blocks.claimed).isEmpty();

    rig.blocks.answerPins();
    rig.poll();

    rig.assertAtRest();
    rig.assertUntouched(0);
  }

  @Test
  void refusedReleaseIsTriedAgain() {
    rig.blocks.refusals = 3;
    rig.ask(4, 8);
    rig.poll();
    rig.blocks.answerPins();
    rig.polls(2);
    assertThat(rig.source.openOperations()).isZero();
    assertThat(rig.source.unreleasedPins()).isOne();

    rig.polls(3);

    assertThat(rig.blocks.releasesTried).isEqualTo(4);
    rig.assertAtRest();
  }

  @Test
  void closeTriesOnceMore() {
    rig.blocks.refusals = 1;
    rig.ask(4, 8);
    rig.poll();
    rig.blocks.answerPins();
    rig.polls(2);
    assertThat(rig.source.unreleasedPins()).isOne();

    rig.source.close();

    rig.assertAtRest();
  }

  /** The framework answers for its memory from then on. */
  @Test
  void pinOfAnUncertainWriteIsHandedBackAndTheClaimKept() {
    rig.agent.isGateClosed = true;
    rig.ask(4, 7, 8);
    rig.poll();
    rig.blocks.answerPins();
    rig.polls(58);
    assertThat(rig.blocks.pinned).hasSize(1);

    rig.poll();

    assertThat(rig.takeEvents()).contains(new SourceEvent.Uncertain("tgt", 4));
    assertThat(rig.blocks.pinned).isEmpty();
    assertThat(rig.blocks.claimed).isEqualTo(keys(7));
    rig.agent.isGateClosed = false;
    rig.polls(2);
    rig.assertAtRest();
  }

  @Test
  @Tag("FS-32")
  void twoOperationsOfOneBlockClaimItTwice() {
    rig.agent.isGateClosed = true;
    rig.ask(4, 7);
    rig.ask(5, 7);
    rig.poll();
    assertThat(rig.blocks.claimed).isEqualTo(keys(7, 7));

    rig.agent.isGateClosed = false;
    rig.poll();

    assertThat(rig.reports()).hasSize(2);
    rig.assertAtRest();
  }
}
