package kvproof.soak.field;

import java.util.List;

/**
 * A scenario, or a part of one, that is no history of an index: it runs parts of kvproof itself.
 */
interface FieldProgram {

  /** What was asked, with the right value of the scenario beside each answer. */
  List<Checked> run(FieldSubject subject);

  /** Whether it asks the subject anything; else its answers are those of parts of kvproof alone. */
  boolean asksTheSubject();
}
