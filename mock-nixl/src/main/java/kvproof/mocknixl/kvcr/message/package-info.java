/**
 * What KVCR services say to each other: control frames, the completion report, and their bytes.
 *
 * <p>Values that check only their own shape; what a service makes of them is in {@code
 * mocknixl.kvcr}. Field names, types and rules are those of KVCR 0.1.1.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.kvcr.message;
