package kvproof.soak.sim;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/**
 * An agent of a source that knows where its posted writes may still write. Stands beneath all
 * misfortunes, next to the fabric, so that it sees what really happens. For one thread.
 */
final class SeenWrites extends ForwardingAgent {

  /** The far side of a request, with the descriptors that are in it. */
  private record Far(PreparedDescriptors prepared, List<Descriptor> parts)
      implements PreparedDescriptors {
    @Override
    public int size() {
      return prepared.size();
    }

    @Override
    public void close() {
      prepared.close();
    }
  }

  private final Set<Seen> underWay = new LinkedHashSet<>();

  SeenWrites(TransferAgent agent) {
    super(agent);
  }

  /** Memory of peers that may still be written: of writes that are posted and have not ended. */
  List<Descriptor> underWay() {
    return underWay.stream().flatMap(write -> write.into.stream()).toList();
  }

  @Override
  public PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors) {
    return new Far(super.prepareRemote(peer, descriptors), List.copyOf(descriptors));
  }

  @Override
  public TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    if (!(remote instanceof Far far)) {
      throw new IllegalArgumentException("not prepared here: " + remote);
    }
    List<Descriptor> into = new ArrayList<>();
    for (int index : remoteIndices) {
      into.add(far.parts().get(index));
    }
    return new Seen(
        super.request(operation, local, localIndices, far.prepared(), remoteIndices), into);
  }

  private final class Seen extends ForwardingRequest {
    private final List<Descriptor> into;

    Seen(TransferRequest request, List<Descriptor> into) {
      super(request);
      this.into = List.copyOf(into);
    }

    @Override
    public void post() {
      super.post();
      underWay.add(this);
    }

    @Override
    public void post(byte[] notification) {
      super.post(notification);
      underWay.add(this);
    }

    @Override
    public TransferStatus poll() {
      TransferStatus status = super.poll();
      boolean isOver =
          switch (status) {
            case TransferStatus.Pending _ -> false;
            case TransferStatus.Failed failed -> failed.quiet();
            case TransferStatus.Done _, TransferStatus.Cancelled _ -> true;
          };
      if (isOver) {
        underWay.remove(this);
      }
      return status;
    }
  }
}
