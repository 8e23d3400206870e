package kvproof.soak.front;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Arrival;
import kvproof.model.CaseStep;
import kvproof.model.IndexFront;
import kvproof.model.IndexStep;

/** A front for cases in which nothing arrives that is not an index step already. */
final class PlainFront implements IndexFront {

  @Override
  public List<IndexStep> take(CaseStep step) {
    return switch (step) {
      case IndexStep plain -> List.of(plain);
      case Arrival arrival -> throw new IllegalArgumentException("nobody takes " + arrival);
    };
  }

  @Override
  public SortedMap<String, Long> counts() {
    return new TreeMap<>();
  }
}
