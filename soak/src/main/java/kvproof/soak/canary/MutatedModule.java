package kvproof.soak.canary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import kvproof.model.KvRouter;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.router.ReferenceRouter;
import kvproof.soak.run.Contest;
import kvproof.soak.run.Side;

/** A module that faults are planted in, with its sources as they were when it was compiled. */
enum MutatedModule {
  ROUTER {
    @Override
    Contest contest(Contest sound, ClassLoader faulty) {
      return sound.withRouter(side(ReferenceRouter.class, faulty));
    }
  },
  ORACLES {
    /* Both come from the faulty classes: they share none, so the fault is in one of them. */
    @Override
    Contest contest(Contest sound, ClassLoader faulty) {
      return sound.withOracles(
          List.of(side(OwnerInventoryOracle.class, faulty), side(EventLogOracle.class, faulty)));
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

  private static Side side(Class<? extends KvRouter> real, ClassLoader faulty) {
    return new Side(real.getSimpleName(), maker(real.getName(), faulty));
  }

  private static Supplier<KvRouter> maker(String className, ClassLoader faulty) {
    try {
      Constructor<? extends KvRouter> constructor =
          faulty.loadClass(className).asSubclass(KvRouter.class).getConstructor();
      return () -> make(constructor);
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError("no public constructor of " + className, broken);
    }
  }

  private static KvRouter make(Constructor<? extends KvRouter> constructor) {
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError("no " + constructor.getDeclaringClass().getName(), broken);
    }
  }
}
