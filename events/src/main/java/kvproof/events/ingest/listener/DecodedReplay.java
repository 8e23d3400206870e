package kvproof.events.ingest.listener;

import java.util.function.Consumer;
import kvproof.events.ReplayEnd;
import kvproof.events.ReplaySource;
import kvproof.events.ingest.BatchSource;
import kvproof.events.ingest.StreamBatch;

/** Replayed payloads as batches; one that cannot be decoded is counted and passed over. */
final class DecodedReplay implements BatchSource {
  private final ReplaySource source;
  private final BatchDecoding decoding;
  private final Runnable undecodable;

  DecodedReplay(ReplaySource source, BatchDecoding decoding, Runnable undecodable) {
    this.source = source;
    this.decoding = decoding;
    this.undecodable = undecodable;
  }

  @Override
  public ReplayEnd replay(long start, Consumer<StreamBatch> sink) {
    return source.replay(
        start,
        (sequence, payload) ->
            decoding.decode(sequence, payload).ifPresentOrElse(sink, undecodable));
  }
}
