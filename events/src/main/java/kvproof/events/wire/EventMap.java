package kvproof.events.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kvproof.events.MalformedBatchException;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Entry;

/** A map whose keys are text; of a key that occurs twice the last value counts. */
final class EventMap {
  private final Map<String, MsgpackValue> values = new HashMap<>(); // looked up, never walked

  EventMap(List<Entry> entries) throws MalformedBatchException {
    for (Entry entry : entries) {
      values.put(new WireField("key", entry.key()).text(), entry.value());
    }
  }

  WireField optional(String key) {
    return new WireField(key, values.getOrDefault(key, MsgpackValue.nil()));
  }

  WireField required(String key) throws MalformedBatchException {
    if (!values.containsKey(key)) {
      throw new MalformedBatchException(key + " is missing");
    }
    return optional(key);
  }
}
