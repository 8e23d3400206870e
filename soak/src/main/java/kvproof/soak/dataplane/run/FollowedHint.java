package kvproof.soak.dataplane.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.model.KvHint;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.dataplane.service.FetchResultJson;

/** The hint on its way: given to the target, asked for, struck, and told. */
final class FollowedHint {
  private static final Duration ACKNOWLEDGEMENT_WAIT = Duration.ofSeconds(10);

  /** Long enough for an acknowledgement that is lost to be late. */
  private static final Duration LOST_ACKNOWLEDGEMENT_WAIT = Duration.ofMillis(300);

  /** After the abandon timeout: for the second probe and for a write that ends after all. */
  private static final Duration SETTLE = Duration.ofSeconds(1);

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration STEP = Duration.ofMillis(2);

  private final TrialScene scene;
  private final Stage stage;
  private final WorkerWithDpRank target;
  private final Findings findings;
  private final Optional<Misfortune> misfortune;

  FollowedHint(TrialScene scene) {
    this.scene = scene;
    this.stage = scene.stage();
    this.target = scene.plan().target();
    this.findings = scene.findings();
    this.misfortune =
        scene
            .plan()
            .fault()
            .filter(fault -> scene.arrangement().isHeld() || isArrangedEarly(fault))
            .map(fault -> new Misfortune(fault, stage, target, scene.source(), scene.lacking()));
  }

  private boolean isArrangedEarly(FetchFault fault) {
    return fault.phase() == FetchPhase.HINTED && !scene.arrangement().isArmed();
  }

  /** Until it is known what has arrived; the target's handle of the operation, if it has one. */
  OptionalLong follow(KvHint hint) {
    introduce(hint);
    boolean isHeld = scene.arrangement().isHeld();
    if (!isHeld) {
      misfortune.ifPresent(this::strike);
    }
    long number = scene.target().ask(SETTLE);
    Optional<JsonNode> answer = isHeld ? strikeInPhase(number) : Optional.empty();
    misfortune.ifPresent(struck -> struck.differences().forEach(findings::differ));
    if (stage.isDead(target)) {
      findings.told(new ReturnedTarget(scene).computeAnew(), 0);
      return OptionalLong.empty();
    }
    JsonNode told = answer.orElseGet(() -> awaitAnswer(number));
    noticeStrikesWithin();
    return take(told);
  }

  private void introduce(KvHint hint) {
    boolean isAckLost = scene.isFault(Kind.LOST_ACK);
    boolean isKnown =
        scene
            .target()
            .hint(
                scene.requestId(),
                hint,
                isAckLost ? LOST_ACKNOWLEDGEMENT_WAIT : ACKNOWLEDGEMENT_WAIT);
    if (isKnown == isAckLost) {
      findings.differ(isAckLost ? "acknowledged though that was lost" : "never acknowledged");
    }
  }

  private void strike(Misfortune striking) {
    if (striking.strike()) {
      noticeStrike();
    }
  }

  /** Nothing comes of a fault where nobody asks for anything. */
  private void noticeStrike() {
    if (!scene.lacking().isEmpty()) {
      findings.struck();
    }
  }

  private void noticeStrikesWithin() {
    for (WorkerWithDpRank rank : List.of(target, scene.source())) {
      if (!stage.isDead(rank) && stage.process(rank).hasStruck()) {
        noticeStrike();
      }
    }
  }

  /** The answer, if the fetch is over without having come into the phase. */
  private Optional<JsonNode> strikeInPhase(long number) {
    boolean isTarget = scene.arrangement().targetStop().isPresent();
    WorkerWithDpRank holder = isTarget ? target : scene.source();
    ServiceClient holding = stage.process(holder);
    Optional<JsonNode> answer = Optional.empty();
    long end = deadline();
    while (!holding.isReached() && answer.isEmpty()) {
      requireTime(end);
      answer = scene.target().poll(number, STEP);
      if (!isTarget) {
        holding.poll(-1, STEP);
      }
    }
    if (answer.isEmpty()) {
      misfortune.ifPresent(this::strike);
      release(holder, holding);
    }
    return answer;
  }

  /** Lets the fetch go on, unless its holder is dead. */
  private void release(WorkerWithDpRank holder, ServiceClient holding) {
    if (!stage.isDead(holder) && stage.process(holder) == holding) {
      holding.go();
    }
  }

  private JsonNode awaitAnswer(long number) {
    long end = deadline();
    while (true) {
      Optional<JsonNode> answer = scene.target().poll(number, STEP);
      if (answer.isPresent()) {
        return answer.get();
      }
      requireTime(end);
    }
  }

  private long deadline() {
    return System.nanoTime()
        + stage.timeout().multipliedBy(2).plus(SETTLE).plus(PATIENCE).toNanos();
  }

  private static void requireTime(long end) {
    if (System.nanoTime() - end >= 0) {
      throw new ServiceFailure("the fetch does not come to an end");
    }
  }

  private OptionalLong take(JsonNode told) {
    findings.told(FetchResultJson.of(told), told.path("nanos").asLong());
    List<String> whose = new ArrayList<>();
    told.path("wrong").forEach(text -> whose.add(text.asText()));
    findings.checked(told.path("checked_bytes").asLong(), whose);
    told.path("misjudged").forEach(text -> findings.differ(text.asText()));
    return told.has("operation")
        ? OptionalLong.of(told.path("operation").asLong())
        : OptionalLong.empty();
  }
}
