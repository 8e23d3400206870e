package kvproof.mocknixl.kvcr.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** Reports to and from notifications: the ASCII bytes {@code KVCR:}, then one msgpack map. */
public final class WriteDoneCodec {
  /*
   *   type               str        write_done
   *   op_handle          int
   *   success            bool       exactly true, or it is none
   *   completed_indices  array      of int, with success
   *   terminal           bool       only if false
   */

  private static final byte[] PREFIX = "KVCR:".getBytes(US_ASCII);

  private WriteDoneCodec() {}

  public static byte[] encode(WriteDone report) {
    FrameMap map =
        FrameMap.ofType(FrameType.WRITE_DONE)
            .put(Field.OPERATION, report.operation())
            .put(Field.SUCCESS, report.success());
    report
        .completed()
        .ifPresent(
            indices ->
                map.put(
                    Field.COMPLETED,
                    ValueFactory.newArray(
                        indices.stream().map(ValueFactory::newInteger).toList())));
    if (!report.terminal()) {
      map.put(Field.TERMINAL, false);
    }
    return map.toBytes(PREFIX);
  }

  /** Absent: anything else, which is to be ignored. */
  public static Optional<WriteDone> decode(byte[] payload) {
    boolean isReport =
        payload.length > PREFIX.length
            && Arrays.equals(payload, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
    return isReport
        ? MapReader.read(Arrays.copyOfRange(payload, PREFIX.length, payload.length))
            .flatMap(fields -> report(new FrameFields(fields)))
        : Optional.empty();
  }

  private static Optional<WriteDone> report(FrameFields fields) {
    OptionalLong operation = fields.integer(Field.OPERATION);
    if (operation.isEmpty() || !fields.text(Field.TYPE).orElse("").equals(FrameType.WRITE_DONE)) {
      return Optional.empty();
    }
    return Optional.of(
        new WriteDone(
            operation.getAsLong(),
            fields.flag(Field.SUCCESS).orElse(false),
            fields.items(Field.COMPLETED).flatMap(WriteDoneCodec::integers),
            fields.value(Field.TERMINAL).isEmpty() || fields.flag(Field.TERMINAL).orElse(false)));
  }

  /** Absent if one of them is no integer. */
  private static Optional<List<Long>> integers(List<Value> items) {
    List<Long> integers = new ArrayList<>();
    for (Value item : items) {
      OptionalLong integer = FrameFields.integer(item);
      if (integer.isEmpty()) {
        return Optional.empty();
      }
      integers.add(integer.getAsLong());
    }
    return Optional.of(integers);
  }
}
