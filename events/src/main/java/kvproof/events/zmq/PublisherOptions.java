package kvproof.events.zmq;

import java.util.Optional;

/**
 * How an engine publishes. {@code keptBatches} bounds what can be replayed; beyond {@code
 * highWaterMark} messages that a subscriber has not taken, the live stream loses messages for it.
 */
public record PublisherOptions(
    Endpoint live,
    Optional<Endpoint> replay,
    String topic,
    ReplayStyle style,
    int keptBatches,
    int highWaterMark,
    PublisherFault fault) {

  public PublisherOptions {
    if (keptBatches < 0 || highWaterMark < 1) {
      throw new IllegalArgumentException(
          "no bounds: " + keptBatches + " batches kept, high water mark " + highWaterMark);
    }
  }

  /** A live stream only, without a topic, as vLLM is set up where nothing is said. */
  public static PublisherOptions at(Endpoint live) {
    return new PublisherOptions(
        live, Optional.empty(), "", ReplayStyle.VLLM, 10_000, 100_000, PublisherFault.NONE);
  }

  public PublisherOptions withReplay(Endpoint endpoint, ReplayStyle replayStyle) {
    return new PublisherOptions(
        live, Optional.of(endpoint), topic, replayStyle, keptBatches, highWaterMark, fault);
  }

  public PublisherOptions withTopic(String newTopic) {
    return new PublisherOptions(live, replay, newTopic, style, keptBatches, highWaterMark, fault);
  }

  public PublisherOptions withKeptBatches(int batches) {
    return new PublisherOptions(live, replay, topic, style, batches, highWaterMark, fault);
  }

  public PublisherOptions withHighWaterMark(int messages) {
    return new PublisherOptions(live, replay, topic, style, keptBatches, messages, fault);
  }

  public PublisherOptions withFault(PublisherFault newFault) {
    return new PublisherOptions(live, replay, topic, style, keptBatches, highWaterMark, newFault);
  }
}
