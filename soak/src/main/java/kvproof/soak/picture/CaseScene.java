package kvproof.soak.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import kvproof.model.Answer;
import kvproof.model.Arrival;
import kvproof.model.Case;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.WorkerSnapshot;
import kvproof.oracles.HintLaws;
import kvproof.soak.front.Credit;
import kvproof.soak.front.EngineInventories;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.front.Taken;
import kvproof.soak.picture.RequestScene.Sides;

/**
 * What there is to see of a case after some of its steps.
 *
 * @param stepsTaken how many of the steps were taken
 * @param requests in the order of the case
 * @param held every block that somebody holds, on the prompt of a request or not
 * @param taken each step, and what the oracle's front made of it
 * @param credit blocks that the index believes in and no engine holds, and the other way round;
 *     none if the case tells of no stream
 * @param gapped owners whose event streams have a gap
 * @param residency the snapshot that stands
 * @param workers the snapshot that stands
 */
public record CaseScene(
    Case shown,
    int stepsTaken,
    List<RequestScene> requests,
    List<HeldBlock> held,
    List<Taken> taken,
    Optional<Credit> credit,
    Set<Owner> gapped,
    ResidencySnapshot residency,
    WorkerSnapshot workers) {
  public CaseScene {
    requests = List.copyOf(requests);
    held = List.copyOf(held);
    taken = List.copyOf(taken);
  }

  /**
   * Plays the steps to the oracle, which holds nothing yet, and asks it every request.
   *
   * @param actual what the side on trial answers; empty where nobody asked it
   */
  public static CaseScene of(
      Case shown,
      int stepsTaken,
      FrontedRouter fronted,
      Function<Request, Optional<Answer>> actual,
      Sides sides) {
    Case seen = until(shown, stepsTaken);
    List<Taken> taken = seen.steps().stream().map(step -> Taken.by(fronted, step)).toList();
    List<IndexStep> steps = new ArrayList<>();
    taken.forEach(step -> steps.addAll(step.cameTo()));
    KvRouter oracle = fronted.router();
    ResidencySnapshot residency =
        TakenSteps.last(steps, ResidencySnapshot.class).orElse(ResidencySnapshot.empty());
    List<HeldBlock> held = oracle.heldBlocks();
    HeldPlaces places = new HeldPlaces(held);
    List<RequestScene> requests =
        shown.requests().stream()
            .map(
                request -> {
                  Answer expected = oracle.answer(request);
                  Answer got = actual.apply(request).orElse(expected);
                  return new SceneBuilder(request, sides, expected, got)
                      .scene(steps, places, residency);
                })
            .toList();
    return new CaseScene(
        shown,
        stepsTaken,
        requests,
        held,
        taken,
        EngineInventories.afterAll(seen).map(engines -> engines.of(held)),
        HintLaws.gapped(steps),
        residency,
        TakenSteps.last(steps, WorkerSnapshot.class).orElse(WorkerSnapshot.unlisted()));
  }

  private static Case until(Case shown, int stepsTaken) {
    return new Case(
        shown.profile(),
        shown.seed(),
        shown.steps().subList(0, stepsTaken),
        shown.requests(),
        shown.fetches());
  }

  /** Whether something has to be made into index steps first. */
  boolean hasArrivals() {
    return taken.stream().anyMatch(step -> step.step() instanceof Arrival);
  }

  public boolean isDisputed() {
    return requests.stream().anyMatch(RequestScene::isDisputed);
  }
}
