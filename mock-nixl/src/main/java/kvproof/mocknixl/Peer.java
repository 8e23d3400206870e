package kvproof.mocknixl;

/** One life of an agent: a restarted one has another incarnation under the same name. */
record Peer(String name, long incarnation) {}
