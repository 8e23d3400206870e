package kvproof.soak.dataplane.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import kvproof.mocknixl.kvcr.KvcrTarget;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.worker.HintedFetch;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.soak.dataplane.service.ServiceSession.Pending;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;

/** What a process can be told about fetches, of which there is one at a time. */
final class FetchOrders {
  private final KvWorker worker;
  private final KvcrTarget target;
  private final OpenOrder order;
  private final Recorder recorder;
  private Optional<HintedFetch> fetch = Optional.empty();
  private String request = "";
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
    ReadHint hint = ReadHint.of(line.path("hint").asText());
    request = line.path("request").asText();
    fetch = Optional.of(HintedFetch.start(worker, target, request, hint.read(), hint.inOrder()));
    isTold = false;
    String endpoint = hint.read().sourceEndpoint();
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

  /** The request is over with it, and its hint is forgotten. */
  private void result(HintedFetch asking, ObjectNode answer) {
    ArrivedBlocks arrived = ArrivedBlocks.at(worker, asking.asked(), asking.wrongBlocks());
    asking.computeHole();
    FetchResultJson.add(answer, asking.result());
    target.discardHint(request);
    answer.put("nanos", toldNanos - askedNanos).put("checked_bytes", arrived.checkedBytes());
    asking.operation().ifPresent(operation -> answer.put("operation", operation));
    ArrayNode wrong = answer.putArray("wrong");
    asking.wrongBlocks().forEach(block -> wrong.add(block.toString()));
    ArrayNode misjudged = answer.putArray("misjudged");
    arrived.misjudged().forEach(misjudged::add);
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
