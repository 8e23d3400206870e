package kvproof.soak.situation;

import static kvproof.soak.situation.Situation.ofArrival;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kvproof.model.Arrival;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.StorageTier;
import kvproof.model.StreamArrival;
import kvproof.model.WorkerWithDpRank;

/** Ranks whose capacity is modelled: what is reused, copied, evicted, refused. */
final class CapacitySituations {
  private CapacitySituations() {}

  static List<Situation> all() {
    return Stream.of(evictions(), copies(), commands()).flatMap(List::stream).toList();
  }

  private static List<Situation> evictions() {
    return List.of(
        ofArrival("a request evicts", scene -> evicts(scene, RequestAdmitted.class)),
        ofArrival("output evicts", scene -> evicts(scene, OutputMaterialized.class)),
        ofArrival(
            "a release evicts what was over the capacity",
            scene -> evicts(scene, RequestFinished.class)),
        ofArrival("a smaller capacity evicts", scene -> evicts(scene, CapacityDeclared.class)),
        ofArrival(
            "private blocks evict",
            scene ->
                scene.counts("evicted")
                    && scene.arrival() instanceof RequestAdmitted request
                    && request.privateBlocks() > 0),
        ofArrival(
            "a request is larger than the capacity",
            scene ->
                scene.arrival() instanceof RequestAdmitted request
                    && scene.stores()
                    && isLarger(request, scene.predictions().capacity(request.rank()))));
  }

  private static List<Situation> copies() {
    return List.of(
        ofArrival(
            "a request reuses a block",
            scene ->
                scene.arrival() instanceof RequestAdmitted request
                    && isAdmitted(scene, request)
                    && !request.sequenceHashes().isEmpty()
                    && wasThere(scene, request.rank(), request.sequenceHashes().at(0))),
        ofArrival(
            "a held block gets a second copy",
            scene ->
                scene.arrival() instanceof RequestAdmitted request
                    && isAdmitted(scene, request)
                    && PredictionLedger.isSecondCopy(
                        scene, request.rank(), request.sequenceHashes())),
        ofArrival(
            "the last of several copies goes",
            scene ->
                scene.counts("evicted")
                    && scene.removed().anyMatch(scene.predictions()::hasSeveralCopies)),
        ofArrival(
            "a request grows",
            scene ->
                scene.arrival() instanceof OutputMaterialized output
                    && !output.sequenceHashes().isEmpty()
                    && scene.stores()));
  }

  private static List<Situation> commands() {
    return List.of(
        ofArrival(
            "a new incarnation clears a rank",
            scene ->
                scene.arrival() instanceof CapacityDeclared declared
                    && scene.clears(declared.rank())
                    && isOtherIncarnation(scene, declared.rank(), declared.incarnation())),
        ofArrival(
            "a rank loses its capacity",
            scene ->
                scene.arrival() instanceof CapacityDeclared declared
                    && scene.clears(declared.rank())
                    && !isOtherIncarnation(scene, declared.rank(), declared.incarnation())),
        ofArrival(
            "a rank without a capacity stays without",
            scene ->
                scene.arrival() instanceof CapacityDeclared declared
                    && declared.blocks().orElse(0) > 0
                    && scene.predictions().isFallback(declared.rank())
                    && !isOtherIncarnation(scene, declared.rank(), declared.incarnation())),
        ofArrival(
            "a command of another incarnation is ignored",
            scene ->
                scene.counts("ignored")
                    && scene
                        .predicted()
                        .filter(r -> isOtherIncarnation(scene, r, incarnation(scene.arrival())))
                        .isPresent()),
        ofArrival("an attempt is named twice", scene -> scene.counts("refused_attempt")));
  }

  private static boolean evicts(ArrivalScene scene, Class<? extends Arrival> by) {
    return scene.counts("evicted") && by.isInstance(scene.arrival());
  }

  private static boolean isLarger(RequestAdmitted request, OptionalLong capacity) {
    long blocks = request.sequenceHashes().size() + (long) request.privateBlocks();
    return capacity.isPresent() && blocks > capacity.getAsLong();
  }

  private static boolean isAdmitted(ArrivalScene scene, RequestAdmitted request) {
    return scene.stores() && scene.predictions().isModelled(request.rank());
  }

  private static boolean wasThere(ArrivalScene scene, WorkerWithDpRank rank, long hash) {
    return scene.before().holds(StorageTier.DEVICE, rank, hash);
  }

  /** One is known, and it is not this one. */
  private static boolean isOtherIncarnation(
      ArrivalScene scene, WorkerWithDpRank rank, long incarnation) {
    OptionalLong known = scene.predictions().incarnation(rank);
    return known.isPresent() && known.getAsLong() != incarnation;
  }

  private static long incarnation(Arrival arrival) {
    return switch (arrival) {
      case RequestAdmitted request -> request.incarnation();
      case OutputMaterialized output -> output.incarnation();
      case RequestFinished finished -> finished.incarnation();
      case StreamArrival _,
          ModeChosen _,
          TimePassed _,
          RequestRouted _,
          CapacityDeclared _,
          RankReset _ ->
          0; // no command of a request
    };
  }
}
