package kvproof.soak.canary;

import java.io.IOException;
import java.io.InputStream;
import java.util.SortedMap;

/**
 * The classes of one module once more, with a fault in some of them.
 *
 * <p>Every class of the module, and of what lies between it and the soak, is defined anew: those
 * with the fault from what was compiled, the others from the bytes of the real ones. All other
 * classes are the real ones themselves, so that the faulty router takes and gives the same values
 * as the real one.
 */
final class FaultyClasses extends ClassLoader {
  private final MutatedModule module;
  private final SortedMap<String, byte[]> compiled;

  /** {@code compiled}: bytes of the classes with the fault, by name. */
  FaultyClasses(MutatedModule module, SortedMap<String, byte[]> compiled) {
    super(MutatedModule.realLoader());
    this.module = module;
    this.compiled = compiled;
  }

  /** Plants a mutant's fault; throws if it no longer fits the source, or does not compile. */
  static FaultyClasses of(Mutant mutant, MemoryCompiler compiler) throws RottenMutantException {
    MutatedModule module = mutant.module();
    String source = mutant.plantIn(module.source(mutant.file()));
    return new FaultyClasses(module, compiler.compile(mutant.file(), source));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!module.definesAnew(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] faulty = compiled.get(name);
    byte[] bytes = faulty == null ? real(name) : faulty;
    return defineClass(name, bytes, 0, bytes.length);
  }

  private static byte[] real(String name) throws ClassNotFoundException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream bytes = MutatedModule.realLoader().getResourceAsStream(resource)) {
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return bytes.readAllBytes();
    } catch (IOException unreadable) {
      throw new ClassNotFoundException(name, unreadable);
    }
  }
}
