/** Engine events: wire format, sockets and replay, and what stands in front of the index. */
@org.jspecify.annotations.NullMarked
module kvproof.events {
  requires static org.jspecify;
  requires transitive kvproof.model;
  requires com.fasterxml.jackson.databind;
  requires java.net.http;
  requires msgpack.core;
  requires org.zeromq.jeromq;

  exports kvproof.events;
  exports kvproof.events.ingest;
  exports kvproof.events.ingest.listener;
  exports kvproof.events.ingest.publication;
  exports kvproof.events.routerevent;
  exports kvproof.events.wire;
  exports kvproof.events.zmq;
  exports kvproof.events.zmq.fault;
}
