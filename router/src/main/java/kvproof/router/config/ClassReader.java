package kvproof.router.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.document.Names;

/** Reads one policy class. */
final class ClassReader {
  private static final String FAMILY = "policy_family";
  private static final String BUCKET = "cache_bucket";
  private static final String ORDER = "queue_policy";
  private static final String QUANTUM = "quantum";
  private static final String BUSY = "prefill_busy_threshold";
  private static final String BUSY_FRACTION = "prefill_busy_threshold_frac";
  private static final String REQUESTS = "request_queue_limit_per_worker";
  private static final String TOKENS = "raw_isl_token_queue_limit_per_worker";
  private static final String CACHED = "cached_token_queue_limit_per_worker";

  private static final List<String> KEYS =
      List.of(
          "name", FAMILY, BUCKET, ORDER, QUANTUM, BUSY, BUSY_FRACTION, REQUESTS, TOKENS, CACHED);

  private final DocumentNode node;

  private ClassReader(DocumentNode node) {
    this.node = node.object(KEYS);
  }

  static QueueClass read(DocumentNode node) {
    var reader = new ClassReader(node);
    try {
      return new QueueClass(
          Names.of(node.require("name")),
          reader.cell(),
          reader.order(),
          node.require(QUANTUM).count(),
          reader.count(BUSY),
          node.find(BUSY_FRACTION)
              .map(fraction -> OptionalDouble.of(fraction.real()))
              .orElse(OptionalDouble.empty()),
          reader.count(REQUESTS),
          reader.count(TOKENS),
          reader.count(CACHED));
    } catch (DocumentException unreadable) {
      throw unreadable;
    } catch (IllegalArgumentException outOfRange) {
      throw new DocumentException("'" + node.path() + "': " + outOfRange.getMessage(), outOfRange);
    }
  }

  private Optional<QueueClass.Cell> cell() {
    Optional<String> family = node.find(FAMILY).map(Names::of);
    Optional<String> bucket = node.find(BUCKET).map(Names::of);
    if (family.isPresent() != bucket.isPresent()) {
      throw new DocumentException(
          "'" + node.path() + "' needs " + FAMILY + " and " + BUCKET + ", or neither of them");
    }
    return family.map(name -> new QueueClass.Cell(name, bucket.orElseThrow()));
  }

  private QueueOrder order() {
    return node.find(ORDER)
        .map(Settings.ROUTER_QUEUE_POLICY.kind().ofNode())
        .orElse(QueueOrder.FCFS);
  }

  private OptionalLong count(String key) {
    return node.find(key).map(limit -> OptionalLong.of(limit.count())).orElse(OptionalLong.empty());
  }
}
