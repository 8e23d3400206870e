package kvproof.benchmarks.judgement;

/** What became of one goal. */
public enum Judgement {
  MET("met"),
  MISSED("missed"),
  /** Something that it needs is not there; never a silent pass. */
  NOT_JUDGED("not judged");

  private final String text;

  Judgement(String text) {
    this.text = text;
  }

  /** As it is printed. */
  public String text() {
    return text;
  }
}
