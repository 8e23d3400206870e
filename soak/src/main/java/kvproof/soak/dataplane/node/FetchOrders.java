package kvproof.soak.dataplane.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import kvproof.mocknixl.kvcr.KvcrTarget;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.worker.HintedFetch;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import kvproof.soak.dataplane.node.NodeSession.Pending;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;

/** What a node can be told about fetches, of which there is one at a time. */
final class FetchOrders {
  private final KvWorker worker;
  private final KvcrTarget target;
  private final OpenOrder order;
  private final Recorder recorder;
  private Optional<HintedFetch> fetch = Optional.empty();
  private long askedNanos;
  private long toldNanos;
  private boolean isTold;

  FetchOrders(KvWorker worker, KvcrTarget target, OpenOrder order, Recorder recorder) {
    this.worker = worker;
    this.target = target;
    this.order = order;
    this.recorder = recorder;
  }

  void take(TargetEvent event) {
    recorder.add(Kind.STATE, state(event), 0);
    fetch.ifPresent(running -> running.take(event));
    if (!isTold && fetch.filter(HintedFetch::isTold).isPresent()) {
      isTold = true;
      toldNanos = System.nanoTime();
    }
  }

  private static String state(TargetEvent event) {
    return switch (event) {
      case TargetEvent.Entered entered -> entered.state().name();
      case TargetEvent.Completed completed ->
          "told: "
              + (completed.isTimedOut()
                  ? "timed out"
                  : completed.isRefused() ? "refused" : completed.success() ? "success" : "failure")
              + ", "
              + completed.delivered().size()
              + " blocks";
      case TargetEvent.Quiet _ -> "quiet";
      case TargetEvent.Uncertain _ -> "uncertain";
    };
  }

  /** Answered when the source has acknowledged this target, or the time for that has passed. */
  Pending hint(JsonNode line, ObjectNode answer) {
    KvHintAction.Fetch hint =
        KvHint.fromJson(line.path("hint").asText()).actions().stream()
            .filter(KvHintAction.Fetch.class::isInstance)
            .map(KvHintAction.Fetch.class::cast)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("a hint without a fetch: " + line));
    String endpoint = hint.sourceControlEndpoint();
    fetch = Optional.of(HintedFetch.start(worker, target, line.path("request").asText(), hint));
    isTold = false;
    long end = System.nanoTime() + line.path("wait_nanos").asLong();
    BooleanSupplier isDone = () -> target.isAcknowledged(endpoint) || System.nanoTime() - end >= 0;
    return pending(isDone, answer, node -> node.put("known", target.isAcknowledged(endpoint)));
  }

  /**
   * Answered when the fetch is told and quiet, or told and so late that only somebody from outside
   * could make it quiet.
   */
  Pending ask(JsonNode line, ObjectNode answer) {
    HintedFetch asking =
        fetch.orElseThrow(() -> new IllegalStateException("no hint; give one first"));
    askedNanos = System.nanoTime();
    toldNanos = askedNanos;
    boolean isAsked = asking.ask();
    recorder.add(Kind.MARK, "needs " + asking.asked().size() + " blocks", 0);
    long end = askedNanos + order.abandonTimeout().toNanos() + line.path("settle_nanos").asLong();
    BooleanSupplier isDone =
        () -> asking.isTold() && (asking.isQuiet() || System.nanoTime() - end >= 0);
    answer.put("is_asked", isAsked);
    return pending(isDone, answer, node -> result(asking, node));
  }

  private void result(HintedFetch asking, ObjectNode answer) {
    asking.computeHole();
    FetchResultJson.add(answer, asking.result());
    answer.put("nanos", toldNanos - askedNanos);
    asking.operation().ifPresent(operation -> answer.put("operation", operation));
    ArrayNode wrong = answer.putArray("wrong");
    asking.wrongBlocks().forEach(block -> wrong.add(block.toString()));
  }

  void cancel() {
    fetch.ifPresent(HintedFetch::cancel);
    recorder.add(Kind.MARK, "cancelled", 0);
  }

  private interface Fields {
    void add(ObjectNode answer);
  }

  private static Pending pending(BooleanSupplier isDone, ObjectNode answer, Fields fields) {
    return new Pending() {
      @Override
      public boolean isAnswered() {
        return isDone.getAsBoolean();
      }

      @Override
      public ObjectNode answer() {
        try {
          fields.add(answer);
        } catch (RuntimeException | AssertionError failure) {
          answer.put("error", failure.toString());
        }
        return answer;
      }
    };
  }
}
