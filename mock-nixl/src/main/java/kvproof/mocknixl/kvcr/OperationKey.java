package kvproof.mocknixl.kvcr;

/** How a source names an operation: handles are unique for one target only. */
record OperationKey(String target, long operation) {}
