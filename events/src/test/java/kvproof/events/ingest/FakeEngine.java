package kvproof.events.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import kvproof.events.ReplayEnd;

/** Answers every replay with the batches that it was given, and notes what was asked. */
final class FakeEngine implements BatchSource {
  private final List<StreamBatch> answer = new ArrayList<>();
  private final List<Long> requests = new ArrayList<>();

  /** From now on; whatever is asked. */
  void answersWith(StreamBatch... batches) {
    answer.clear();
    answer.addAll(List.of(batches));
  }

  @Override
  public ReplayEnd replay(long start, Consumer<StreamBatch> sink) {
    requests.add(start);
    answer.forEach(sink);
    return new ReplayEnd.Complete(answer.size());
  }

  List<Long> requests() {
    return requests;
  }
}
