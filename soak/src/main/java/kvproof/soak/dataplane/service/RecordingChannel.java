package kvproof.soak.dataplane.service;

import java.util.List;
import java.util.Locale;
import kvproof.mocknixl.fault.ForwardingChannel;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;

/** Writes down every frame that leaves and arrives. */
final class RecordingChannel extends ForwardingChannel {
  private final Recorder recorder;

  RecordingChannel(ControlChannel channel, Recorder recorder) {
    super(channel);
    this.recorder = recorder;
  }

  @Override
  public boolean send(String endpoint, byte[] frame) {
    boolean isQueued = super.send(endpoint, frame);
    if (isQueued) {
      recorder.add(Kind.FRAME_SENT, name(frame), frame.length);
    } else {
      recorder.add(Kind.MARK, "cannot send " + name(frame), frame.length);
    }
    return isQueued;
  }

  @Override
  public List<byte[]> receive() {
    List<byte[]> frames = super.receive();
    frames.forEach(frame -> recorder.add(Kind.FRAME_TAKEN, name(frame), frame.length));
    return frames;
  }

  private static String name(byte[] frame) {
    return KvcrCodec.decode(frame).map(RecordingChannel::name).orElse("unreadable");
  }

  /** As it stands on the wire, with the one field that changes what it means. */
  private static String name(KvcrFrame frame) {
    return switch (frame) {
      case KvcrFrame.TargetMetadata _ -> "target_metadata";
      case KvcrFrame.TargetMetadataAck _ -> "target_metadata_ack";
      case KvcrFrame.StartWrite start ->
          "start_write, "
              + start.order().map(order -> order.keys().size() + " keys").orElse("unusable");
      case KvcrFrame.WriteProbe _ -> "write_probe";
      case KvcrFrame.WriteProbeAck ack ->
          ack.deadIncarnation().isPresent()
              ? "write_probe_ack, dead incarnation"
              : "write_probe_ack, terminal "
                  + String.valueOf(ack.terminal()).toLowerCase(Locale.ROOT);
      case KvcrFrame.WriteRefused _ -> "write_refused";
    };
  }
}
