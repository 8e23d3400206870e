package kvproof.events.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
  public void replay(long start, Consumer<StreamBatch> sink) {
    requests.add(start);
    answer.forEach(sink);
  }

  List<Long> requests() {
    return requests;
  }
}
