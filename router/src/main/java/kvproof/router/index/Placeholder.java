package kvproof.router.index;

final class Placeholder {}
