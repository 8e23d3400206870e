package kvproof.model.casetext;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.CostWeights;
import kvproof.model.QueueClass;
import kvproof.model.QueueClass.Cell;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import kvproof.model.SchedulerSettings;

/** Reads a scheduler's settings from a line of case text, behind its first word. */
final class CaseTextSettings {
  private static final String BEFORE_CLASSES =
      "one of decode, untracked, temperature, credit, decay, scale, request, host, disk, shared,"
          + " refresh, expiry, pace, seed, family, bucket in this order, or 'class'";
  private static final String OF_A_CLASS = "busy, fraction, requests, tokens, cached, class";

  private CaseTextSettings() {}

  static SchedulerSettings read(CaseTextLine line) {
    line.expect("block");
    int blockSize = line.count("a number of tokens");
    boolean isDecode = line.takes("decode");
    boolean tracksPrefill = !line.takes("untracked");
    double temperature = line.takes("temperature") ? line.decimal("a temperature") : 0.0;
    CostWeights weights = weights(line);
    OptionalLong refreshAfter = duration("refresh", line);
    OptionalLong expiry = duration("expiry", line);
    OptionalLong pace = duration("pace", line);
    long seed = line.takes("seed") ? line.unsigned("a seed") : 0;
    QueueProfile queue = queue(line);
    return line.made(
        () ->
            new SchedulerSettings(
                blockSize,
                isDecode,
                weights,
                temperature,
                tracksPrefill,
                queue,
                refreshAfter,
                expiry,
                pace,
                seed));
  }

  private static OptionalLong duration(String keyword, CaseTextLine line) {
    return line.takes(keyword)
        ? OptionalLong.of(line.duration("a time, such as 5s or 100ms"))
        : OptionalLong.empty();
  }

  private static CostWeights weights(CaseTextLine line) {
    CostWeights defaults = CostWeights.defaults();
    double credit = weight("credit", defaults.overlapCredit(), line);
    double decay = weight("decay", defaults.overlapDecay(), line);
    double scale = weight("scale", defaults.prefillScale(), line);
    double request = weight("request", defaults.activeRequest(), line);
    double host = weight("host", defaults.hostHit(), line);
    double disk = weight("disk", defaults.diskHit(), line);
    double shared = weight("shared", defaults.sharedHit(), line);
    return line.made(() -> new CostWeights(credit, decay, scale, request, host, disk, shared));
  }

  private static double weight(String keyword, double missing, CaseTextLine line) {
    return line.takes(keyword) ? line.decimal("a weight") : missing;
  }

  private static QueueProfile queue(CaseTextLine line) {
    Optional<String> family =
        line.takes("family") ? Optional.of(line.text("a policy family")) : Optional.empty();
    List<CacheBucket> buckets = new ArrayList<>();
    while (line.takes("bucket")) {
      String name = line.text("the name of a bucket");
      buckets.add(new CacheBucket(name, line.whole("a number of tokens")));
    }
    List<QueueClass> classes = new ArrayList<>();
    line.expect("class", BEFORE_CLASSES);
    do {
      classes.add(queueClass(line));
    } while (line.takes("class"));
    line.expectEndAfter(OF_A_CLASS);
    return line.made(() -> new QueueProfile(classes, buckets, family));
  }

  private static QueueClass queueClass(CaseTextLine line) {
    String name = line.text("the name of a class");
    Optional<Cell> cell =
        line.takes("cell")
            ? Optional.of(new Cell(line.text("a policy family"), line.text("a bucket")))
            : Optional.empty();
    QueueOrder order = line.oneOf("an order", QueueOrder.values());
    line.expect("quantum");
    long quantum = line.whole("a quantum");
    OptionalLong busyTokens = number("busy", line);
    OptionalDouble busyFraction =
        line.takes("fraction")
            ? OptionalDouble.of(line.decimal("a fraction"))
            : OptionalDouble.empty();
    OptionalLong requests = number("requests", line);
    OptionalLong tokens = number("tokens", line);
    OptionalLong cachedTokens = number("cached", line);
    return line.made(
        () ->
            new QueueClass(
                name,
                cell,
                order,
                quantum,
                busyTokens,
                busyFraction,
                requests,
                tokens,
                cachedTokens));
  }

  private static OptionalLong number(String keyword, CaseTextLine line) {
    return line.takes(keyword)
        ? OptionalLong.of(line.whole("a whole number"))
        : OptionalLong.empty();
  }
}
