package kvproof.mocknixl.kvcr.message;

import kvproof.model.transfer.AgentMetadata;

/** What a frame brings of its sender's memory. */
public sealed interface Introduction {

  /** The frame carries no metadata. */
  record Absent() implements Introduction {}

  /** Metadata and the catalogue that belongs to it; whether they fit is for the reader to find. */
  record Given(AgentMetadata metadata, Catalogue catalogue) implements Introduction {}

  /** Something stands in the place of metadata or catalogue and cannot be read. */
  record Unreadable(String why) implements Introduction {}
}
