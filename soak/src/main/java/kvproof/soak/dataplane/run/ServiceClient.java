package kvproof.soak.dataplane.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.mocknixl.throughput.FarEnd;
import kvproof.model.BlockHashes;
import kvproof.model.HashText;
import kvproof.model.KvHint;
import kvproof.model.StorageTier;
import kvproof.soak.dataplane.service.FarEndJson;
import kvproof.soak.dataplane.service.OpenOrder;
import kvproof.soak.dataplane.timeline.TimelineEvent;

/**
 * Drives one process: each call is a line and waits, for a bounded time, for the line that answers
 * it.
 *
 * <p>{@link ServiceFailure} if the process is gone, silent for too long, or could not do it. For
 * one thread.
 */
final class ServiceClient implements AutoCloseable {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** For anything that a process does at once, a machine with better things to do included. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final int CLOCK_ROUNDS = 5;

  private final String name;
  private final ServiceLink link;
  private final Map<Long, JsonNode> answers = new HashMap<>();
  private long lastNumber;
  private boolean isReached;
  private long clockAheadNanos;

  ServiceClient(String name, ServiceLink link) {
    this.name = name;
    this.link = link;
  }

  /** Where and who a service is. */
  record Opened(String endpoint, String agent, String incarnation) {}

  /** Which blocks a service holds, and which of them have wrong bytes. */
  record Inspection(List<String> wrong, List<Long> device, List<Long> host) {

    /** Whether the block is on either tier. */
    boolean holds(long hash) {
      return device.contains(hash) || host.contains(hash);
    }
  }

  /**
   * What is under way or left behind.
   *
   * @param unreadable frames and reports that came and could not be read
   */
  record Rest(List<String> unrest, int withheld, int unreadable) {}

  /** Waits until the process answers, which a process that is starting does not at once. */
  void awaitReady() {
    call(line("clock"));
  }

  Opened open(OpenOrder order) {
    isReached = false;
    JsonNode answer = call(order.toJson());
    synchronizeClocks();
    return new Opened(
        answer.path("endpoint").asText(),
        answer.path("agent").asText(),
        answer.path("incarnation").asText());
  }

  void store(StorageTier tier, BlockHashes hashes) {
    call(blocks("store", tier, hashes));
  }

  /** What came of each eviction: {@code gone}, {@code deferred} or {@code absent}. */
  List<String> evict(StorageTier tier, BlockHashes hashes) {
    return texts(call(blocks("evict", tier, hashes)).path("evictions"));
  }

  void corrupt() {
    call(line("corrupt"));
  }

  void stall(Duration length) {
    call(line("stall").put("nanos", length.toNanos()));
  }

  /** Whether the source has acknowledged the target within that time. */
  boolean hint(String request, KvHint hint, Duration wait) {
    ObjectNode line =
        line("hint")
            .put("request", request)
            .put("hint", hint.toJson())
            .put("wait_nanos", wait.toNanos());
    return await(send(line), PATIENCE.plus(wait)).path("known").asBoolean();
  }

  /** Starts the fetch; its number is for {@link #poll}. */
  long ask(Duration settle) {
    return send(line("ask").put("settle_nanos", settle.toNanos()));
  }

  void cancel() {
    call(line("cancel"));
  }

  /** Lets a fetch go on that stands where it was to stop. */
  void go() {
    call(line("go"));
  }

  /** Whether the worker refuses to take its memory back and free it, as it must while in use. */
  boolean isReleaseRefused() {
    return call(line("release")).path("refused").asBoolean();
  }

  /** Whether the agent refuses to take its memory back, as it must while a write is under way. */
  boolean isDeregistrationRefused() {
    return call(line("deregister")).path("refused").asBoolean();
  }

  Inspection inspect() {
    JsonNode answer = call(line("inspect"));
    return new Inspection(
        texts(answer.path("wrong")),
        texts(answer.path("device")).stream().map(HashText::parse).toList(),
        texts(answer.path("host")).stream().map(HashText::parse).toList());
  }

  Rest rest() {
    JsonNode answer = call(line("rest"));
    return new Rest(
        texts(answer.path("unrest")),
        answer.path("withheld").asInt(),
        answer.path("unreadable").asInt());
  }

  /** Whether the service has heard that the hint of that request failed. */
  boolean isHintFailed(String request) {
    return call(line("hint_failed").put("request", request)).path("failed").asBoolean();
  }

  /** Whether the fault that lies in wait there has come about; false without one. */
  boolean hasStruck() {
    return call(line("struck")).path("struck").asBoolean();
  }

  /** The events so far, by this process's clock. */
  List<TimelineEvent> timeline() {
    List<TimelineEvent> events = new ArrayList<>();
    for (JsonNode event : call(line("timeline")).path("events")) {
      TimelineEvent read = TimelineEvent.of(event);
      events.add(read.at(read.atNanos() - clockAheadNanos));
    }
    return events;
  }

  /** Makes the process the far end of what is measured. */
  FarEnd.Address openFarEnd(int blocks, int blockBytes) {
    return FarEndJson.of(call(line("far").put("blocks", blocks).put("block_bytes", blockBytes)));
  }

  /** How many blocks have come there with the right bytes since the last call. */
  int takeRightBlocks() {
    return call(line("far_take")).path("right").asInt();
  }

  void closeFarEnd() {
    call(line("far_close"));
  }

  /** Ends the service in order and says what it left behind. */
  List<String> closeService() {
    return texts(call(line("close")).path("left"));
  }

  /** Whether the process has said that the fetch stands where it was to stop. */
  boolean isReached() {
    return isReached;
  }

  /** The answer with that number, absent while there is none. Waits a little. */
  Optional<JsonNode> poll(long number, Duration wait) {
    takeLine(wait);
    return Optional.ofNullable(answers.remove(number)).map(this::unlessFailed);
  }

  /** Ends the process at once. */
  void kill() {
    link.kill();
  }

  @Override
  public void close() {
    link.close();
  }

  private static ObjectNode line(String op) {
    return MAPPER.createObjectNode().put("op", op);
  }

  private static ObjectNode blocks(String op, StorageTier tier, BlockHashes hashes) {
    ObjectNode line = line(op).put("tier", tier.wireName());
    ArrayNode node = line.putArray("hashes");
    hashes.stream().forEach(hash -> node.add(HashText.print(hash)));
    return line;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private JsonNode call(ObjectNode line) {
    return await(send(line), PATIENCE);
  }

  private long send(ObjectNode line) {
    lastNumber++;
    link.send(line.put("n", lastNumber).toString());
    return lastNumber;
  }

  private JsonNode await(long number, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (!answers.containsKey(number)) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        throw new ServiceFailure(
            "process " + name + " has not answered for " + patience.toSeconds() + " s");
      }
      takeLine(Duration.ofNanos(left));
    }
    return unlessFailed(answers.remove(number));
  }

  private JsonNode unlessFailed(JsonNode answer) {
    if (answer.has("error")) {
      throw new ServiceFailure("process " + name + ": " + answer.path("error").asText());
    }
    return answer;
  }

  private void takeLine(Duration wait) {
    Optional<String> line = link.receive(wait);
    if (line.isEmpty()) {
      return;
    }
    JsonNode node = read(line.get());
    switch (node.path("event").asText()) {
      case "" -> answers.put(node.path("re").asLong(), node);
      case "reached" -> isReached = true;
      default -> throw new ServiceFailure("process " + name + ": " + node.path("error").asText());
    }
  }

  private JsonNode read(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException notJson) {
      throw new ServiceFailure("process " + name + " says '" + line + "'", notJson);
    }
  }

  /** The clocks of two processes need not begin at the same moment. The quickest answer is best. */
  private void synchronizeClocks() {
    long quickest = Long.MAX_VALUE;
    for (int i = 0; i < CLOCK_ROUNDS; i++) {
      long before = System.nanoTime();
      long there = call(line("clock")).path("nanos").asLong();
      long took = System.nanoTime() - before;
      if (took < quickest) {
        quickest = took;
        clockAheadNanos = there - (before + took / 2);
      }
    }
  }
}
