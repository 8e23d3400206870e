/**
 * A whole case as text that people can read and edit, and back.
 *
 * <p>One line a step. What a case means is not here.
 */
@org.jspecify.annotations.NullMarked
package kvproof.model.casetext;
