package kvproof.mocknixl;

final class Placeholder {}
