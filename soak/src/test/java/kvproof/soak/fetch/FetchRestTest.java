package kvproof.soak.fetch;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.fetch.FetchCases.CONTINUATION;
import static kvproof.soak.fetch.FetchCases.SOURCE;
import static kvproof.soak.fetch.FetchCases.TARGET;
import static kvproof.soak.fetch.FetchCases.actuals;
import static kvproof.soak.fetch.FetchCases.broken;
import static kvproof.soak.fetch.FetchCases.check;
import static kvproof.soak.fetch.FetchCases.struckBy;
import static kvproof.soak.fetch.FetchFixture.store;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingBlocks;
import kvproof.mocknixl.fault.ForwardingChannel;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.kvcr.BlockPart;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.FetchPhase;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.soak.sim.FetchSimulation;
import kvproof.soak.sim.SimParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a fetch leaves behind is a difference. */
class FetchRestTest {

  /** The source has blocks that it must have pinned. */
  private static final List<CaseStep> ON_THE_DEVICE =
      List.of(store(TARGET, DEVICE, 1, 3), store(SOURCE, DEVICE, 1, 6));

  @Test
  void transferThatIsNotReleased() {
    FetchReport report =
        broken(
            CONTINUATION,
            SimParts.agents(
                agent ->
                    new ForwardingAgent(agent) {
                      @Override
                      public TransferRequest request(
                          TransferOperation operation,
                          PreparedDescriptors local,
                          int[] localIndices,
                          PreparedDescriptors remote,
                          int[] remoteIndices) {
                        return neverClosed(
                            super.request(operation, local, localIndices, remote, remoteIndices));
                      }
                    }));

    assertThat(actuals(report)).containsExactly("2/0: 1 transfers not released");
  }

  private static TransferRequest neverClosed(TransferRequest request) {
    return new ForwardingRequest(request) {
      @Override
      public void close() {}
    };
  }

  @Test
  void regionThatStaysRegistered() {
    FetchReport report =
        afterThe(
            target -> {
              var memory = target.agent().allocate(MemoryKind.DRAM, 8);
              target.agent().register(List.of(memory.region()));
              return memory;
            });

    assertThat(actuals(report)).singleElement().asString().startsWith("1/0: still registered: ");
  }

  @Test
  void memoryThatIsNotFreed() {
    FetchReport report = afterThe(target -> target.agent().allocate(MemoryKind.DRAM, 1));

    assertThat(actuals(report)).singleElement().asString().startsWith("memory DRAM:0 ");
  }

  @Test
  void slotThatIsNotGivenBack() {
    FetchReport report = afterThe(target -> target.host().reserve(1));

    assertThat(actuals(report)).containsExactly("1/0: host: 1 slots reserved");
  }

  @Test
  void slotThatIsWithheldWithoutNeed() {
    FetchReport report =
        afterThe(
            target -> {
              int slot = target.host().reserve(1).orElseThrow().getFirst();
              target.host().withhold(slot);
              return slot;
            });

    assertThat(actuals(report)).containsExactly("1/0: 1 slots withheld, wrong blocks came for 0");
  }

  @Test
  void claimThatIsNotReleased() {
    FetchReport report =
        broken(
            CONTINUATION,
            SimParts.blocks(
                blocks ->
                    new ForwardingBlocks(blocks) {
                      @Override
                      public Optional<Claim> claim(BlockKey key) {
                        return super.claim(key).map(FetchRestTest::neverReleased);
                      }
                    }));

    assertThat(actuals(report)).containsExactly("2/0: host: 3 claims not released");
  }

  private static ForwardingBlocks.Claim neverReleased(ForwardingBlocks.Claim claim) {
    return new ForwardingBlocks.Claim() {
      @Override
      public List<BlockPart> parts() {
        return claim.parts();
      }

      @Override
      public void release() {}
    };
  }

  @Test
  void pinThatIsNotReleased() {
    FetchReport report =
        broken(
            ON_THE_DEVICE,
            SimParts.blocks(
                blocks ->
                    new ForwardingBlocks(blocks) {
                      @Override
                      public boolean releasePin(long pin) {
                        return true;
                      }
                    }));

    assertThat(actuals(report))
        .containsExactly("2/0: device: 3 claims not released", "2/0: 1 pins not released");
  }

  @Test
  void pinThatTheFrameworkNeverTakesBack() {
    FetchReport report =
        broken(
            ON_THE_DEVICE,
            SimParts.blocks(
                blocks ->
                    new ForwardingBlocks(blocks) {
                      @Override
                      public boolean releasePin(long pin) {
                        return false;
                      }
                    }));

    assertThat(actuals(report)).contains("2/0: 1 pins not taken back");
  }

  /** Nobody hears that the source is dead, and its new life cannot say what the old one did. */
  @Test
  void operationThatNeverFinishes() {
    FetchReport report =
        check(
            CONTINUATION,
            List.of(struckBy(new FetchFault(FetchFault.Kind.SOURCE_RESTARTED, FetchPhase.WRITING))),
            FetchSimulation::carryOut,
            new SimParts(agent -> agent, FetchRestTest::deafToGuards, blocks -> blocks));

    assertThat(actuals(report))
        .containsExactly(
            "1/0: 1 operations of the target not finished", "1/0: host: 3 slots reserved");
  }

  /** Of a life that goes on, and of one that has ended before anybody looks. */
  @ParameterizedTest
  @CsvSource({"CANCELLED, 2/0", "SOURCE_CRASHED, 2/0#1"})
  void messageThatCannotBeRead(FetchFault.Kind kind, String whose) {
    FetchReport report =
        check(
            CONTINUATION,
            List.of(struckBy(new FetchFault(kind, FetchPhase.WRITING))),
            FetchSimulation::carryOut,
            new SimParts(
                agent -> agent,
                channel -> channel.endpoint().equals("sim://2/0") ? garbling(channel) : channel,
                blocks -> blocks));

    assertThat(actuals(report)).contains(whose + ": 1 messages that could not be read");
  }

  /** One frame more than was sent, which is none. */
  private static ControlChannel garbling(ControlChannel channel) {
    return new ForwardingChannel(channel) {
      private boolean isDone;

      @Override
      public List<byte[]> receive() {
        List<byte[]> frames = new ArrayList<>(super.receive());
        if (!isDone && !frames.isEmpty()) {
          frames.add(new byte[] {1, 2, 3});
          isDone = true;
        }
        return frames;
      }
    };
  }

  /** A source that has slept refuses to write, and its life ends with the fetch. */
  @Test
  void claimOfALifeThatHasEnded() {
    FetchReport report =
        check(
            CONTINUATION,
            List.of(
                new FetchAttempt("q1", TARGET, List.of(), Optional.empty()),
                struckBy(new FetchFault(FetchFault.Kind.SOURCE_STALLED, FetchPhase.HINTED))),
            (world, order) -> {
              var seen = FetchSimulation.carryOut(world, order);
              if (order.fault().isEmpty()) {
                world.node(SOURCE).worker().host().claim(104);
                world.apply(FetchFixture.remove(TARGET, HOST_PINNED, 4, 6));
              }
              return seen;
            },
            SimParts.sound());

    assertThat(actuals(report))
        .singleElement()
        .asString()
        .contains("2/0#1 has died with", "1 claims not released");
  }

  private static ControlChannel deafToGuards(ControlChannel channel) {
    return new ForwardingChannel(channel) {
      @Override
      public List<byte[]> receive() {
        return super.receive().stream().filter(frame -> !isOfAGuard(frame)).toList();
      }
    };
  }

  private static boolean isOfAGuard(byte[] frame) {
    return KvcrCodec.decode(frame).orElseThrow() instanceof KvcrFrame.WriteProbeAck ack
        && ack.deadIncarnation().isPresent();
  }

  /** One fetch, and then something is done to the target. */
  private static FetchReport afterThe(Function<KvWorker, Object> deed) {
    return broken(
        CONTINUATION,
        (world, order) -> {
          var seen = FetchSimulation.carryOut(world, order);
          deed.apply(world.node(TARGET).worker());
          return seen;
        });
  }
}
