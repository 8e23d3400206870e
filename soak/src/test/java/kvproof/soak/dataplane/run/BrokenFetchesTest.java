package kvproof.soak.dataplane.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.zmq.ZmqControlChannel;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.model.FetchResult;
import kvproof.model.HashText;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.soak.dataplane.StrayingWrites;
import kvproof.soak.dataplane.plan.FetchOptions;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.plan.FetchPlanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Services that do not as they are told, or lie; each is found out. */
@Timeout(300)
class BrokenFetchesTest {
  private static final int BLOCK_BYTES = 4096;
  private static final Pattern ENDPOINT = Pattern.compile("\"endpoint\":\"([^\"]+)\"");

  private static FetchOptions options(FetchFault fault) {
    return new FetchOptions(
        1,
        7,
        1,
        2,
        OptionalInt.of(BLOCK_BYTES),
        OptionalInt.of(6),
        List.of("part"),
        List.of(fault),
        Duration.ofSeconds(10),
        OptionalInt.empty());
  }

  private static FetchFault fault(Kind kind, FetchPhase phase) {
    return new FetchFault(kind, phase);
  }

  /** The one case of that fault. */
  private static TrialResult struck(FetchFault fault, ServiceLauncher launcher) {
    FetchOptions options = options(fault);
    return only(options, new FetchPlanner(options).plans().getLast(), launcher);
  }

  private static TrialResult only(FetchOptions options, FetchPlan plan, ServiceLauncher launcher) {
    return new FetchRun(options, launcher, () -> false).run(List.of(plan), _ -> {}).getFirst();
  }

  private static ServiceLauncher withOrders(UnaryOperator<String> orders) {
    return AlteredLink.threads(orders, UnaryOperator.identity());
  }

  /** Whoever opens is not told of any fault. */
  private static String unarmed(String order) {
    return order.replaceAll(",\"fault\":\"[a-z_]+\",\"phase\":\"[a-z]+\"", "");
  }

  @Test
  void aFaultThatDoesNotComeAboutIsADifferenceThoughTheResultIsTheSame() {
    TrialResult result =
        struck(
            fault(Kind.DUPLICATE_REQUEST, FetchPhase.ASKED),
            withOrders(BrokenFetchesTest::unarmed));

    assertThat(result.actual()).isEqualTo(result.expected());
    assertThat(result.seen().isStruck()).isFalse();
    assertThat(result.differences()).containsExactly("the fault was to strike and did not");
  }

  @Test
  void aFaultThatNobodyAskedForIsADifferenceThoughTheResultIsTheSame() {
    FetchOptions options = options(fault(Kind.LOST_ACK, FetchPhase.HINTED));
    FetchPlan suffix = new FetchPlanner(options).plans().getFirst();

    TrialResult result =
        only(
            options,
            suffix,
            withOrders(
                order ->
                    order.replace(
                        "\"side\":\"target\"",
                        "\"side\":\"target\",\"fault\":\"duplicate_request\",\"phase\":\"asked\"")));

    assertThat(result.actual()).isEqualTo(result.expected());
    assertThat(result.differences()).containsExactly("a fault struck that was not to strike");
  }

  @Test
  void aDifferenceOfStrikesIsNotTriedAgain() {
    TrialResult result =
        struck(
            fault(Kind.LOST_NOTIFICATION, FetchPhase.WRITTEN),
            withOrders(BrokenFetchesTest::unarmed));

    assertThat(result.differences()).contains("the fault was to strike and did not");
    assertThat(result.firstTry()).isEmpty();
  }

  /** The first life of the target believes that its time is over at once. */
  @Test
  void aFetchThatIsOnlyTooLateIsTriedAgainAndTheFirstTryIsKept() {
    var isFirst = new AtomicBoolean(true);

    TrialResult result =
        struck(
            fault(Kind.SOURCE_STALLED, FetchPhase.HINTED),
            withOrders(
                order ->
                    order.contains("\"side\":\"target\"") && isFirst.getAndSet(false)
                        ? order.replaceAll("\"operation_nanos\":\\d+", "\"operation_nanos\":1000")
                        : order));

    assertThat(result.differences()).isEmpty();
    assertThat(result.firstTry()).isPresent();
    TrialResult first = result.firstTry().orElseThrow();
    assertThat(first.isOnlyLate()).isTrue();
    assertThat(first.differences()).singleElement().asString().startsWith("expected ");
    assertThat(first.actual().orElseThrow().isTimedOut()).isTrue();
  }

  /** Also at a service that has no part in the fetch. */
  @Test
  void aFrameThatNobodyCanReadIsADifferenceWhereverItCame() {
    try (ControlChannel stranger = ZmqControlChannel.bind("tcp://127.0.0.1:0")) {
      TrialResult result =
          struck(
              fault(Kind.LOST_NOTIFICATION, FetchPhase.WRITTEN),
              AlteredLink.threads(
                  UnaryOperator.identity(), answer -> withGarbage(stranger, answer)));

      assertThat(result.differences())
          .containsExactly(
              "1 messages could not be read at the target",
              "1 messages could not be read at the source",
              "1 messages could not be read at the bystander 2/0");
    }
  }

  private static String withGarbage(ControlChannel stranger, String answer) {
    Matcher endpoint = ENDPOINT.matcher(answer);
    if (endpoint.find()) {
      stranger.send(endpoint.group(1), new byte[] {(byte) 0xc1});
    }
    return answer;
  }

  /** Wrong as it must be, in the right place, but not the block that was to be sent. */
  @Test
  void wrongBytesThatAreNotTheExpectedOnesAreADifference() {
    TrialResult result =
        struck(
            fault(Kind.OTHER_BLOCKS_BYTES, FetchPhase.WRITING),
            ServiceLaunchers.threads(StrayingWrites::once));

    assertThat(result.actual()).isEqualTo(result.expected());
    assertThat(result.differences())
        .singleElement()
        .asString()
        .startsWith("wrong bytes must be [block ")
        .endsWith(" is block 77]");
  }

  @Test
  void aSlotThatIsFreeWhileItIsClaimedIsADifference() {
    TrialResult result =
        struck(
            fault(Kind.EVICTED_WHILE_PINNED, FetchPhase.WRITING),
            AlteredLink.threads(
                UnaryOperator.identity(), answer -> answer.replace("deferred", "gone")));

    assertThat(result.differences())
        .singleElement()
        .asString()
        .endsWith(" left the source's device tier as [gone], not as deferred");
  }

  /** A source that never believes that a failed write is over keeps its claims for ever. */
  @Test
  void aSourceThatKeepsWhatADeadTargetWasToGetIsADifference() {
    TrialResult result =
        struck(
            fault(Kind.TARGET_CRASHED, FetchPhase.WRITING),
            ServiceLaunchers.threads(NeverQuiet::new));

    assertThat(result.actual().orElseThrow().isQuiet()).isFalse();
    assertThat(result.differences())
        .hasSize(2)
        .contains("the source takes a write to a dead target for uncertain that was not posted")
        .first()
        .asString()
        .endsWith(", not quiet");
  }

  private static final class NeverQuiet extends ForwardingAgent {
    NeverQuiet(TransferAgent agent) {
      super(agent);
    }

    @Override
    protected TransferRequest made(TransferRequest request) {
      return new Doubtful(request);
    }
  }

  /** Also a posting that is refused, since the agent knows by then that its peer is lost. */
  private static final class Doubtful extends ForwardingRequest {
    private boolean isRefused;

    Doubtful(TransferRequest request) {
      super(request);
    }

    @Override
    public void post(byte[] notification) {
      try {
        super.post(notification);
      } catch (TransferException refused) {
        isRefused = true;
      }
    }

    @Override
    public TransferStatus poll() {
      if (isRefused) {
        return doubt(Category.DISCONNECTED);
      }
      TransferStatus status = super.poll();
      return status instanceof TransferStatus.Failed failed ? doubt(failed.category()) : status;
    }

    private static TransferStatus doubt(Category category) {
      return new TransferStatus.Failed(category, false, "who knows");
    }
  }

  /** An agent to which a write that nobody posted, or that failed, is done. */
  @Test
  void aWriteToADeadTargetThatIsTakenForASuccessIsADifference() {
    TrialResult result =
        struck(
            fault(Kind.TARGET_CRASHED, FetchPhase.ACCEPTED),
            ServiceLaunchers.threads(AlwaysDone::new));

    assertThat(result.actual()).isEqualTo(result.expected());
    assertThat(result.differences())
        .containsExactly("the source takes a write to a dead target for a success");
  }

  private static final class AlwaysDone extends ForwardingAgent {
    AlwaysDone(TransferAgent agent) {
      super(agent);
    }

    @Override
    protected TransferRequest made(TransferRequest request) {
      return new Boastful(request);
    }
  }

  private static final class Boastful extends ForwardingRequest {
    private boolean isRefused;

    Boastful(TransferRequest request) {
      super(request);
    }

    @Override
    public void post(byte[] notification) {
      try {
        super.post(notification);
      } catch (TransferException refused) {
        isRefused = true;
      }
    }

    @Override
    public TransferStatus poll() {
      TransferStatus status = isRefused ? new TransferStatus.Done() : super.poll();
      return status instanceof TransferStatus.Failed ? new TransferStatus.Done() : status;
    }
  }

  /** As if a block had come to the new life, and the failure of its hint with it. */
  @Test
  void whatReachesTheNewLifeOfADeadTargetIsADifference() {
    FetchOptions options = options(fault(Kind.TARGET_CRASHED, FetchPhase.ASKED));
    FetchPlan plan = new FetchPlanner(options).plans().getLast();
    String last = HashText.print(plan.externalHashes().at(plan.externalHashes().size() - 1));
    var isAnew = new AtomicBoolean();

    TrialResult result =
        only(
            options,
            plan,
            AlteredLink.threads(
                UnaryOperator.identity(),
                answer -> {
                  isAnew.compareAndSet(false, answer.contains("-life-4\""));
                  return isAnew.get()
                      ? answer
                          .replace("\"host\":[]", "\"host\":[\"" + last + "\"]")
                          .replace("\"failed\":false", "\"failed\":true")
                      : answer;
                }));

    FetchResult told = result.actual().orElseThrow();
    assertThat(told.outcome().delivered()).isOne();
    assertThat(told.isHintFailed()).isTrue();
    assertThat(result.differences()).singleElement().asString().startsWith("expected ");
  }

  @Test
  void whatTheSourceOfADeadTargetCameToIsSaid() {
    TrialResult result =
        struck(
            fault(Kind.TARGET_CRASHED, FetchPhase.WRITING),
            ServiceLaunchers.threads(UnaryOperator.identity()));

    assertThat(result.differences()).isEmpty();
    assertThat(result.seen().remarks())
        .singleElement()
        .asString()
        .startsWith("the source of a dead target: accepted, posted ")
        .endsWith("write failed, quiet, ended badly");
  }
}
