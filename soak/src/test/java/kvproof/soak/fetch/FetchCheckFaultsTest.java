package kvproof.soak.fetch;

import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.fetch.FetchCases.CONTINUATION;
import static kvproof.soak.fetch.FetchCases.SOURCE;
import static kvproof.soak.fetch.FetchCases.TARGET;
import static kvproof.soak.fetch.FetchCases.actuals;
import static kvproof.soak.fetch.FetchCases.at;
import static kvproof.soak.fetch.FetchCases.broken;
import static kvproof.soak.fetch.FetchCases.check;
import static kvproof.soak.fetch.FetchCases.soakCase;
import static kvproof.soak.fetch.FetchCases.struckBy;
import static kvproof.soak.fetch.FetchCases.with;
import static kvproof.soak.fetch.FetchFixture.chain;
import static kvproof.soak.fetch.FetchFixture.remove;
import static kvproof.soak.fetch.FetchFixture.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.fault.BrokenWrite;
import kvproof.mocknixl.fault.FaultyWrites;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingBlocks;
import kvproof.mocknixl.kvcr.BlockPart;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchPhase;
import kvproof.model.FetchResult;
import kvproof.model.KvHint;
import kvproof.model.Owner;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.soak.sim.FetchSimulation;
import kvproof.soak.sim.SimFetch;
import kvproof.soak.sim.SimParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the check must not let pass: each fault is one that it exists for. */
class FetchCheckFaultsTest {

  @Test
  void sourceThatDeliversOtherBlocks() {
    FetchReport report =
        broken(
            CONTINUATION,
            SimParts.agents(
                agent ->
                    new ForwardingAgent(agent) {
                      @Override
                      public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
                        return super.prepareLocal(descriptors.reversed());
                      }
                    }));

    assertThat(actuals(report))
        .contains("[block 104 is block 106, block 106 is block 104]")
        .anyMatch(actual -> actual.startsWith("partial: asked 3, delivered 1"));
  }

  @Test
  void sourceThatTruncates() {
    FetchReport report =
        broken(
            CONTINUATION,
            SimParts.agents(
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
                    }));

    assertThat(actuals(report))
        .anyMatch(
            actual ->
                actual.startsWith("[block 104 is right for 32 bytes, then never written, block"));
  }

  /** It takes block 106 for what lies where 109 does. */
  @Test
  void sourceThatReadsFromTheWrongSlot() {
    FetchReport report =
        broken(
            with(CONTINUATION, store(SOURCE, HOST_PINNED, 9, 9)),
            SimParts.blocks(
                blocks ->
                    new ForwardingBlocks(blocks) {
                      @Override
                      public Optional<Claim> claim(BlockKey key) {
                        boolean isSix = key.equals(BlockKey.ofHash(106));
                        return super.claim(isSix ? BlockKey.ofHash(109) : key);
                      }
                    }));

    assertThat(actuals(report)).contains("[block 106 is block 109]");
  }

  /** It claims nothing, so that what it is writing from is evicted and used again. */
  @Test
  void sourceThatDoesNotClaimWhatItWrites() {
    FetchReport report =
        check(
            CONTINUATION,
            List.of(struckBy(new FetchFault(FetchFault.Kind.SLOT_REUSE, FetchPhase.WRITING))),
            FetchSimulation::carryOut,
            SimParts.blocks(
                blocks ->
                    new ForwardingBlocks(blocks) {
                      @Override
                      public Optional<Claim> claim(BlockKey key) {
                        Optional<Claim> claim = super.claim(key);
                        claim.ifPresent(Claim::release);
                        return claim.map(released -> unclaimed(released.parts()));
                      }
                    }));

    assertThat(actuals(report))
        .singleElement()
        .asString()
        .contains("2/0 let block 104 go from HOST_PINNED while it was pinned");
  }

  @Test
  void writeThatStraysIntoAnotherHeldBlock() {
    FetchReport report =
        broken(
            with(CONTINUATION, store(TARGET, HOST_PINNED, 8, 9)),
            (world, order) -> {
              write(world.node(SOURCE).worker(), 104, world.node(TARGET).worker(), 108);
              return FetchSimulation.carryOut(world, order);
            });

    assertThat(actuals(report))
        .containsExactly(
            "those of [Stretch[start=0, end=64, hash=104]]",
            "those of [Stretch[start=0, end=64, hash=104]]",
            "1/0: block 108 is block 104");
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
  void reportThatIsBelievedThoughTheBytesAreWrong() {
    FetchReport report =
        check(
            CONTINUATION,
            List.of(struckBy(new FetchFault(FetchFault.Kind.TORN_WRITE, FetchPhase.WRITING))),
            (world, order) -> {
              FetchSimulation.carryOut(world, order);
              FetchOutcome believed = new FetchOutcome(DELIVERED, 3, 3, 0, 6, 6);
              return new SimFetch.Seen(FetchResult.plain(believed), true, List.of());
            },
            SimParts.sound());

    assertThat(report.differences()).first().returns(Kind.OVER_CREDIT, Difference::kind);
  }

  @Test
  void wrongBytesThatTheFaultDoesNotExplain() {
    FetchReport report =
        check(
            CONTINUATION,
            List.of(struckBy(new FetchFault(FetchFault.Kind.TORN_WRITE, FetchPhase.WRITING))),
            (world, order) -> {
              SimFetch.Seen seen = FetchSimulation.carryOut(world, order);
              List<WrongBlock> wrong = new ArrayList<>(seen.wrongBlocks());
              wrong.add(new WrongBlock(104, new ContentFinding.OtherBlock(109)));
              return new SimFetch.Seen(seen.result(), seen.struck(), wrong);
            },
            SimParts.sound());

    assertThat(actuals(report)).singleElement().asString().contains("block 104 is block 109");
  }

  /** The right block is found wrong, and its bytes are taken for those of some other block. */
  @ParameterizedTest
  @EnumSource(
      value = FetchFault.Kind.class,
      names = {"TORN_WRITE", "EARLY_NOTIFICATION", "OTHER_BLOCKS_BYTES", "FOREIGN_BYTES"})
  void wrongBytesThatAreTakenForSomebodyElses(FetchFault.Kind kind) {
    FetchFault fault = new FetchFault(kind, kind.phases().iterator().next());
    FetchReport report =
        check(
            CONTINUATION,
            List.of(struckBy(fault)),
            (world, order) -> {
              SimFetch.Seen seen = FetchSimulation.carryOut(world, order);
              List<WrongBlock> wrong =
                  seen.wrongBlocks().stream()
                      .map(block -> new WrongBlock(block.hash(), new ContentFinding.OtherBlock(7)))
                      .toList();
              return new SimFetch.Seen(seen.result(), seen.struck(), wrong);
            },
            SimParts.sound());

    assertThat(report.differences())
        .singleElement()
        .returns("fetch bytes", Difference::part)
        .matches(difference -> difference.actual().contains(" is block 7"));
  }

  @Test
  void faultThatIsSaidToHaveStruckAndHasNot() {
    FetchReport report =
        check(
            CONTINUATION,
            List.of(struckBy(new FetchFault(FetchFault.Kind.BLOCK_EVICTED, FetchPhase.ACCEPTED))),
            (world, order) -> {
              SimFetch.Seen seen = FetchSimulation.carryOut(world, order);
              return new SimFetch.Seen(seen.result(), true, seen.wrongBlocks());
            },
            SimParts.sound());

    assertThat(actuals(report))
        .singleElement()
        .asString()
        .endsWith(", struck by BLOCK_EVICTED while ACCEPTED");
  }

  @Test
  void transferThatBreaks() {
    FetchReport report =
        broken(
            CONTINUATION,
            SimParts.agents(
                agent -> {
                  FaultyWrites faulty = new FaultyWrites(agent, 1);
                  faulty.strikeNext(new BrokenWrite(1, true));
                  return faulty;
                }));

    assertThat(actuals(report))
        .startsWith("failed: asked 3, delivered 0, missing 3, credit 3, then 6, hint failed");
  }

  /** Whatever the source reports, the target waits in vain. */
  @Test
  void reportsThatNeverCome() {
    FetchReport report =
        broken(
            CONTINUATION,
            SimParts.agents(
                agent ->
                    new ForwardingAgent(agent) {
                      @Override
                      public List<Notification> takeNotifications() {
                        super.takeNotifications();
                        return List.of();
                      }
                    }));

    assertThat(actuals(report))
        .startsWith(
            "failed: asked 3, delivered 0, missing 3, credit 3, then 6, hint failed, timed out");
  }

  @Test
  void nodeThatThrows() {
    FetchReport report =
        broken(
            CONTINUATION,
            (world, order) -> {
              throw new IllegalStateException("worker is confused");
            });

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

  private static SourceBlocks.Claim unclaimed(List<BlockPart> parts) {
    return new SourceBlocks.Claim() {
      @Override
      public List<BlockPart> parts() {
        return parts;
      }

      @Override
      public void release() {}
    };
  }

  private static Descriptor held(KvWorker worker, long hash) {
    int slot = worker.host().slot(hash).orElseThrow();
    return worker.host().parts(slot).getFirst().bytes();
  }

  /** One block of the source over another block of the target. */
  private static void write(KvWorker source, long from, KvWorker target, long into) {
    TransferAgent agent = source.agent();
    String peer = agent.load(target.metadata());
    try (TransferRequest request =
        agent.request(
            TransferOperation.WRITE,
            agent.prepareLocal(List.of(held(source, from))),
            agent.prepareRemote(peer, List.of(held(target, into))))) {
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
        (world, order) -> {
          SimFetch.Seen truth = FetchSimulation.carryOut(world, order);
          FetchResult told = FetchResult.plain(lie.apply(truth.result().outcome()));
          return new SimFetch.Seen(told, truth.struck(), truth.wrongBlocks());
        },
        SimParts.sound());
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
