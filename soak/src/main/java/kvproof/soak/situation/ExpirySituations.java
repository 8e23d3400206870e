package kvproof.soak.situation;

import static kvproof.soak.situation.Situation.ofArrival;

import java.util.List;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.WorkerWithDpRank;

/** Blocks that are taken to be where a request was routed to, for a while. */
final class ExpirySituations {
  private static final long BUCKET_MILLIS = 100;

  private ExpirySituations() {}

  static List<Situation> all() {
    return List.of(
        ofArrival("a predicted block expires", scene -> expires(scene)),
        ofArrival("an expiry was put off", scene -> outlivesItsFirstExpiry(scene)),
        ofArrival(
            "a time to live of 0",
            scene -> scene.arrival() instanceof RequestRouted && scene.counts("expired")),
        ofArrival("an expiry is due exactly now", scene -> expiresExactlyNow(scene)),
        ofArrival(
            "a block with timers at two positions expires",
            scene -> expires(scene) && removesABlockOfTwoPositions(scene)),
        ofArrival("a routed prompt names a block twice", scene -> isRoutedWithARepeat(scene)),
        ofArrival(
            "lists of different length are refused", scene -> scene.counts("refused_lengths")),
        ofArrival(
            "a routing decision where capacities are modelled",
            scene -> scene.counts("refused_lru")),
        ofArrival("a capacity where nobody models it", scene -> scene.counts("refused_mode")),
        ofArrival(
            "a routing decision that nobody takes",
            scene ->
                scene.arrival() instanceof RequestRouted
                    && scene.predictions().mode() == Mode.NONE),
        ofArrival(
            "a rank with predicted blocks is reset",
            scene ->
                scene.arrival() instanceof RankReset(var rank)
                    && scene.clears(rank)
                    && scene.before().holdsAnything(rank)),
        ofArrival(
            "a removed rank is predicted anew",
            scene ->
                scene.stores()
                    && scene.predicted().filter(scene.predictions()::wasRemoved).isPresent()),
        ofArrival(
            "a rank without a capacity goes by the time to live",
            scene ->
                scene.arrival() instanceof RequestAdmitted request
                    && scene.predictions().isFallback(request.rank())
                    && scene.stores()));
  }

  private static boolean expires(ArrivalScene scene) {
    return scene.arrival() instanceof TimePassed && scene.counts("expired");
  }

  /** More than a bucket past the expiry that the first decision alone would have meant. */
  private static boolean outlivesItsFirstExpiry(ArrivalScene scene) {
    if (!(scene.arrival() instanceof TimePassed(long now))) {
      return false;
    }
    long before = now - scene.predictions().ttlMillis() - BUCKET_MILLIS;
    return scene
        .predictions()
        .isRouted(
            routed -> routed.first() <= before && routed.last() > routed.first(),
            block -> scene.after().holds(block.tier(), block.owner(), block.externalHash()));
  }

  /** Only one expiry can lie between the time before and now, and that is now. */
  private static boolean expiresExactlyNow(ArrivalScene scene) {
    return expires(scene)
        && scene.arrival() instanceof TimePassed(long now)
        && now - scene.predictions().now() <= BUCKET_MILLIS
        && scene
            .removed()
            .map(block -> scene.predictions().origin((WorkerWithDpRank) block.owner()))
            .anyMatch(origin -> (now - origin) % BUCKET_MILLIS == 0);
  }

  private static boolean removesABlockOfTwoPositions(ArrivalScene scene) {
    return scene
        .removed()
        .anyMatch(
            gone ->
                scene
                    .predictions()
                    .isRouted(routed -> routed.positions().size() > 1, gone::equals));
  }

  private static boolean isRoutedWithARepeat(ArrivalScene scene) {
    return scene.arrival() instanceof RequestRouted request
        && scene.stores()
        && request.sequenceHashes().stream().distinct().count() < request.sequenceHashes().size();
  }
}
