package kvproof.soak.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvproof.model.casetext.CaseText;
import kvproof.soak.front.Credit;
import kvproof.soak.front.Taken;

/** The history of a case in which something arrives, step by step. */
final class ArrivalText {
  private ArrivalText() {}

  /** Each step, what came of it, and at the end how the index differs from the engines. */
  static List<String> lines(CaseScene scene) {
    List<String> lines = new ArrayList<>();
    int number = 0;
    for (Taken taken : scene.taken()) {
      number++;
      String start = String.format(Locale.ROOT, "%3d ", number);
      for (String line : CaseText.printStep(taken.step()).lines().toList()) {
        lines.add(start + line);
        start = " ".repeat(4);
      }
      taken.lines().forEach(line -> lines.add(" ".repeat(6) + line));
    }
    scene.credit().ifPresent(credit -> lines.add(text(credit)));
    return lines;
  }

  private static String text(Credit credit) {
    return credit.over() + credit.under() == 0
        ? "the index holds what the engines hold"
        : "blocks that only the index holds: "
            + credit.over()
            + "; that only an engine holds: "
            + credit.under();
  }
}
