package kvproof.soak.dataplane.service;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.soak.dataplane.timeline.TimelineEvent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;

/** Writes down every write of an agent and every report that leaves it. */
final class RecordingAgent extends ForwardingAgent {

  /** Remembers sizes, which a handle does not tell. */
  private record Sized(PreparedDescriptors prepared, List<Long> sizesBytes)
      implements PreparedDescriptors {
    static Sized of(PreparedDescriptors prepared, List<Descriptor> descriptors) {
      return new Sized(prepared, descriptors.stream().map(Descriptor::sizeBytes).toList());
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

  private final Recorder recorder;

  RecordingAgent(TransferAgent agent, Recorder recorder) {
    super(agent);
    this.recorder = recorder;
  }

  @Override
  public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
    return Sized.of(super.prepareLocal(descriptors), descriptors);
  }

  @Override
  public PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors) {
    return Sized.of(super.prepareRemote(peer, descriptors), descriptors);
  }

  @Override
  public TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    if (!(local instanceof Sized from) || !(remote instanceof Sized into)) {
      throw new IllegalArgumentException("not prepared here: " + local + ", " + remote);
    }
    long bytes = Arrays.stream(localIndices).mapToLong(i -> from.sizesBytes().get(i)).sum();
    TransferRequest made =
        super.request(operation, from.prepared(), localIndices, into.prepared(), remoteIndices);
    return new Recorded(made, recorder, bytes);
  }

  @Override
  public void notifyPeer(String peer, byte[] payload) {
    super.notifyPeer(peer, payload);
    recorder.add(Kind.REPORT_SENT, name(payload), payload.length);
  }

  /** As it stands on the wire, with what it says. */
  static String name(byte[] payload) {
    return WriteDoneCodec.decode(payload).map(RecordingAgent::name).orElse("unreadable");
  }

  private static String name(WriteDone report) {
    return "write_done, "
        + (report.success()
            ? "success, " + report.completed().map(List::size).orElse(0) + " blocks"
            : report.terminal() ? "failure" : "failure, not terminal");
  }

  private static final class Recorded extends ForwardingRequest {
    private final Recorder recorder;
    private final long bytes;
    private Optional<byte[]> report = Optional.empty();
    private boolean isPending;

    Recorded(TransferRequest request, Recorder recorder, long bytes) {
      super(request);
      this.recorder = recorder;
      this.bytes = bytes;
    }

    @Override
    public void post() {
      super.post();
      begin(Optional.empty());
    }

    @Override
    public void post(byte[] notification) {
      super.post(notification);
      begin(Optional.of(notification.clone()));
    }

    private void begin(Optional<byte[]> bound) {
      report = bound;
      isPending = true;
      recorder.add(Kind.WRITE_POSTED, "write", bytes);
    }

    @Override
    public TransferStatus poll() {
      TransferStatus status = super.poll();
      if (isPending && !(status instanceof TransferStatus.Pending)) {
        isPending = false;
        end(status);
      }
      return status;
    }

    private void end(TransferStatus status) {
      switch (status) {
        case TransferStatus.Done _ -> {
          recorder.add(Kind.WRITE_ENDED, "write done", bytes);
          report.ifPresent(bound -> recorder.add(Kind.REPORT_SENT, name(bound), bound.length));
        }
        case TransferStatus.Failed failed ->
            recorder.add(
                Kind.WRITE_ENDED,
                failed.quiet() ? "write failed, quiet" : TimelineEvent.WRITE_NOT_QUIET,
                bytes);
        case TransferStatus.Cancelled _ -> recorder.add(Kind.WRITE_ENDED, "write cancelled", bytes);
        case TransferStatus.Pending _ -> throw new AssertionError("pending, and has ended");
      }
    }
  }
}
