package kvproof.router.predict;

import static kvproof.router.predict.Predictions.W1;
import static kvproof.router.predict.Predictions.capacity;
import static kvproof.router.predict.Predictions.finished;
import static kvproof.router.predict.Predictions.lru;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.BlockHashes;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LruModePropertyTest {

  /** Local hashes of each open request, as far as it has come. */
  private final SortedMap<String, BlockHashes> open = new TreeMap<>();

  @Property(tries = 500)
  void indexHoldsWhatTheModelHasACopyOf(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    open.clear();
    PredictedRouter index = new PredictedRouter(lru(1_000), capacity(W1, 1, random.between(1, 10)));

    for (int step = 0; step < 60; step++) {
      switch (random.weighted(5, 4, 4, 1)) {
        case 0 -> admit(index, random, "a" + step);
        case 1 -> grow(index, random);
        case 2 -> finish(index, random);
        default -> index.take(capacity(W1, 1, random.between(1, 10)));
      }
      CapacityModel model = index.predictor.model(W1).orElseThrow();
      assertThat(index.held(W1)).hasSize(model.hashes());
      if (index.resident(W1).isPresent()) {
        assertThat(index.resident(W1)).hasValue(model.hashes());
      }
      open.values()
          .forEach(
              local ->
                  assertThat(index.held(W1))
                      .as("blocks of an open request")
                      .containsAll(Prompts.sequence(local).stream().boxed().toList()));
    }
  }

  private void admit(PredictedRouter index, SeededRandom random, String attempt) {
    BlockHashes local = Prompts.draw(random);
    index.take(
        new RequestAdmitted(W1, 1, attempt, local, Prompts.sequence(local), random.below(3)));
    open.put(attempt, local);
  }

  private void grow(PredictedRouter index, SeededRandom random) {
    if (open.isEmpty()) {
      return;
    }
    String attempt = random.pick(List.copyOf(open.keySet()));
    BlockHashes before = open.get(attempt);
    long[] grown = Arrays.copyOf(before.toArray(), before.size() + 1);
    grown[before.size()] = random.between(1, 2);
    BlockHashes local = BlockHashes.of(grown);
    BlockHashes sequence = Prompts.sequence(local);
    int position = before.size();
    index.take(
        new OutputMaterialized(
            W1,
            1,
            attempt,
            position == 0 ? OptionalLong.empty() : OptionalLong.of(sequence.at(position - 1)),
            position,
            local.slice(position, position + 1),
            sequence.slice(position, position + 1),
            random.below(3)));
    open.put(attempt, local);
  }

  private void finish(PredictedRouter index, SeededRandom random) {
    if (!open.isEmpty()) {
      String attempt = random.pick(List.copyOf(open.keySet()));
      index.take(finished(W1, 1, attempt));
      open.remove(attempt);
    }
  }
}
