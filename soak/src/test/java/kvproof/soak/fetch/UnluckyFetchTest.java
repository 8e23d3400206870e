package kvproof.soak.fetch;

import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.FAILED;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.fetch.FetchFixture.remove;
import static kvproof.soak.fetch.FetchFixture.store;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.mocknixl.fault.BrokenTransfers;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.fault.LateCompletion;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.FetchOutcome;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.Test;

/** Fetches from a source that fails, or writes something else than it says. */
class UnluckyFetchTest extends FetchHarness {

  @Test
  void lateWriteIsWaitedFor() {
    HintedFetch fetch = fetchThrough(new LateCompletion(fabric.agent("2/0"), 100));

    assertThat(fetch.outcome()).isEqualTo(new FetchOutcome(DELIVERED, 6, 6, 0, 6, 6));
  }

  @Test
  void brokenWriteIsWorthNothingThoughBytesArrived() {
    HintedFetch fetch = fetchThrough(new BrokenTransfers(fabric.agent("2/0"), 3));

    assertThat(fetch.outcome()).isEqualTo(new FetchOutcome(FAILED, 6, 0, 6, 0, 6));
  }

  @Test
  void blocksInEachOthersPlaceAreNamed() {
    HintedFetch fetch =
        fetchThrough(
            new ForwardingAgent(fabric.agent("2/0")) {
              @Override
              public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
                return super.prepareLocal(descriptors.reversed());
              }
            });

    assertThat(fetch.outcome().status()).isEqualTo(FAILED);
    assertThat(fetch.wrongBlocks())
        .hasSize(6)
        .startsWith(new WrongBlock(101, new ContentFinding.OtherBlock(106)));
  }

  @Test
  void truncatedBlocksAreNotKept() {
    HintedFetch fetch =
        fetchThrough(
            new ForwardingAgent(fabric.agent("2/0")) {
              @Override
              public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
                return super.prepareLocal(halves(descriptors));
              }

              @Override
              public PreparedDescriptors prepareRemote(String peer, List<Descriptor> places) {
                return super.prepareRemote(peer, halves(places));
              }
            });

    assertThat(fetch.outcome()).isEqualTo(new FetchOutcome(FAILED, 6, 0, 6, 0, 6));
    assertThat(fetch.wrongBlocks())
        .hasSize(6)
        .startsWith(new WrongBlock(101, new ContentFinding.Truncated(128)));
  }

  /** What was in the target's slots before is taken for what was asked for. */
  @Test
  void reportWithoutBytesLeavesWhatWasThereBefore() {
    target.apply(store(TARGET, HOST_PINNED, 8, 9));
    target.apply(remove(TARGET, HOST_PINNED, 8, 9));

    HintedFetch fetch = fetchThrough(new NeverWriting(fabric.agent("2/0")));

    assertThat(fetch.outcome().delivered()).isZero();
    assertThat(fetch.wrongBlocks())
        .startsWith(
            new WrongBlock(101, new ContentFinding.OtherBlock(109)),
            new WrongBlock(102, new ContentFinding.OtherBlock(108)));
  }

  private HintedFetch fetchThrough(TransferAgent agent) {
    SimWorker source = worker(SOURCE, content, agent);
    source.apply(store(SOURCE, HOST_PINNED, 1, 6));
    return carryOut(target, source, 6);
  }

  private static List<Descriptor> halves(List<Descriptor> whole) {
    return whole.stream()
        .map(d -> new Descriptor(d.kind(), d.deviceId(), d.address(), d.sizeBytes() / 2))
        .toList();
  }

  /** Reports without having written. */
  private static final class NeverWriting extends ForwardingAgent {
    NeverWriting(TransferAgent agent) {
      super(agent);
    }

    @Override
    public TransferRequest request(
        TransferOperation operation,
        PreparedDescriptors local,
        int[] localIndices,
        PreparedDescriptors remote,
        int[] remoteIndices) {
      TransferRequest unused = super.request(operation, local, localIndices, remote, remoteIndices);
      return new ForwardingRequest(unused) {
        @Override
        public void post(byte[] notification) {
          notifyPeer("1/0", notification);
        }

        @Override
        public TransferStatus poll() {
          return new TransferStatus.Done();
        }
      };
    }
  }
}
