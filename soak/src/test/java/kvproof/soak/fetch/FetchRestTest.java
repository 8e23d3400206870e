package kvproof.soak.fetch;

import static kvproof.soak.fetch.FetchCases.CONTINUATION;
import static kvproof.soak.fetch.FetchCases.actuals;
import static kvproof.soak.fetch.FetchCases.faulty;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import org.junit.jupiter.api.Test;

/** What a fetch leaves behind is a difference. */
class FetchRestTest {
  @Test
  void transferThatIsNotReleased() {
    FetchReport report =
        faulty(
            CONTINUATION,
            HintedFetch::carryOut,
            agent ->
                new ForwardingAgent(agent) {
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
                      public void close() {}
                    };
                  }
                });

    assertThat(actuals(report)).containsExactly("2/0: 1 transfers not released");
  }

  @Test
  void regionThatStaysRegistered() {
    FetchReport report =
        faulty(
            CONTINUATION,
            (target, source, hint) -> {
              target.agent().register(List.of(source.host().region()));
              return HintedFetch.carryOut(target, source, hint);
            },
            UnaryOperator.identity());

    assertThat(actuals(report)).singleElement().asString().startsWith("1/0: still registered: ");
  }

  @Test
  void memoryThatIsNotFreed() {
    FetchReport report =
        faulty(
            CONTINUATION,
            (target, source, hint) -> {
              target.agent().allocate(MemoryKind.DRAM, 1);
              return HintedFetch.carryOut(target, source, hint);
            },
            UnaryOperator.identity());

    assertThat(actuals(report)).singleElement().asString().startsWith("memory DRAM:0 ");
  }

  @Test
  void slotThatIsNotGivenBack() {
    FetchReport report =
        faulty(
            CONTINUATION,
            (target, source, hint) -> {
              target.host().reserve();
              return HintedFetch.carryOut(target, source, hint);
            },
            UnaryOperator.identity());

    assertThat(actuals(report)).containsExactly("1/0: 1 slots not accounted for");
  }

  @Test
  void notificationThatNobodyTakes() {
    FetchReport report =
        faulty(
            CONTINUATION,
            (target, source, hint) -> {
              source.agent().notifyPeer("2/0", new byte[3]);
              return HintedFetch.carryOut(target, source, hint);
            },
            UnaryOperator.identity());

    assertThat(actuals(report)).containsExactly("2/0: not taken: 3 bytes from 2/0");
  }
}
