package kvproof.mocknixl.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.throughput.WriteRound.Destination;
import kvproof.mocknixl.throughput.WriteRound.Waiting;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputTest {
  private static final double ONE_MEGABYTE = 1e6;
  private static final int BLOCKS = 4;
  private static final int BLOCK_BYTES = 4096;
  private static final Duration SHORT = Duration.ofMillis(20);

  private final InProcessFabric fabric = new InProcessFabric();

  @Test
  void inProcessCopiesAreMeasuredBesidePlainOnes() {
    Throughput measured = Throughput.inProcess(16, 64 << 10, Duration.ofMillis(50));

    assertThat(measured.agentBytesPerSecond()).isGreaterThan(ONE_MEGABYTE);
    assertThat(measured.baselineBytesPerSecond()).isGreaterThan(ONE_MEGABYTE);
  }

  @Test
  void transfersOverTcpAreMeasuredBesideAPlainConnection() {
    try (FarEnd far = FarEnd.open(16, 64 << 10)) {
      Throughput measured =
          Throughput.between(
              far.address(), far::takeRightBlocks, 16, 64 << 10, Duration.ofMillis(50));

      assertThat(measured.agentBytesPerSecond()).isGreaterThan(ONE_MEGABYTE);
      assertThat(measured.baselineBytesPerSecond()).isGreaterThan(ONE_MEGABYTE);
    }
  }

  @Test
  void shareIsOfTheBaseline() {
    assertThat(new Throughput(1, 1, 3, 4).share()).isEqualTo(0.75);
  }

  private WriteRound round(TransferAgent near, ReceivedBlocks into, Duration patience) {
    return WriteRound.to(
        Destination.of(into, BLOCKS, BLOCK_BYTES), near, new Waiting(() -> {}, patience));
  }

  private ReceivedBlocks received() {
    return ReceivedBlocks.at(fabric.agent("far"), BLOCKS, BLOCK_BYTES);
  }

  /** Whose requests are done without having moved anything, or never done. */
  private static final class IdleAgent extends ForwardingAgent {
    private final TransferStatus status;

    IdleAgent(TransferAgent agent, TransferStatus status) {
      super(agent);
      this.status = status;
    }

    @Override
    public TransferRequest request(
        TransferOperation operation,
        PreparedDescriptors local,
        int[] localIndices,
        PreparedDescriptors remote,
        int[] remoteIndices) {
      return new ForwardingRequest(
          super.request(operation, local, localIndices, remote, remoteIndices)) {
        @Override
        public void post() {}

        @Override
        public TransferStatus poll() {
          return status;
        }
      };
    }
  }

  @Nested
  class Checked {
    @Test
    void bytesThatDidNotArriveFailTheMeasurement() {
      try (ReceivedBlocks into = received();
          WriteRound idle =
              round(new IdleAgent(fabric.agent("near"), new TransferStatus.Done()), into, SHORT);
          CopyRound copies = new CopyRound(BLOCKS, BLOCK_BYTES)) {
        assertThatIllegalStateException()
            .isThrownBy(() -> Throughput.measure(BLOCKS, BLOCK_BYTES, SHORT, idle, copies))
            .withMessage("of 4 measured blocks 0 arrived with the right bytes");
      }
    }

    @Test
    void bytesAreErasedSoThatOnlyLaterRoundsCount() {
      try (ReceivedBlocks into = received();
          WriteRound writes = round(fabric.agent("near"), into, Duration.ofSeconds(20))) {
        writes.run();
        assertThat(into.takeRight()).isEqualTo(BLOCKS);
        assertThat(into.takeRight()).isZero();
      }
    }

    @Test
    void aPlainCopyThatWasNotMadeIsNoticed() {
      try (CopyRound copies = new CopyRound(BLOCKS, BLOCK_BYTES)) {
        copies.run();
        copies.check();

        assertThatIllegalStateException()
            .isThrownBy(copies::check)
            .withMessage("a plain copy differs from byte 0 on");
      }
    }
  }

  @Test
  void aTransferThatNeverEndsIsGivenUp() {
    try (ReceivedBlocks into = received();
        WriteRound writes =
            round(new IdleAgent(fabric.agent("near"), new TransferStatus.Pending()), into, SHORT)) {
      assertThatIllegalStateException()
          .isThrownBy(writes::run)
          .withMessage("a transfer that was to be measured is pending after PT0.02S");
    }
  }

  @Test
  void aPlainConnectionThatIsNotAnsweredIsGivenUp() {
    try (PlainSink sink = new PlainSink(2L * BLOCKS * BLOCK_BYTES); // waits for twice as much
        PlainConnection plain = new PlainConnection(sink.port(), BLOCKS, BLOCK_BYTES, SHORT)) {
      assertThatIllegalStateException()
          .isThrownBy(plain::run)
          .withMessage("round 1 of a plain connection is not answered after PT0.02S");
    }
  }

  /** Refuses the call of that number. */
  private static final class RefusingAgent extends ForwardingAgent {
    private final int refused;
    private int calls;

    RefusingAgent(TransferAgent agent, int refused) {
      super(agent);
      this.refused = refused;
    }

    private void count() {
      calls++;
      if (calls == refused) {
        throw new TransferException(Category.BACKEND, "call " + calls);
      }
    }

    @Override
    public void register(List<MemoryRegion> regions) {
      count();
      super.register(regions);
    }

    @Override
    public String load(AgentMetadata metadata) {
      count();
      return super.load(metadata);
    }

    @Override
    public TransferRequest request(
        TransferOperation operation,
        PreparedDescriptors local,
        int[] localIndices,
        PreparedDescriptors remote,
        int[] remoteIndices) {
      count();
      return super.request(operation, local, localIndices, remote, remoteIndices);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aWriterThatCannotBeMadeLeavesNothing(int refused) {
    try (ReceivedBlocks into = received()) {
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> round(new RefusingAgent(fabric.agent("near"), refused), into, SHORT));
    }

    assertThat(fabric.leftovers()).isEmpty();
  }

  @Test
  void aReceiverThatCannotBeMadeLeavesNothing() {
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(
            () ->
                ReceivedBlocks.at(new RefusingAgent(fabric.agent("far"), 1), BLOCKS, BLOCK_BYTES));

    assertThat(fabric.leftovers()).isEmpty();
  }

  @Test
  void aPlainConnectionToNobodyLeavesNoThread() {
    int port;
    try (PlainSink sink = new PlainSink(1)) {
      port = sink.port();
    }

    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> new PlainConnection(port, BLOCKS, BLOCK_BYTES, SHORT));

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("kvproof-plain")));
  }
}
