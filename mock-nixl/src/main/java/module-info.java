/** A byte-copy stand-in for NIXL, and the KVCR peer protocol over it. */
@org.jspecify.annotations.NullMarked
module kvproof.mocknixl {
  requires static org.jspecify;
  requires transitive kvproof.model;
  requires com.fasterxml.jackson.databind;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.transport;
  requires msgpack.core;
  requires org.zeromq.jeromq;

  exports kvproof.mocknixl;
  exports kvproof.mocknixl.fault;
  exports kvproof.mocknixl.net;
  exports kvproof.mocknixl.progress;
  exports kvproof.mocknixl.shared;
  exports kvproof.mocknixl.throughput;

  // memory and wire: types in the signatures of ByteCopyAgent and of the fabrics.
  exports kvproof.mocknixl.memory;
  exports kvproof.mocknixl.wire;
  exports kvproof.mocknixl.kvcr;
  exports kvproof.mocknixl.kvcr.message;
  exports kvproof.mocknixl.kvcr.zmq;
  exports kvproof.mocknixl.worker;
}
