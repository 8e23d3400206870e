package kvproof.oracles;

final class Placeholder {}
