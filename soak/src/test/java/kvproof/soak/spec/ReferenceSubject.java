package kvproof.soak.spec;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.HashText;
import kvproof.model.KvRouter;
import kvproof.router.ReferenceRouter;
import kvproof.router.fetch.Ineligibility;
import kvproof.router.index.BlockLifecycleObserver;

/** The reference router with all that it shows beside its answers. */
final class ReferenceSubject implements Subject {
  private final ReferenceRouter router = new ReferenceRouter();
  private final SortedMap<String, Integer> seen = new TreeMap<>();

  ReferenceSubject() {
    router.observeDevice(
        new BlockLifecycleObserver() {
          @Override
          public void created(long externalHash) {
            seen.merge("+" + HashText.print(externalHash), 1, Integer::sum);
          }

          @Override
          public void removed(long externalHash) {
            seen.merge("-" + HashText.print(externalHash), 1, Integer::sum);
          }
        });
  }

  @Override
  public KvRouter router() {
    return router;
  }

  @Override
  public Optional<List<String>> comingsAndGoings() {
    List<String> drained =
        seen.entrySet().stream()
            .map(entry -> entry.getKey() + (entry.getValue() == 1 ? "" : " x" + entry.getValue()))
            .toList();
    seen.clear();
    return Optional.of(drained);
  }

  @Override
  public Optional<Long> positionsCompared() {
    return Optional.of(router.positionsCompared());
  }

  @Override
  public Optional<Long> ineligible(String reason) {
    return Optional.of(
        router.ineligibleSources(Ineligibility.valueOf(reason.toUpperCase(Locale.ROOT))));
  }
}
