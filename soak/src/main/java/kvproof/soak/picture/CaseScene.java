package kvproof.soak.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.WorkerSnapshot;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.picture.RequestScene.Sides;

/**
 * What there is to see of a case after some of its steps.
 *
 * @param stepsTaken how many of the steps were taken
 * @param requests in the order of the case
 * @param held every block that somebody holds, on the prompt of a request or not
 * @param residency the snapshot that stands
 * @param workers the snapshot that stands
 */
public record CaseScene(
    Case shown,
    int stepsTaken,
    List<RequestScene> requests,
    List<HeldBlock> held,
    ResidencySnapshot residency,
    WorkerSnapshot workers) {
  public CaseScene {
    requests = List.copyOf(requests);
    held = List.copyOf(held);
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
    List<CaseStep> steps = new ArrayList<>();
    shown.steps().subList(0, stepsTaken).forEach(step -> steps.addAll(fronted.take(step)));
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
        residency,
        TakenSteps.last(steps, WorkerSnapshot.class).orElse(WorkerSnapshot.unlisted()));
  }

  public boolean isDisputed() {
    return requests.stream().anyMatch(RequestScene::isDisputed);
  }
}
