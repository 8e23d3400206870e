package kvproof.soak.outside;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.CaseStep;
import kvproof.model.IndexFront;
import kvproof.model.IndexStep;

/** No front at all: for cases in which nothing arrives, and routers that must not be asked. */
final class PassThrough implements IndexFront {

  @Override
  public List<IndexStep> take(CaseStep step) {
    if (step instanceof IndexStep plain) {
      return List.of(plain);
    }
    throw new IllegalArgumentException("nothing for an index: " + step);
  }

  @Override
  public SortedMap<String, Long> counts() {
    return new TreeMap<>();
  }
}
