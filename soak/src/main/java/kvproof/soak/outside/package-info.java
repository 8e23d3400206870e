/**
 * A router in a process of its own, behind the line protocol, in the reference router's place.
 *
 * <p>{@link kvproof.soak.outside.OutsideRouter} is one that is asked question by question: a {@link
 * kvproof.model.KvRouter} whose answers are filled up, where it cannot say something, with what an
 * oracle that takes the same steps says; {@code capabilities().leftOut()} names what that is. What
 * goes wrong with the process or its lines is a {@link kvproof.soak.run.RouterTrouble}, never a
 * hang; nothing here decides which answer is right.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.outside;
