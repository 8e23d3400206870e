package kvproof.mocknixl.kvcr;

import kvproof.model.transfer.Descriptor;

/** One part of a stored block: its label in the layout, and where its bytes lie. */
public record BlockPart(String label, Descriptor bytes) {}
