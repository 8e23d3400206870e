package kvproof.soak.dataplane.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import kvproof.mocknixl.kvcr.FetchHint;
import kvproof.mocknixl.kvcr.FetchHintReader;
import kvproof.mocknixl.kvcr.HintReading;
import kvproof.model.BlockHashes;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;

/**
 * A router's hint as its target gets it, read from the wire by KVCR's reader.
 *
 * @param read what the service keeps of it
 * @param inOrder its blocks from first to last, which the reader does not keep and a worker needs
 */
record ReadHint(FetchHint read, BlockHashes inOrder) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /**
   * Reads the hint's JSON.
   *
   * @throws IllegalArgumentException if KVCR would refuse it, or read it with a warning, or as
   *     something else than the router means
   */
  static ReadHint of(String wireText) {
    var reader = new FetchHintReader();
    FetchHint read =
        switch (reading(reader, wireText)) {
          case HintReading.Accepted accepted -> accepted.hint();
          case HintReading.Refused refused ->
              throw new IllegalArgumentException("the router's hint is refused: " + refused);
        };
    if (!reader.warnings().isEmpty()) {
      throw new IllegalArgumentException("the router's hint is odd: " + reader.warnings());
    }
    KvHintAction.Fetch meant = meant(wireText);
    if (!FetchHint.of(meant).equals(read)) {
      throw new IllegalArgumentException("the hint " + meant + " is read as " + read);
    }
    return new ReadHint(read, meant.blockHashes());
  }

  private static HintReading reading(FetchHintReader reader, String wireText) {
    try {
      return reader.read(MAPPER.readTree(wireText));
    } catch (JsonProcessingException notJson) {
      throw new IllegalArgumentException("the router's hint is no JSON: " + wireText, notJson);
    }
  }

  private static KvHintAction.Fetch meant(String wireText) {
    return KvHint.fromJson(wireText).actions().stream()
        .filter(KvHintAction.Fetch.class::isInstance)
        .map(KvHintAction.Fetch.class::cast)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("a hint without a fetch: " + wireText));
  }
}
