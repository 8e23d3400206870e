package kvproof.soak.picture;

import java.util.Optional;
import java.util.function.UnaryOperator;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.front.Fronts;
import kvproof.soak.picture.RequestScene.Sides;

/** Scenes of cases that stand in a test. */
final class Scenes {
  /** One of everything that a picture tells apart. */
  static final String EVERYTHING =
      """
      workers 1 ranks 0 type decode endpoint 0 tcp://w1:9000 island rack r1 required ; \
      2 ranks 0 1 type decode endpoint 0 tcp://w2:9000 ; \
      3 ranks 0 type decode endpoint 0 tcp://w3:9000 source agent
      owners project K1 2/0 advertise K2 tcp://k2:9000 type decode attach 1/0
      store 1/0 device root 1:101 2:102
      store 2/0 device root 1:101 2:102 3:103
      store 2/0 host_pinned root 1:101 2:102
      store K1 host_pinned 103 4:104
      store K2 host_pinned root 1:101 2:102 3:103 4:104 5:105 6:106
      store 2/1 device root 1:201 2:202
      store 2/1 host_pinned 202 3:203
      store 3/0 host_pinned root 1:101 2:102 3:103 4:104
      remove 3/0 host_pinned 102
      store K2 disk 106 7:107
      ask q1 local 1 2 3 4 5 6 7 targets 1/0 2/0 2/1
      """;

  /** A batch as it is, one that leaves a gap, and one that nobody gets. */
  static final String ARRIVALS =
      """
      open 1/0 none copies
      publish 1/0 0 arrives
        event store 1/0 device root 1:101 2:102
        event store 1/0 device root 1:101
      publish 1/0 1 lost
        event remove 1/0 device 102
        event store 1/0 disk 101 3:103
      publish 1/0 2 arrives
        event remove 1/0 device 101
        event store 1/1 device root 1:101
      store 2/0 device root 1:101
      ask q1 local 1 2 targets 2/0
      """;

  private Scenes() {}

  static CaseScene of(String lines) {
    return of(lines, UnaryOperator.identity());
  }

  /** The router says what {@code lie} makes of the truth. */
  static CaseScene of(String lines, UnaryOperator<Answer> lie) {
    Case shown = CaseText.parse("kvproof-case 1\nprofile irregular\nseed 7\n" + lines);
    FrontedRouter router = Fronts.fronted(new OwnerInventoryOracle());
    shown.steps().forEach(router::take);
    return CaseScene.of(
        shown,
        shown.steps().size(),
        Fronts.fronted(new OwnerInventoryOracle()),
        request -> Optional.of(lie.apply(router.router().answer(request))),
        new Sides("TheOracle", "TheRouter"));
  }
}
