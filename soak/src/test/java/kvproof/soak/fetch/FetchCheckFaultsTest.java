package kvproof.soak.fetch;

import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.fetch.FetchCases.BYSTANDER;
import static kvproof.soak.fetch.FetchCases.CONTINUATION;
import static kvproof.soak.fetch.FetchCases.SOURCE;
import static kvproof.soak.fetch.FetchCases.TARGET;
import static kvproof.soak.fetch.FetchCases.actuals;
import static kvproof.soak.fetch.FetchCases.at;
import static kvproof.soak.fetch.FetchCases.check;
import static kvproof.soak.fetch.FetchCases.faulty;
import static kvproof.soak.fetch.FetchCases.soakCase;
import static kvproof.soak.fetch.FetchCases.with;
import static kvproof.soak.fetch.FetchFixture.chain;
import static kvproof.soak.fetch.FetchFixture.remove;
import static kvproof.soak.fetch.FetchFixture.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.fault.BrokenTransfers;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchOutcome;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import kvproof.model.Owner;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import org.junit.jupiter.api.Test;

/** What the check must not let pass: each fault is one that it exists for. */
class FetchCheckFaultsTest {

  @Test
  void sourceThatDeliversOtherBlocks() {
    FetchReport report =
        faulty(
            CONTINUATION,
            HintedFetch::carryOut,
            agent ->
                new ForwardingAgent(agent) {
                  @Override
                  public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
                    return super.prepareLocal(descriptors.reversed());
                  }
                });

    assertThat(actuals(report))
        .contains("block 104 is block 106", "block 106 is block 104")
        .anyMatch(actual -> actual.startsWith("partial: asked 3, delivered 1"));
  }

  @Test
  void sourceThatTruncates() {
    FetchReport report =
        faulty(
            CONTINUATION,
            HintedFetch::carryOut,
            agent ->
                new ForwardingAgent(agent) {
                  @Override
                  public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
                    return super.prepareLocal(halves(descriptors));
                  }

                  @Override
                  public PreparedDescriptors prepareRemote(
                      String peer, List<Descriptor> descriptors) {
                    return super.prepareRemote(peer, halves(descriptors));
                  }
                });

    assertThat(actuals(report)).contains("block 104 is right for 32 bytes, then never written");
  }

  /** The source evicted block 6 for block 9 and reads it from where it was. */
  @Test
  void sourceThatDeliversWhatTookTheBlocksPlace() {
    FetchReport report =
        faulty(
            CONTINUATION,
            (target, source, hint) -> {
              int slot = slotOf(source, 106);
              source.apply(remove(SOURCE, HOST_PINNED, 6, 6));
              source.apply(store(SOURCE, HOST_PINNED, 9, 9));
              assertThat(slotOf(source, 109)).isEqualTo(slot);
              source.host().keep(106, slot);
              return HintedFetch.carryOut(target, source, hint);
            },
            UnaryOperator.identity());

    assertThat(actuals(report)).contains("block 106 is block 109");
  }

  @Test
  void writeThatStraysIntoAnotherHeldBlock() {
    FetchReport report =
        faulty(
            with(CONTINUATION, store(TARGET, HOST_PINNED, 8, 9)),
            (target, source, hint) -> {
              write(source, 104, target, 108);
              return HintedFetch.carryOut(target, source, hint);
            },
            UnaryOperator.identity());

    assertThat(actuals(report)).containsExactly("1/0: block 108 is block 104");
  }

  @Test
  void creditBehindAHole() {
    FetchReport report =
        doctored(
            at(remove(TARGET, DEVICE, 2, 2)),
            outcome -> new FetchOutcome(outcome.status(), 4, 3, 1, 6, 6));

    assertThat(report.differences())
        .extracting(Difference::kind, Difference::expected, Difference::actual)
        .containsExactly(
            tuple(
                Kind.OVER_CREDIT,
                "partial: asked 4, delivered 3, missing 1, credit 1, then 6",
                "partial: asked 4, delivered 3, missing 1, credit 6, then 6"));
  }

  @Test
  void creditForgottenOnceTheHoleIsComputed() {
    FetchReport report =
        doctored(
            at(remove(TARGET, DEVICE, 2, 2)),
            outcome -> new FetchOutcome(outcome.status(), 4, 3, 1, 1, 3));

    assertThat(report.differences()).extracting(Difference::kind).containsExactly(Kind.WRONG_VALUE);
  }

  @Test
  void askingForWhatIsHeld() {
    FetchReport report = doctored(at(), outcome -> new FetchOutcome(PARTIAL, 6, 3, 3, 6, 6));

    assertThat(report.differences()).isNotEmpty();
  }

  @Test
  void sourceThatServesThoughAnotherIsNamed() {
    List<CaseStep> steps = with(CONTINUATION, store(BYSTANDER, HOST_PINNED, 4, 5));
    FetchReport report =
        check(
            steps,
            List.of(new FetchAttempt("q1", TARGET, List.of(), Optional.of(BYSTANDER))),
            (target, source, hint) ->
                HintedFetch.carryOut(
                    target,
                    source,
                    new KvHintAction.Fetch("a1", hint.blockHashes(), source.endpoint())),
            UnaryOperator.identity());

    assertThat(report.differences()).extracting(Difference::kind).containsExactly(Kind.OVER_CREDIT);
  }

  @Test
  void transferThatBreaks() {
    FetchReport report =
        faulty(CONTINUATION, HintedFetch::carryOut, agent -> new BrokenTransfers(agent, 1));

    assertThat(actuals(report))
        .contains("failed: asked 3, delivered 0, missing 3, credit 3, then 6");
  }

  @Test
  void workerThatThrows() {
    FetchReport report =
        faulty(
            CONTINUATION,
            (_, _, _) -> {
              throw new IllegalStateException("worker is confused");
            },
            UnaryOperator.identity());

    assertThat(report.differences())
        .singleElement()
        .returns(Kind.FAILED, Difference::kind)
        .returns("java.lang.IllegalStateException: worker is confused", Difference::actual);
  }

  /** The router under test claims that the source reaches one block further than it does. */
  @Test
  void hintThatPromisesTooMuch() {
    FetchReport report = hinted(Optional.of(SOURCE), chain(1, 7), "tcp://w2:9000");

    assertThat(report.differences())
        .singleElement()
        .returns(Kind.OVER_CREDIT, Difference::kind)
        .returns("all 7 blocks of the hint", Difference::expected);
  }

  @Test
  void hintThatNamesAnEndpointOfSomebodyElse() {
    FetchReport report = hinted(Optional.of(SOURCE), chain(1, 6), "tcp://w1:9000");

    assertThat(report.differences())
        .first()
        .returns(Kind.WRONG_SOURCE, Difference::kind)
        .returns("tcp://w1:9000, that of 1/0", Difference::actual);
  }

  @Test
  void hintThatNamesAnEndpointOfNobody() {
    FetchReport report = hinted(Optional.of(SOURCE), chain(1, 6), "tcp://nowhere:1");

    assertThat(report.fetches()).isEmpty();
    assertThat(report.differences())
        .singleElement()
        .returns(Kind.WRONG_SOURCE, Difference::kind)
        .returns("tcp://nowhere:1, that of nobody", Difference::actual);
  }

  @Test
  void attemptForARequestThatWasNotAnswered() {
    Case soakCase = soakCase(CONTINUATION, List.of(at()));

    assertThatIllegalArgumentException().isThrownBy(() -> FetchCheck.check(soakCase, Map.of()));
  }

  private static List<Descriptor> halves(List<Descriptor> whole) {
    return whole.stream()
        .map(d -> new Descriptor(d.kind(), d.deviceId(), d.address(), d.sizeBytes() / 2))
        .toList();
  }

  private static int slotOf(SimWorker worker, long hash) {
    Descriptor held = worker.host().find(hash).orElseThrow();
    return (int) ((held.address() - worker.host().region().address()) / held.sizeBytes());
  }

  /** One block of the source over another block of the target. */
  private static void write(SimWorker source, long from, SimWorker target, long into) {
    TransferAgent agent = source.agent();
    String peer = agent.load(target.agent().metadata());
    try (TransferRequest request =
        agent.request(
            TransferOperation.WRITE,
            agent.prepareLocal(List.of(source.find(from).orElseThrow())),
            agent.prepareRemote(peer, List.of(target.find(into).orElseThrow())))) {
      request.post();
      request.poll();
    }
    agent.forget(peer);
  }

  /** The right outcome, then reported as something else. */
  private static FetchReport doctored(FetchAttempt attempt, UnaryOperator<FetchOutcome> lie) {
    return check(
        CONTINUATION,
        List.of(attempt),
        (target, source, hint) -> {
          HintedFetch truth = HintedFetch.carryOut(target, source, hint);
          return new HintedFetch(lie.apply(truth.outcome()), truth.wrongBlocks());
        },
        UnaryOperator.identity());
  }

  /** The hint of some other router, over the usual history. */
  private static FetchReport hinted(Optional<Owner> source, BlockHashes hashes, String endpoint) {
    TreeMap<WorkerWithDpRank, SourceChoice> choices = new TreeMap<>();
    choices.put(
        TARGET,
        new SourceChoice(
            3, source, hashes.size(), Optional.of(KvHint.fetch("q1", hashes, endpoint))));
    Answer answer =
        new Answer(new TreeMap<>(), new TreeMap<>(), Optional.empty(), List.of(), choices);
    return FetchCheck.check(soakCase(CONTINUATION, List.of(at())), Map.of("q1", answer));
  }
}
