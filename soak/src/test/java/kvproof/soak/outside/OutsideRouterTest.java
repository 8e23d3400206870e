package kvproof.soak.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.model.WorkerSnapshot;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.Fronts;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The product's own server as the router of another process. */
@Timeout(120)
class OutsideRouterTest {

  static RouterCommand served() {
    return new RouterCommand(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            "kvproof.soak.SoakMain",
            "serve"),
        Duration.ofSeconds(60));
  }

  @Test
  void answersLikeAnOracleThroughItsLines() {
    try (OutsideRouter router = OutsideRouter.start(served(), Path.of(""))) {
      assertThat(router.capabilities().leftOut()).isEmpty();
      for (int i = 0; i < 60; i++) {
        Case drawn =
            Fronts.fronted(new OwnerInventoryOracle())
                .flattened(Cases.draw(Profile.IRREGULAR, SeededRandom.mix(7, i)));
        router.reset();
        OwnerInventoryOracle oracle = new OwnerInventoryOracle();

        for (IndexStep step : drawn.indexSteps()) {
          if (!step.equals(WorkerSnapshot.unlisted())) {
            assertThat(router.take(step)).isEqualTo(oracle.take(step));
          }
        }

        assertThat(router.leftOutSteps().keySet()).isSubsetOf(ExpressibleSteps.UNLISTED);
        for (Request request : drawn.requests()) {
          assertThat(router.answer(request)).as(request.id()).isEqualTo(oracle.answer(request));
          request
              .targets()
              .forEach(
                  rank ->
                      assertThat(router.residentBlocks(rank))
                          .isEqualTo(oracle.residentBlocks(rank)));
        }
        assertThat(router.heldBlocks()).isEqualTo(oracle.heldBlocks());
      }
    }
  }
}
