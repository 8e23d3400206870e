package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** An agent whose transfers wait behind a gate, break, or are refused, as a test wishes. */
final class GatedAgent extends ForwardingAgent {
  private final TransferAgent agent;

  /** Transfers that are polled while this holds stay pending and move nothing. */
  boolean isGateClosed;

  /** What the next poll of a transfer says instead of the truth. */
  Optional<TransferStatus> ending = Optional.empty();

  /** Every descriptor of a peer is taken for registered; good for no transfer. */
  boolean isBlind;

  boolean refusesRequests;
  boolean refusesPosts;
  boolean losesNotifications;
  int made;
  int posted;

  /** What was posted and has not ended, or not for certain: what it reads, by the handle. */
  final List<InFlight> inFlight = new ArrayList<>();

  /** A transfer for the operation of that handle. */
  record InFlight(long operation, List<Descriptor> reads) {}

  private List<Descriptor> preparedLast = List.of();

  /** Descriptors of all transfers made, local and remote side by side. */
  final List<Integer> piecesByRequest = new ArrayList<>();

  GatedAgent(TransferAgent agent) {
    super(agent);
    this.agent = agent;
  }

  @Override
  public TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    if (refusesRequests) {
      throw new TransferException(Category.BACKEND, "no requests today");
    }
    made++;
    piecesByRequest.add(local.size());
    return new GatedRequest(
        agent.request(operation, local, localIndices, remote, remoteIndices), preparedLast);
  }

  @Override
  public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
    PreparedDescriptors prepared = agent.prepareLocal(descriptors);
    preparedLast = descriptors;
    return prepared;
  }

  @Override
  public PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors) {
    return isBlind ? new Unchecked(descriptors.size()) : agent.prepareRemote(peer, descriptors);
  }

  private record Unchecked(int size) implements PreparedDescriptors {
    @Override
    public void close() {}
  }

  @Override
  public void notifyPeer(String peer, byte[] payload) {
    if (losesNotifications) {
      throw new TransferException(Category.DISCONNECTED, "no way to " + peer);
    }
    agent.notifyPeer(peer, payload);
  }

  private final class GatedRequest extends ForwardingRequest {
    private final TransferRequest request;
    private final List<Descriptor> reads;
    private Optional<InFlight> self = Optional.empty();

    GatedRequest(TransferRequest request, List<Descriptor> reads) {
      super(request);
      this.request = request;
      this.reads = reads;
    }

    @Override
    public void post(byte[] notification) {
      if (refusesPosts) {
        throw new TransferException(Category.BACKEND, "no posts today");
      }
      posted++;
      request.post(notification);
      long operation = WriteDoneCodec.decode(notification).orElseThrow().operation();
      self = Optional.of(new InFlight(operation, reads));
      inFlight.add(self.get());
    }

    @Override
    public TransferStatus poll() {
      TransferStatus status = status();
      boolean hasEnded =
          switch (status) {
            case TransferStatus.Pending() -> false;
            case TransferStatus.Failed failed -> failed.quiet();
            case TransferStatus.Done() -> true;
            case TransferStatus.Cancelled() -> true;
          };
      if (hasEnded) {
        self.ifPresent(inFlight::remove);
        self = Optional.empty();
      }
      return status;
    }

    private TransferStatus status() {
      if (ending.isPresent()) {
        request.cancel();
        request.poll();
        return ending.get();
      }
      return isGateClosed ? new TransferStatus.Pending() : request.poll();
    }
  }
}
