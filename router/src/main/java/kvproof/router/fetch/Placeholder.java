package kvproof.router.fetch;

final class Placeholder {}
