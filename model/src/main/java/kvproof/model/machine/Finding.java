package kvproof.model.machine;

import java.util.List;
import java.util.Optional;

/**
 * One thing that was looked for on this machine.
 *
 * @param part what cannot be done without it
 * @param subject a few words, such as {@code CUDA driver}
 * @param summary one line: what it is and where, or what is wrong
 * @param details further lines, in their order
 * @param remedy what to do about it; absent exactly if it is there and usable
 */
public record Finding(
    Part part, String subject, String summary, List<String> details, Optional<String> remedy) {

  /** What something is needed for. */
  public enum Part {
    /** Fetches between processes over host memory. */
    CPU,
    /** Fetches with blocks in the memory of a GPU. */
    GPU,
    /** The comparison with published services and engines. */
    PEERS
  }

  public Finding {
    details = List.copyOf(details);
  }

  /** There, and usable. */
  public static Finding ready(Part part, String subject, String summary) {
    return new Finding(part, subject, summary, List.of(), Optional.empty());
  }

  /** Not there, or not usable. */
  public static Finding missing(Part part, String subject, String summary, String remedy) {
    return new Finding(part, subject, summary, List.of(), Optional.of(remedy));
  }

  /** The same with further lines. */
  public Finding with(List<String> furtherDetails) {
    return new Finding(part, subject, summary, furtherDetails, remedy);
  }

  public boolean isReady() {
    return remedy.isEmpty();
  }
}
