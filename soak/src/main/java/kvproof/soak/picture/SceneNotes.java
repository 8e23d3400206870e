package kvproof.soak.picture;

import java.util.stream.Collectors;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.KvHintAction;
import kvproof.soak.picture.RequestScene.ChoiceRow;
import kvproof.soak.picture.RequestScene.Claim;
import kvproof.soak.picture.RequestScene.IntervalRow;
import kvproof.soak.picture.RequestScene.Sides;
import kvproof.soak.picture.TierGrid.WalkEnd;

/** What stands beside the rows of a scene, the same words in every kind of picture. */
record SceneNotes(Sides sides) {

  static String heading(RequestScene scene) {
    String targets =
        scene.request().targets().stream().map(Object::toString).collect(Collectors.joining(" "));
    return scene.request().id()
        + ": "
        + scene.sizeBlocks()
        + (scene.sizeBlocks() == 1 ? " block, " : " blocks, ")
        + (targets.isEmpty() ? "no target" : "targets " + targets);
  }

  /** Empty where there is nothing to say. */
  String walkEnd(TierGrid grid, WalkEnd end) {
    String name = grid.endsAtFrontier() ? "frontier " : grid.tier().wireName() + " ends at ";
    if (!end.isDisputed()) {
      return grid.endsAtFrontier() ? name + end.expected() : "";
    }
    return name
        + end.expected()
        + " ("
        + sides.expectedBy()
        + "), "
        + end.actual()
        + " ("
        + sides.actualBy()
        + ")";
  }

  String interval(IntervalRow row) {
    return (row.isRootPrefix() ? "root prefix " : "continuation ")
        + row.source().interval()
        + only(row.claim());
  }

  String choice(ChoiceRow row) {
    SourceChoice choice = row.choice();
    String blocks = "[" + choice.frontier() + ", " + choice.end() + ")";
    return choice
            .source()
            .map(source -> source + " -> " + row.target() + ", blocks " + blocks)
            .orElse("no source, frontier " + choice.frontier())
        + only(row.claim());
  }

  /** The hint in full, for whoever looks closer. */
  static String hint(ChoiceRow row) {
    return row.choice()
        .hint()
        .map(
            hint ->
                hint.actions().stream()
                    .map(SceneNotes::action)
                    .collect(Collectors.joining("; ", "hint " + hint.messageId() + ": ", "")))
        .orElse("no hint");
  }

  private static String action(KvHintAction action) {
    return switch (action) {
      case KvHintAction.Fetch fetch ->
          "fetch " + fetch.blockHashes() + " from " + fetch.sourceControlEndpoint();
      case KvHintAction.Unknown unknown -> unknown.actionType() + "@" + unknown.actionVersion();
    };
  }

  private String only(Claim claim) {
    return switch (claim) {
      case UNDISPUTED -> "";
      case ONLY_EXPECTED -> ", says " + sides.expectedBy();
      case ONLY_ACTUAL -> ", says " + sides.actualBy();
    };
  }
}
