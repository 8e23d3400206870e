package kvproof.gpu;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import kvproof.gpu.library.NixlLibraryFinder;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Runs on the library that KVPROOF_NIXL_LIB names; skipped, and says so, where it names none. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfEnvironmentVariable(
    named = NixlLibraryFinder.VARIABLE,
    matches = ".+",
    disabledReason = "no NIXL: KVPROOF_NIXL_LIB names no libnixl_capi.so")
public @interface OnNixl {}
