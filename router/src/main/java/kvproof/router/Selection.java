package kvproof.router;

import kvproof.router.fetch.SourceChooser;
import kvproof.router.index.Lookup;

/**
 * Scratch space and result of one selection: what was looked up, and the source of each target.
 *
 * <p>Made by {@link ReferenceRouter#newSelection} and used again for any number of prompts. For one
 * thread at a time.
 */
public final class Selection {
  private final Lookup lookup;
  private final SourceChooser chooser = new SourceChooser();

  Selection(Lookup lookup) {
    this.lookup = lookup;
  }

  public Lookup lookup() {
    return lookup;
  }

  public SourceChooser chooser() {
    return chooser;
  }
}
