package kvproof.events.wire;

/** The kind of attention that a group of cached blocks serves, by its name on the wire. */
public record AttentionKind(String wireName) {

  /** What a router makes of a kind. */
  public enum Role {
    /** Its blocks say whether a prefix is cached. */
    MAIN,
    /** Known, and its blocks say nothing about a whole prefix. */
    OTHER,
    UNKNOWN
  }

  public Role role() {
    return switch (wireName) {
      case "full_attention", "mla_attention", "sink_full_attention" -> Role.MAIN;
      case "sliding_window",
          "sliding_window_mla",
          "mamba",
          "chunked_local_attention",
          "encoder_only_attention",
          "cross_attention" ->
          Role.OTHER;
      default -> Role.UNKNOWN;
    };
  }
}
