package kvproof.soak.canary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import kvproof.events.ingest.CaseStreams;
import kvproof.model.ConcurrentRouter;
import kvproof.model.IndexFront;
import kvproof.model.KvRouter;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.oracles.front.FrontOracle;
import kvproof.router.ReferenceRouter;
import kvproof.router.lane.LanedRouter;
import kvproof.router.predict.Predictor;
import kvproof.soak.front.Fronts;
import kvproof.soak.lanes.LaneCountsCheck;
import kvproof.soak.lanes.LanesCheck;
import kvproof.soak.run.CaseCheck;
import kvproof.soak.run.Contest;
import kvproof.soak.run.Side;

/** A module that faults are planted in, with its sources as they were when it was compiled. */
enum MutatedModule {
  ROUTER {
    @Override
    Contest contest(Contest sound, ClassLoader faulty) {
      var predictor = constructor(Predictor.class.getName(), IndexFront.class, faulty);
      var lanes =
          constructor(LanedRouter.class.getName(), ConcurrentRouter.class, faulty, int.class);
      return withLanes(
          sound.withRouter(
              new Side(
                  ReferenceRouter.class.getSimpleName(),
                  maker(ReferenceRouter.class.getName(), faulty),
                  router ->
                      Fronts.ofParts(new CaseStreams(Fronts.holding(router)), make(predictor)))),
          count -> make(lanes, count));
    }
  },
  EVENTS {
    @Override
    Contest contest(Contest sound, ClassLoader faulty) {
      var streams =
          constructor(CaseStreams.class.getName(), IndexFront.class, faulty, Predicate.class);
      return sound.withRouter(
          new Side(
              sound.router().name(),
              sound.router().fresh(),
              router -> Fronts.ofParts(make(streams, Fronts.holding(router)), new Predictor())));
    }
  },
  ORACLES {
    /*
     * Both come from the faulty classes. They share none but those of their front: a fault is in
     * one of them, or in the front of both, where the router's front finds it.
     */
    @Override
    Contest contest(Contest sound, ClassLoader faulty) {
      return sound.withOracles(
          List.of(
              oracle(OwnerInventoryOracle.class, faulty), oracle(EventLogOracle.class, faulty)));
    }
  };

  /** The contest with this module's sides made from the classes of {@code faulty}. */
  abstract Contest contest(Contest sound, ClassLoader faulty);

  static MutatedModule of(String file) {
    for (MutatedModule module : values()) {
      if (file.startsWith(module.packagePrefix().replace('.', '/'))) {
        return module;
      }
    }
    throw new IllegalArgumentException("no module that faults are planted in has " + file);
  }

  /** What the names of the module's classes, and of no others, begin with. */
  String packagePrefix() {
    return "kvproof." + folder() + ".";
  }

  private String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Text of a source file of this module. */
  String source(String file) throws RottenMutantException {
    String resource = "kvproof-sources/" + folder() + "/" + file;
    try (InputStream bytes = realLoader().getResourceAsStream(resource)) {
      if (bytes == null) {
        throw new RottenMutantException("there is no " + file);
      }
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static ClassLoader realLoader() {
    return MutatedModule.class.getClassLoader();
  }

  /** The checks of lanes that the contest has, of the faulty router. */
  private static Contest withLanes(
      Contest contest, IntFunction<? extends ConcurrentRouter> faultyRouters) {
    List<CaseCheck> checks = new ArrayList<>();
    for (CaseCheck check : contest.checks()) {
      checks.add(
          switch (check) {
            case LaneCountsCheck _ -> new LaneCountsCheck(faultyRouters);
            case LanesCheck _ -> new LanesCheck(faultyRouters);
            default -> check; // of no lanes
          });
    }
    return contest.withChecks(checks);
  }

  private static Side oracle(Class<? extends KvRouter> real, ClassLoader faulty) {
    var front = constructor(FrontOracle.class.getName(), IndexFront.class, faulty, KvRouter.class);
    return new Side(
        real.getSimpleName(), maker(real.getName(), faulty), router -> make(front, router));
  }

  private static Supplier<KvRouter> maker(String className, ClassLoader faulty) {
    var constructor = constructor(className, KvRouter.class, faulty);
    return () -> make(constructor);
  }

  private static <T> Constructor<? extends T> constructor(
      String className, Class<T> type, ClassLoader faulty, Class<?>... parameters) {
    try {
      return faulty.loadClass(className).asSubclass(type).getConstructor(parameters);
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError("no such public constructor of " + className, broken);
    }
  }

  private static <T> T make(Constructor<? extends T> constructor, Object... arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError("no " + constructor.getDeclaringClass().getName(), broken);
    }
  }
}
