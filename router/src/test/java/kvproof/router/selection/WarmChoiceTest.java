package kvproof.router.selection;

import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import kvproof.model.Admission;
import kvproof.model.CacheOwner;
import kvproof.model.CostWeights;
import kvproof.model.RequestConstraints;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.SchedulerSettings;
import kvproof.model.SelectionRequest;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WarmChoiceTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final CacheOwner OWNER = new CacheOwner("00aa");
  private static final int WORKERS = 1_024;
  private static final int BLOCKS = 64;
  private static final int ROUNDS = 20;

  /** Workers that hold and run various things; each has taint {@code even} or {@code odd}. */
  private static Scene loaded(SchedulerSettings settings) {
    Scene scene = tainted(settings);
    var random = new SeededRandom(7);
    for (int worker = 0; worker < WORKERS; worker++) {
      int held = random.below(BLOCKS / 2);
      if (held > 0) {
        scene.device(worker, 1, held).host(worker, held + 1, held + 1 + random.below(8));
      }
    }
    for (int i = 0; i < WORKERS; i++) {
      scene.book("booked " + i, 1 + random.below(BLOCKS));
    }
    return scene;
  }

  private static Scene tainted(SchedulerSettings settings) {
    return Scene.open(settings)
        .workers(
            LongStream.range(0, WORKERS)
                .mapToObj(worker -> Scene.tainted(worker, worker % 2 == 0 ? "even" : "odd"))
                .toList());
  }

  /** A cache owner has more of the prompt than anybody, and is a source for each of the workers. */
  private static Scene withOwner(Scene scene) {
    scene.stored(OWNER, HOST_PINNED, 1, BLOCKS - 1);
    scene.published("decode", LongStream.range(0, WORKERS).toArray());
    scene.router.replace(
        ResidencySnapshot.builder()
            .advertise(OWNER, new HintSource("tcp://owner:1", "decode", Optional.empty()))
            .build());
    return scene;
  }

  private static SchedulerSettings decaying() {
    return Scene.weighing(new CostWeights(1, 0.5, 1, 0.25, 0.75, 0.25, 0));
  }

  private static SchedulerSettings sampling() {
    return Scene.drawing(CostWeights.defaults(), 0.7, 1);
  }

  private static SelectionRequest request(UnaryOperator<RequestConstraints> constraints) {
    return Scene.request("warm", Admission.BOOK, BLOCKS)
        .with(constraints.apply(RequestConstraints.none()));
  }

  private static RequestConstraints preferring(RequestConstraints none) {
    return none.withPreferredTaints(new TreeMap<>(Map.of("even", 0.5, "odd", -0.25)));
  }

  static Stream<Arguments> shapes() {
    SelectionRequest free = request(none -> none);
    return Stream.of(
        arguments("one cheapest", loaded(Scene.settings()), free),
        arguments("ties of all", tainted(Scene.settings()), free),
        arguments("sampled", loaded(sampling()), free),
        arguments(
            "preferred taints", loaded(Scene.settings()), request(WarmChoiceTest::preferring)),
        arguments(
            "preferred taints, sampled", loaded(sampling()), request(WarmChoiceTest::preferring)),
        arguments(
            "required taints",
            loaded(Scene.settings()),
            request(none -> none.withRequiredTaints(new TreeSet<>(List.of("odd"))))),
        arguments(
            "pin",
            loaded(Scene.settings()),
            request(none -> none.withPin(Scene.rank(WORKERS / 2)))),
        arguments("decay", loaded(decaying()), free),
        arguments("owner as source", withOwner(loaded(Scene.settings())), free));
  }

  private static long bytesOf(Scene scene, SelectionRequest request) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    select(scene, request, 20);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void select(Scene scene, SelectionRequest request, int times) {
    for (int i = 0; i < times; i++) {
      scene.partition.select(request);
    }
  }

  /**
   * The JVM itself may allocate now and then, a selection that does would do so in most rounds. Not
   * among the shapes: a request that asked the shared cache, whose hits are put in order each time.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void selectionOver1024WorkersAllocatesNothing(
      String shape, Scene scene, SelectionRequest request) {
    select(scene, request, 3_000);

    long[] bytes = LongStream.range(0, ROUNDS).map(round -> bytesOf(scene, request)).toArray();

    assertThat(LongStream.of(bytes).filter(allocated -> allocated == 0).count())
        .as("%s: rounds without allocation among %s", shape, LongStream.of(bytes).boxed().toList())
        .isGreaterThanOrEqualTo(15);
  }

  /** So that the shape of that name is what it says. */
  @Test
  void anOwnerIsTheSourceOfTheChoice() {
    Scene scene = withOwner(loaded(Scene.settings()));

    scene.submit(request(none -> none));

    assertThat(scene.chosen("warm").orElseThrow().source()).contains(OWNER);
  }

  @Test
  void itIsTheRankThatABookingGets() {
    Scene scene =
        loaded(Scene.settings())
            .device(2_000, 1, BLOCKS)
            .workers(LongStream.range(0, 2_001).toArray());
    SelectionRequest request = Scene.request("next", Admission.BOOK, BLOCKS);

    assertThat(scene.partition.select(request)).isEqualTo(Scene.rank(2_000));
    scene.submit(request);

    assertThat(scene.rankOf("next")).isEqualTo(Scene.rank(2_000));
  }
}
