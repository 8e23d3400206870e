package kvproof.soak.canary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import kvproof.events.ingest.CaseStreams;
import kvproof.model.CaseStep;
import kvproof.model.ConcurrentRouter;
import kvproof.model.IndexFront;
import kvproof.model.KvRouter;
import kvproof.model.Scheduler;
import kvproof.model.SchedulerState;
import kvproof.model.Verdict.Difference;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.oracles.front.FrontOracle;
import kvproof.oracles.scheduling.BookingLedger;
import kvproof.oracles.scheduling.SchedulingOracle;
import kvproof.router.ReferenceRouter;
import kvproof.router.lane.LaneCopies;
import kvproof.router.lane.LaneThreads;
import kvproof.router.lane.LanedRouter;
import kvproof.router.predict.Predictor;
import kvproof.router.selection.ReferenceScheduler;
import kvproof.soak.front.Fronts;
import kvproof.soak.lanes.LaneCountsCheck;
import kvproof.soak.lanes.LanesCheck;
import kvproof.soak.run.CaseCheck;
import kvproof.soak.run.Contest;
import kvproof.soak.run.HintsCarriedOut;
import kvproof.soak.run.Side;
import kvproof.soak.scheduling.SchedulingCheck;
import kvproof.soak.scheduling.SchedulingJudge;

/** A module that faults are planted in, with its sources as they were when it was compiled. */
enum MutatedModule {
  ROUTER {
    @Override
    Contest contest(Contest sound, ClassLoader faulty) {
      var predictor = constructor(Predictor.class.getName(), IndexFront.class, faulty);
      List<IntFunction<? extends ConcurrentRouter>> routers =
          List.of(withLanes(faulty, LaneCopies.TWO), withLanes(faulty, LaneCopies.ONE));
      var scheduler = constructor(ReferenceScheduler.class.getName(), Scheduler.class, faulty);
      return withChecks(
          sound.withRouter(
              new Side(
                  ReferenceRouter.class.getSimpleName(),
                  maker(ReferenceRouter.class.getName(), faulty),
                  router ->
                      Fronts.ofParts(new CaseStreams(Fronts.holding(router)), make(predictor)))),
          check ->
              switch (check) {
                case LaneCountsCheck _ -> new LaneCountsCheck(routers);
                case LanesCheck _ -> new LanesCheck(routers);
                case SchedulingCheck scheduling -> scheduling.withScheduler(() -> make(scheduler));
                default -> check; // of nothing that is made here
              });
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
      return withChecks(
          sound.withOracles(
              List.of(
                  oracle(OwnerInventoryOracle.class, faulty),
                  oracle(EventLogOracle.class, faulty))),
          check ->
              switch (check) {
                case SchedulingCheck scheduling ->
                    scheduling.withJudges(
                        witness ->
                            List.of(
                                judge(SchedulingOracle.class, faulty),
                                judge(BookingLedger.class, faulty)));
                case HintsCarriedOut _ -> hintsCarriedOut(faulty);
                default -> check; // of nothing that is judged here
              });
    }

    @Override
    boolean definesAnew(String className) {
      return super.definesAnew(className) || isOfFetches(className);
    }
  },
  /** Targets, sources, agents and workers of fetches, with the simulation that makes them. */
  MOCK_NIXL {
    @Override
    Contest contest(Contest sound, ClassLoader faulty) {
      return withChecks(
          sound, check -> check instanceof HintsCarriedOut ? hintsCarriedOut(faulty) : check);
    }

    @Override
    String packagePrefix() {
      return "kvproof.mocknixl.";
    }

    @Override
    boolean definesAnew(String className) {
      return super.definesAnew(className) || isOfFetches(className);
    }
  };

  /** What makes targets, sources and the oracle of fetches, and hands them to each other. */
  private static final List<String> OF_FETCHES =
      List.of("kvproof.soak.sim.", "kvproof.soak.fetch.", HintsCarriedOut.class.getName());

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

  /** Whether a faulty module has a class of this name of its own. */
  boolean definesAnew(String className) {
    return className.startsWith(packagePrefix());
  }

  private static boolean isOfFetches(String className) {
    return OF_FETCHES.stream().anyMatch(className::startsWith);
  }

  private String folder() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
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

  /** Makes routers with lanes of the faulty classes, whose enums are others than ours. */
  private static IntFunction<? extends ConcurrentRouter> withLanes(
      ClassLoader faulty, LaneCopies copies) {
    Object threads = constant(LaneThreads.SYSTEM, faulty);
    Object count = constant(copies, faulty);
    var constructor =
        constructor(
            LanedRouter.class.getName(),
            ConcurrentRouter.class,
            faulty,
            int.class,
            typeOf(LaneThreads.class, faulty),
            typeOf(LaneCopies.class, faulty));
    return lanes -> make(constructor, lanes, threads, count);
  }

  private static Object constant(Enum<?> real, ClassLoader faulty) {
    return Arrays.stream(typeOf(real.getDeclaringClass(), faulty).getEnumConstants())
        .filter(constant -> ((Enum<?>) constant).name().equals(real.name()))
        .findFirst()
        .orElseThrow();
  }

  private static Class<?> typeOf(Class<?> real, ClassLoader faulty) {
    try {
      return faulty.loadClass(real.getName());
    } catch (ClassNotFoundException broken) {
      throw new LinkageError("no " + real.getName(), broken);
    }
  }

  private static CaseCheck hintsCarriedOut(ClassLoader faulty) {
    return make(constructor(HintsCarriedOut.class.getName(), CaseCheck.class, faulty));
  }

  private static Contest withChecks(Contest contest, UnaryOperator<CaseCheck> change) {
    return contest.withChecks(contest.checks().stream().map(change).toList());
  }

  /** Its witness is of the real classes, so it tells nobody anything. */
  private static SchedulingJudge judge(Class<?> real, ClassLoader faulty) {
    try {
      Class<?> type = faulty.loadClass(real.getName());
      Object judge = type.getConstructor().newInstance();
      Method method = type.getMethod("judge", CaseStep.class, List.class, SchedulerState.class);
      return (step, decisions, state) -> call(method, judge, step, decisions, state);
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError("no such judge: " + real.getName(), broken);
    }
  }

  @SuppressWarnings("unchecked") // the real method says so
  private static List<Difference> call(Method method, Object judge, Object... arguments) {
    try {
      return (List<Difference>) method.invoke(judge, arguments);
    } catch (InvocationTargetException thrown) {
      switch (thrown.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new LinkageError("cannot call " + method, thrown);
      }
    } catch (IllegalAccessException broken) {
      throw new LinkageError("cannot call " + method, broken);
    }
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
