package kvproof.mocknixl.kvcr.message;

import java.util.Optional;
import org.msgpack.value.ValueFactory;

/** Control frames to and from msgpack maps, as KVCR 0.1.1 writes and reads them. */
public final class KvcrCodec {
  /*
   * One ZeroMQ message is one map. Text is str and keys and metadata are bin, and they are not
   * taken for each other; an integer may have any width. Fields in any order; unknown ones are
   * passed over.
   *
   *   type                     field                      meaning
   *   all                      type                       str
   *                            target_agent               str, the sender's agent
   *                            sender_incarnation         str
   *                            sender_control_endpoint    str
   *                            source_control_endpoint    str, not in target_metadata_ack
   *   target_metadata,         target_agent_metadata      bin   together, if at all
   *   start_write, write_probe target_regions             array(2) of map name -> region
   *   target_metadata_ack      op_handle                  int, if it answers a start_write
   *   start_write              op_handle                  int
   *                            remaining_timeout_ms       number > 0
   *                            keys                       array of bin
   *                            dst_descriptors            array of array of reference
   *                            source_incarnation         str or nil
   *                            allow_layout_subset        bool
   *   write_probe              op_handle, source_incarnation
   *   write_probe_ack          op_handle, terminal (bool), dead_incarnation (str, if any)
   *   write_refused            op_handle
   *
   *   region                   mem_type str, device_Id, addr, stride, count, size uint, label str
   *   reference                end_point_name str, element_index int, label str, framework bool
   */

  private static final byte[] NO_PREFIX = {};

  private KvcrCodec() {}

  /** One ZeroMQ message. */
  public static byte[] encode(KvcrFrame frame) {
    return map(frame).toBytes(NO_PREFIX);
  }

  /** Absent: malformed, of an unknown type, or without what its type cannot do without. */
  public static Optional<KvcrFrame> decode(byte[] bytes) {
    return MapReader.read(bytes).flatMap(fields -> FrameDecoder.decode(new FrameFields(fields)));
  }

  private static FrameMap map(KvcrFrame frame) {
    return switch (frame) {
      case KvcrFrame.TargetMetadata(var envelope, var introduction) ->
          FrameMap.ofType(FrameType.TARGET_METADATA).put(envelope).put(introduction);
      case KvcrFrame.TargetMetadataAck(var envelope, var operation) -> {
        FrameMap map = FrameMap.ofType(FrameType.TARGET_METADATA_ACK).put(envelope);
        operation.ifPresent(handle -> map.put(Field.OPERATION, handle));
        yield map;
      }
      case KvcrFrame.StartWrite start -> startWrite(start);
      case KvcrFrame.WriteProbe(var envelope, var introduction, long operation, var source) ->
          FrameMap.ofType(FrameType.WRITE_PROBE)
              .put(Field.OPERATION, operation)
              .putOrNil(Field.SOURCE_INCARNATION, source)
              .put(envelope)
              .put(introduction);
      case KvcrFrame.WriteProbeAck(var envelope, long operation, boolean terminal, var dead) ->
          FrameMap.ofType(FrameType.WRITE_PROBE_ACK)
              .put(Field.OPERATION, operation)
              .put(Field.TERMINAL, terminal)
              .put(Field.DEAD_INCARNATION, dead)
              .put(envelope);
      case KvcrFrame.WriteRefused(var envelope, long operation) ->
          FrameMap.ofType(FrameType.WRITE_REFUSED).put(Field.OPERATION, operation).put(envelope);
    };
  }

  /** Without an order there are only the envelope and the handle. */
  private static FrameMap startWrite(KvcrFrame.StartWrite start) {
    FrameMap map = FrameMap.ofType(FrameType.START_WRITE).put(Field.OPERATION, start.operation());
    start
        .order()
        .ifPresent(
            order ->
                map.put(Field.REMAINING, ValueFactory.newFloat(order.remainingMillis()))
                    .putOrNil(Field.SOURCE_INCARNATION, order.sourceIncarnation())
                    .put(
                        Field.KEYS,
                        ValueFactory.newArray(
                            order.keys().stream()
                                .map(key -> ValueFactory.newBinary(key.toBytes(), true))
                                .toList()))
                    .put(Field.DESTINATIONS, CatalogueEncoder.destinations(order.destinations()))
                    .put(Field.LAYOUT_SUBSET, order.allowLayoutSubset()));
    return map.put(start.envelope()).put(start.introduction());
  }
}
