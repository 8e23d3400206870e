/**
 * The scenarios from the field: what went wrong in production, by number, each with the value that
 * is right, as a case, as a program over parts of kvproof, or as the test that carries it.
 *
 * <p>Right values are written in the scenarios; nothing here asks a router or an oracle for one.
 * How a router behind a command is reached is not here: it comes in as a {@link FieldSubject}.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.field;
