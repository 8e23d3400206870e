package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/**
 * One write out of memory of more than one kind, or into it: a request has one kind on each side,
 * so it is several, one after the other.
 *
 * <p>The notification is bound to the last of them and follows all bytes. If one of them does not
 * end well the rest is not posted.
 */
final class WritesByKind implements TransferRequest {
  private record Kinds(MemoryKind from, MemoryKind into) {}

  private final List<TransferRequest> writes;
  private byte[] notification = {};
  private boolean isNotifying;
  private boolean isCancelled;
  private int current;

  /** How it ended before the last write was posted. */
  private Optional<TransferStatus> cut = Optional.empty();

  private WritesByKind(List<TransferRequest> writes) {
    this.writes = writes;
  }

  /** A plain request where all is of one kind; refused as {@link TransferAgent#request} is. */
  static TransferRequest of(
      TransferAgent agent, String peer, List<Descriptor> from, List<Descriptor> into) {
    Map<Kinds, List<Integer>> indicesByKinds = new LinkedHashMap<>();
    IntStream.range(0, from.size())
        .forEach(
            index ->
                indicesByKinds
                    .computeIfAbsent(
                        new Kinds(from.get(index).kind(), into.get(index).kind()),
                        kinds -> new ArrayList<>())
                    .add(index));
    List<TransferRequest> writes = new ArrayList<>();
    try {
      for (List<Integer> indices : indicesByKinds.values()) {
        writes.add(write(agent, peer, pick(from, indices), pick(into, indices)));
      }
    } catch (RuntimeException | Error failure) {
      writes.forEach(TransferRequest::close);
      throw failure;
    }
    return writes.size() == 1 ? writes.getFirst() : new WritesByKind(writes);
  }

  private static List<Descriptor> pick(List<Descriptor> all, List<Integer> indices) {
    return indices.stream().map(all::get).toList();
  }

  private static TransferRequest write(
      TransferAgent agent, String peer, List<Descriptor> from, List<Descriptor> into) {
    try (PreparedDescriptors local = agent.prepareLocal(from);
        PreparedDescriptors remote = agent.prepareRemote(peer, into)) {
      return agent.request(TransferOperation.WRITE, local, remote);
    }
  }

  @Override
  public void post() {
    notification = new byte[0];
    isNotifying = false;
    begin();
  }

  @Override
  public void post(byte[] boundNotification) {
    notification = boundNotification.clone();
    isNotifying = true;
    begin();
  }

  private void begin() {
    isCancelled = false;
    cut = Optional.empty();
    current = 0;
    postCurrent();
  }

  private void postCurrent() {
    if (isNotifying && current == writes.size() - 1) {
      writes.get(current).post(notification);
    } else {
      writes.get(current).post();
    }
  }

  @Override
  public TransferStatus poll() {
    TransferStatus status = writes.get(current).poll();
    if (!(status instanceof TransferStatus.Done) || current == writes.size() - 1) {
      return status;
    }
    cut = cut.isPresent() ? cut : goOn();
    return cut.orElseGet(TransferStatus.Pending::new);
  }

  /** Posts the next write; if that is not to be, answers how all of it has ended. */
  private Optional<TransferStatus> goOn() {
    if (isCancelled) {
      return Optional.of(new TransferStatus.Cancelled());
    }
    current++;
    try {
      postCurrent();
      return Optional.empty();
    } catch (TransferException refused) {
      current--; // What nobody posted says nothing when it is asked.
      return Optional.of(
          new TransferStatus.Failed(refused.category(), true, String.valueOf(refused)));
    }
  }

  @Override
  public void cancel() {
    isCancelled = true;
    writes.get(current).cancel();
  }

  @Override
  public void close() {
    writes.forEach(TransferRequest::close);
  }
}
