package kvproof.gpu;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;

/**
 * What a request is to be made of: pairs of descriptors that one agent has prepared, near and far.
 *
 * <p>The library checks less than the contract promises; what it does not is checked here. For one
 * thread at a time.
 */
final class RequestPairs {
  private final NixlDescriptors local;
  private final int[] localIndices;
  private final NixlDescriptors remote;
  private final int[] remoteIndices;

  /** Sides that the agent has not prepared as such are {@link IllegalArgumentException}. */
  RequestPairs(
      NixlTransferAgent agent,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    this.local = preparedBy(agent, local, false);
    this.localIndices = localIndices.clone();
    this.remote = preparedBy(agent, remote, true);
    this.remoteIndices = remoteIndices.clone();
  }

  private static NixlDescriptors preparedBy(
      NixlTransferAgent agent, PreparedDescriptors side, boolean isRemote) {
    if (side instanceof NixlDescriptors descriptors
        && descriptors.belongsTo(agent)
        && descriptors.peer().isPresent() == isRemote) {
      return descriptors;
    }
    throw new IllegalArgumentException(
        "not prepared here as the " + (isRemote ? "remote" : "local") + " side: " + side);
  }

  /** Refuses what is no list of pairs of equal sizes, and what was taken back or forgotten. */
  void check() {
    if (localIndices.length != remoteIndices.length || localIndices.length == 0) {
      throw new TransferException(
          Category.INVALID_PARAMETER,
          "no pairs of " + localIndices.length + " local and " + remoteIndices.length + " remote");
    }
    for (int pair = 0; pair < localIndices.length; pair++) {
      Descriptor near = local.at(localIndices[pair]);
      Descriptor far = remote.at(remoteIndices[pair]);
      if (near.sizeBytes() != far.sizeBytes()) {
        throw new TransferException(
            Category.INVALID_PARAMETER, "pair " + pair + " has two sizes: " + near + ", " + far);
      }
    }
    requireUsable(peer(), regionsUsed());
  }

  /** The library keeps pointers into what was prepared, and does not notice that it is gone. */
  static void requireUsable(LoadedPeer peer, List<RegisteredRegion> used) {
    if (peer.isForgotten()) {
      throw new TransferException(Category.NOT_FOUND, peer.name() + " was forgotten");
    }
    for (RegisteredRegion region : used) {
      if (region.isClosed()) {
        throw new TransferException(Category.NOT_FOUND, region.region() + " was deregistered");
      }
    }
  }

  LoadedPeer peer() {
    return remote.peer().orElseThrow();
  }

  /** The agent's own regions, each once; the far side has some in a local copy. */
  List<RegisteredRegion> regionsUsed() {
    Stream<RegisteredRegion> near = at(local, localIndices);
    Stream<RegisteredRegion> far =
        remote.ownRegions().isEmpty() ? Stream.empty() : at(remote, remoteIndices);
    return Stream.concat(near, far).distinct().toList();
  }

  private static Stream<RegisteredRegion> at(NixlDescriptors side, int[] indices) {
    return IntStream.of(indices).mapToObj(side.ownRegions()::get);
  }

  /** The library's request, to be handed to {@link NixlAgent#destroy}. */
  MemorySegment make(NixlAgent library, TransferOperation operation) {
    return library.request(operation, local.handle(), localIndices, remote.handle(), remoteIndices);
  }

  @Override
  public String toString() {
    return Arrays.toString(localIndices) + " to " + Arrays.toString(remoteIndices);
  }
}
