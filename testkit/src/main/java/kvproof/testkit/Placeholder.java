package kvproof.testkit;

final class Placeholder {}
