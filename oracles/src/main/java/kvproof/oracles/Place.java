package kvproof.oracles;

import java.util.OptionalLong;

/**
 * Where a block belongs: below the external hash before it, with its own local hash ({@code
 * index.md} 2.5). An absent parent is the root.
 */
record Place(OptionalLong parent, long localHash) {}
