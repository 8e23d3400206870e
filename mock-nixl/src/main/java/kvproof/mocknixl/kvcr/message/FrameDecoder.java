package kvproof.mocknixl.kvcr.message;

import java.util.Optional;
import java.util.OptionalLong;

/** One frame out of the fields of its map. */
final class FrameDecoder {
  private final FrameFields frame;

  private FrameDecoder(FrameFields frame) {
    this.frame = frame;
  }

  static Optional<KvcrFrame> decode(FrameFields frame) {
    FrameDecoder decoder = new FrameDecoder(frame);
    return switch (frame.text(Field.TYPE).orElse("")) {
      case FrameType.TARGET_METADATA -> Optional.of(decoder.targetMetadata());
      case FrameType.TARGET_METADATA_ACK -> Optional.of(decoder.targetMetadataAck());
      case FrameType.START_WRITE -> decoder.startWrite();
      case FrameType.WRITE_PROBE -> decoder.writeProbe();
      case FrameType.WRITE_PROBE_ACK -> decoder.writeProbeAck();
      case FrameType.WRITE_REFUSED -> decoder.writeRefused();
      default -> Optional.empty();
    };
  }

  private Envelope envelope() {
    return new Envelope(
        frame.value(Field.AGENT).map(value -> frame.text(Field.AGENT).orElse("")),
        frame.nonEmptyText(Field.INCARNATION),
        frame.nonEmptyText(Field.SENDER_ENDPOINT),
        frame.nonEmptyText(Field.SOURCE_ENDPOINT));
  }

  private KvcrFrame targetMetadata() {
    return new KvcrFrame.TargetMetadata(envelope(), CatalogueDecoder.introduction(frame));
  }

  private KvcrFrame targetMetadataAck() {
    return new KvcrFrame.TargetMetadataAck(envelope(), frame.integer(Field.OPERATION));
  }

  private Optional<KvcrFrame> startWrite() {
    OptionalLong operation = frame.integer(Field.OPERATION);
    return operation.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new KvcrFrame.StartWrite(
                envelope(),
                CatalogueDecoder.introduction(frame),
                operation.getAsLong(),
                WriteOrderDecoder.order(frame)));
  }

  private Optional<KvcrFrame> writeProbe() {
    Envelope envelope = envelope();
    OptionalLong operation = frame.integer(Field.OPERATION);
    Optional<String> source = frame.text(Field.SOURCE_INCARNATION);
    boolean isUsable =
        operation.isPresent()
            && envelope.agent().filter(name -> !name.isEmpty()).isPresent()
            && envelope.senderEndpoint().isPresent()
            && envelope.sourceEndpoint().isPresent()
            && (source.isPresent() || frame.isMissingOrNil(Field.SOURCE_INCARNATION));
    return isUsable
        ? Optional.of(
            new KvcrFrame.WriteProbe(
                envelope, CatalogueDecoder.introduction(frame), operation.getAsLong(), source))
        : Optional.empty();
  }

  private Optional<KvcrFrame> writeProbeAck() {
    OptionalLong operation = frame.integer(Field.OPERATION);
    return operation.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new KvcrFrame.WriteProbeAck(
                envelope(),
                operation.getAsLong(),
                frame.flag(Field.TERMINAL).orElse(false),
                frame.nonEmptyText(Field.DEAD_INCARNATION)));
  }

  private Optional<KvcrFrame> writeRefused() {
    OptionalLong operation = frame.integer(Field.OPERATION);
    return operation.isEmpty()
        ? Optional.empty()
        : Optional.of(new KvcrFrame.WriteRefused(envelope(), operation.getAsLong()));
  }
}
