/**
 * Where the NIXL library is on a machine, and what lies beside it.
 *
 * <p>Looks at files and at an environment that is handed in; loads nothing and starts no program.
 * What the library can do is asked elsewhere.
 */
@org.jspecify.annotations.NullMarked
package kvproof.gpu.library;
