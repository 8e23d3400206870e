package kvproof.soak.situation;

import static kvproof.model.FetchFault.Kind.SOURCE_CRASHED;
import static kvproof.model.FetchFault.Kind.SOURCE_RESTARTED;
import static kvproof.model.FetchFault.Kind.TARGET_CRASHED;
import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.NOTHING_NEEDED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.FetchOutcome.Status.REFUSED;
import static kvproof.soak.situation.Situation.ofFetch;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import kvproof.model.FetchFault;

/** What may come up while a hint is carried out: each fault in each phase, and whom it asks. */
final class FetchSituations {
  private FetchSituations() {}

  static List<Situation> all() {
    return Stream.concat(faults(), courses()).toList();
  }

  /** Every cell is one: a long run that leaves a fault out of a phase proves less than it says. */
  private static Stream<Situation> faults() {
    return FetchFault.all().stream()
        .map(fault -> ofFetch("fetch met " + words(fault), scene -> scene.isStruckBy(fault)));
  }

  private static String words(FetchFault fault) {
    return fault.toString().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Stream<Situation> courses() {
    return Stream.of(
        ofFetch("fetch that needs nothing", scene -> scene.isPlain(NOTHING_NEEDED)),
        ofFetch(
            "wrong source has none of the blocks",
            scene -> scene.asksWrongSource() && scene.isPlain(REFUSED)),
        ofFetch(
            "wrong source has some of the blocks",
            scene -> scene.asksWrongSource() && scene.isPlain(PARTIAL)),
        ofFetch(
            "wrong source has all of the blocks",
            scene -> scene.asksWrongSource() && scene.isPlain(DELIVERED)),
        ofFetch(
            "hint went stale before the fetch",
            scene -> scene.sourceForgot() && (scene.isPlain(REFUSED) || scene.isPlain(PARTIAL))),
        ofFetch(
            "blocks come behind a prefix that is gone",
            scene -> scene.brings() && scene.outcome().credit() < scene.choice().frontier()),
        ofFetch(
            "blocks behind a hole count once it is computed",
            scene ->
                scene.brings()
                    && scene.outcome().creditAfterHoleComputed() - scene.outcome().credit()
                        > scene.outcome().missing()),
        ofFetch(
            "second hole stays open",
            scene ->
                scene.brings() && scene.outcome().creditAfterHoleComputed() < scene.choice().end()),
        ofFetch(
            "fetch after a quarantine",
            scene -> scene.brings() && scene.follows(before -> before.result().wasQuarantined())),
        ofFetch(
            "fetch after wrong bytes",
            scene ->
                scene.brings()
                    && scene.follows(before -> !before.result().wrongBlocks().isEmpty())),
        ofFetch(
            "fetch from a source that was restarted",
            scene ->
                scene.brings()
                    && scene.followsAtSource(
                        before -> before.isStruckByAny(SOURCE_RESTARTED, SOURCE_CRASHED))),
        ofFetch(
            "fetch of a target that has crashed",
            scene ->
                scene.brings() && scene.follows(before -> before.isStruckByAny(TARGET_CRASHED))));
  }
}
