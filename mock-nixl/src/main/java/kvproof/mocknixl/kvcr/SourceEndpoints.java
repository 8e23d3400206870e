package kvproof.mocknixl.kvcr;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteOrder;

/**
 * What a target knows of the sources it talks to, and the way to them.
 *
 * <p>A source is whoever answers for an endpoint, and an endpoint is the text of the hint: two
 * spellings of one address are two sources. Frames carry the target's metadata until it has been
 * acknowledged.
 */
final class SourceEndpoints {
  private final Identity self;
  private final Introduction.Given introduction;
  private final ControlChannel channel;
  private final LongSupplier clock;
  private final long retryNanos;
  private final Set<String> acknowledged = new HashSet<>();
  private final Map<String, String> incarnations = new HashMap<>();
  private final Map<String, Long> introducedAtNanos = new HashMap<>();

  SourceEndpoints(
      Identity self,
      KvcrSettings settings,
      Introduction.Given introduction,
      ControlChannel channel,
      LongSupplier clock) {
    this.self = self;
    this.introduction = introduction;
    this.channel = channel;
    this.clock = clock;
    this.retryNanos = settings.metadataRetry().toNanos();
  }

  /** Tells the source of this target, unless it knows or was told a moment ago. */
  void introduce(String endpoint) {
    if (!isAcknowledged(endpoint) && isRetryDue(endpoint)) {
      send(endpoint, new KvcrFrame.TargetMetadata(envelope(endpoint), introduction), true);
    }
  }

  /** Whether the request was queued. */
  boolean startWrite(String endpoint, long operation, WriteOrder order) {
    boolean introduces = !isAcknowledged(endpoint);
    return send(
        endpoint,
        new KvcrFrame.StartWrite(
            envelope(endpoint), introduction(introduces), operation, Optional.of(order)),
        introduces);
  }

  /** Whether the probe was queued. */
  boolean probe(String endpoint, long operation, Optional<String> incarnation) {
    boolean introduces = !isAcknowledged(endpoint) && isRetryDue(endpoint);
    return send(
        endpoint,
        new KvcrFrame.WriteProbe(
            envelope(endpoint), introduction(introduces), operation, incarnation),
        introduces);
  }

  private boolean send(String endpoint, KvcrFrame frame, boolean introduces) {
    if (!channel.send(endpoint, KvcrCodec.encode(frame))) {
      forgetAcknowledgement(endpoint);
      return false;
    }
    if (introduces) {
      introducedAtNanos.put(endpoint, clock.getAsLong());
    }
    return true;
  }

  private Envelope envelope(String endpoint) {
    return Envelope.of(self.agent(), self.incarnation(), self.endpoint(), endpoint);
  }

  private Introduction introduction(boolean introduces) {
    return introduces ? introduction : new Introduction.Absent();
  }

  private boolean isRetryDue(String endpoint) {
    Long sentAtNanos = introducedAtNanos.get(endpoint);
    return sentAtNanos == null || clock.getAsLong() - sentAtNanos >= retryNanos;
  }

  boolean isAcknowledged(String endpoint) {
    return acknowledged.contains(endpoint);
  }

  /** Later frames need no metadata. */
  void acknowledge(String endpoint) {
    acknowledged.add(endpoint);
  }

  /** The next frame carries metadata, whenever the last one did. */
  void forgetAcknowledgement(String endpoint) {
    acknowledged.remove(endpoint);
    introducedAtNanos.remove(endpoint);
  }

  /** As if nothing had ever been heard from there. */
  void forget(String endpoint) {
    forgetAcknowledgement(endpoint);
    incarnations.remove(endpoint);
  }

  /** The life of the source that was heard last; absent if none is known. */
  Optional<String> incarnation(String endpoint) {
    return Optional.ofNullable(incarnations.get(endpoint));
  }

  void record(String endpoint, String incarnation) {
    incarnations.put(endpoint, incarnation);
  }

  /** One that was heard of since stays. */
  void forgetIncarnation(String endpoint, Optional<String> refused) {
    refused.ifPresent(incarnation -> incarnations.remove(endpoint, incarnation));
  }
}
