package kvproof.benchmarks.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import kvproof.benchmarks.section.Section.ProcessLines;

/**
 * Every process of a run with its lines as they came: whoever doubts a figure works it out anew.
 */
final class TrialsJson {
  private TrialsJson() {}

  /** In the order in which they ran. */
  static void print(List<ProcessLines> trials, ArrayNode into) {
    for (ProcessLines trial : trials) {
      into.addObject()
          .put("arm", trial.arm())
          .put("round", trial.round())
          .putArray("lines")
          .addAll(trial.lines());
    }
  }
}
