package kvproof.events.wire;

import kvproof.model.identity.Tokens;

/**
 * The tokens of an event.
 *
 * <p>Bigram tokens come from engines with EAGLE, as the pairs {@code (t0, t1), (t1, t2), ...}; here
 * they are the plain list that the pairs run through. Throws {@link IllegalArgumentException} for
 * fewer than two of them, which no pair gives.
 */
public record TokenIds(Tokens tokens, boolean isBigram) {
  public TokenIds {
    if (isBigram && tokens.size() < 2) {
      throw new IllegalArgumentException("not a pair: " + tokens);
    }
  }

  public static TokenIds plain(int... tokens) {
    return new TokenIds(Tokens.of(tokens), false);
  }

  public static TokenIds bigram(int... tokens) {
    return new TokenIds(Tokens.of(tokens), true);
  }
}
