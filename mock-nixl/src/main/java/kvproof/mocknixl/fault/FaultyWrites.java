package kvproof.mocknixl.fault;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;

/**
 * An agent whose next writes go wrong in chosen ways; all else passes.
 *
 * <p>Goes around the agent of a source, which writes whole blocks. For one thread.
 */
public final class FaultyWrites extends SeenMemory {

  /** What the source had checked, with the descriptors that are in it. */
  private record Listed(PreparedDescriptors prepared, Optional<String> peer, List<Descriptor> parts)
      implements PreparedDescriptors {

    Listed {
      parts = List.copyOf(parts);
    }

    @Override
    public int size() {
      return prepared.size();
    }

    @Override
    public void close() {
      prepared.close();
    }
  }

  private final TransferAgent agent;
  private final int partsPerBlock;
  private final Deque<WriteFault> faults = new ArrayDeque<>();
  private int struck;

  public FaultyWrites(TransferAgent agent, int partsPerBlock) {
    super(agent);
    this.agent = agent;
    this.partsPerBlock = partsPerBlock;
  }

  /** The next write that has no fault yet has this one. */
  public void strikeNext(WriteFault fault) {
    faults.add(fault);
  }

  /** What has not struck will not strike any more. */
  public void calm() {
    faults.clear();
  }

  /** Writes that were struck so far. */
  public int struck() {
    return struck;
  }

  @Override
  public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
    return new Listed(super.prepareLocal(descriptors), Optional.empty(), descriptors);
  }

  @Override
  public PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors) {
    return new Listed(super.prepareRemote(peer, descriptors), Optional.of(peer), descriptors);
  }

  @Override
  public TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    Listed from = listed(local);
    Listed into = listed(remote);
    if (operation != TransferOperation.WRITE || faults.isEmpty()) {
      return super.request(
          operation, from.prepared(), localIndices, into.prepared(), remoteIndices);
    }
    List<WishedWrite.Piece> pieces = new ArrayList<>();
    for (int i = 0; i < localIndices.length; i++) {
      pieces.add(
          new WishedWrite.Piece(
              from.parts().get(localIndices[i]), into.parts().get(remoteIndices[i])));
    }
    String peer = into.peer().orElseThrow();
    WishedWrite wished = new WishedWrite(agent, this, peer, pieces, partsPerBlock);
    struck++;
    return faults.removeFirst().strike(wished);
  }

  private static Listed listed(PreparedDescriptors side) {
    if (side instanceof Listed listed) {
      return listed;
    }
    throw new IllegalArgumentException("not prepared here: " + side);
  }
}
