package kvproof.soak.field;

import java.util.List;
import java.util.function.Consumer;

/** A scenario about parts of kvproof that no router behind a command has. */
final class KvproofProgram implements FieldProgram {
  private final String name;
  private final Consumer<Questions> asked;

  KvproofProgram(String name, Consumer<Questions> asked) {
    this.name = name;
    this.asked = asked;
  }

  @Override
  public List<Checked> run(FieldSubject subject) {
    Questions questions = new Questions(name);
    asked.accept(questions);
    return questions.checked();
  }

  @Override
  public boolean asksTheSubject() {
    return false;
  }
}
