package kvproof.soak.situation;

import static kvproof.soak.situation.Situation.ofChoice;
import static kvproof.soak.situation.Situation.ofScheduling;

import java.util.List;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.WorkersReplaced;

/** What is booked on ranks, and how it ends. */
final class LoadSituations {
  private static final RankLoad NO_LOAD = new RankLoad(0, 0, 0);

  private LoadSituations() {}

  static List<Situation> all() {
    return List.of(
        ofScheduling(
            "a booking expires",
            scene -> scene.step() instanceof ClockAdvanced && scene.bookingsEnded() > 0),
        ofScheduling(
            "a booking expires while another one is made",
            scene -> scene.submitted().isPresent() && scene.bookingsEnded() > 0),
        ofScheduling(
            "modelled load decays",
            scene -> scene.step() instanceof ClockAdvanced && decays(scene)),
        ofScheduling(
            "a worker leaves with load on it",
            scene -> scene.step() instanceof WorkersReplaced && losesLoad(scene)),
        ofScheduling(
            "a worker is there again without its load",
            scene -> scene.step() instanceof WorkersReplaced && isBackEmpty(scene)),
        ofScheduling(
            "a prefill ends that had ended",
            scene ->
                scene.step() instanceof PrefillCompleted(var id)
                    && scene.ledger().wasChosen(id)
                    && scene.before().equals(scene.after())),
        ofScheduling(
            "a booking that is no longer there is released",
            scene ->
                scene.step() instanceof Released(var id)
                    && scene.ledger().wasChosen(id)
                    && scene.before().equals(scene.after())),
        ofScheduling(
            "output counts in part",
            scene ->
                scene.step() instanceof OutputProduced(var _, var _, double fraction)
                    && fraction > 0
                    && fraction < 1
                    && !scene.before().equals(scene.after())),
        ofScheduling(
            "output makes less of a rank's load",
            scene -> scene.step() instanceof OutputProduced && makesLess(scene)),
        ofChoice("blocks are shared with a request that runs", scene -> sharesBlocks(scene)),
        ofChoice(
            "a booking without prefill",
            scene ->
                scene.books() && !scene.countsPrefill() && scene.request().promptTokens() > 0));
  }

  private static boolean decays(SchedulingScene scene) {
    return scene.choices().isEmpty()
        && scene.bookingsEnded() == 0
        && tokens(scene.after()) < tokens(scene.before());
  }

  private static long tokens(SchedulerState state) {
    return state.ranks().values().stream().mapToLong(RankLoad::activePrefillTokens).sum();
  }

  private static boolean losesLoad(SchedulingScene scene) {
    return scene.before().ranks().entrySet().stream()
        .anyMatch(
            rank ->
                rank.getValue().activeRequests() > 0
                    && !scene.after().ranks().containsKey(rank.getKey()));
  }

  /** A rank without a slot before whose requests were never released. */
  private static boolean isBackEmpty(SchedulingScene scene) {
    return scene.after().ranks().entrySet().stream()
        .anyMatch(
            rank ->
                rank.getValue().equals(NO_LOAD)
                    && !scene.before().ranks().containsKey(rank.getKey())
                    && scene.ledger().ranksChosen().contains(rank.getKey()));
  }

  private static boolean makesLess(SchedulingScene scene) {
    return scene.before().ranks().entrySet().stream()
        .anyMatch(
            rank ->
                scene.after().ranks().getOrDefault(rank.getKey(), NO_LOAD).activeBlocks()
                    < rank.getValue().activeBlocks());
  }

  /** One booking alone in this step, and the rank has less of it than its prompt has blocks. */
  private static boolean sharesBlocks(ChoiceScene scene) {
    if (!scene.books() || scene.scene().choices().size() != 1) {
      return false;
    }
    long before = blocks(scene, scene.scene().before());
    long after = blocks(scene, scene.scene().after());
    return scene.scene().bookingsEnded() == 0
        && after - before < scene.request().sequenceHashes().size();
  }

  private static long blocks(ChoiceScene scene, SchedulerState state) {
    return state.ranks().getOrDefault(scene.choice().taken(), NO_LOAD).activeBlocks();
  }
}
