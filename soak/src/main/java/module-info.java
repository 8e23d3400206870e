/** The command line and the soak: the one module that sees router and oracles. */
@org.jspecify.annotations.NullMarked
module kvproof.soak {
  requires static org.jspecify;
  requires java.compiler;
  requires java.xml;
  requires kvproof.events;
  requires kvproof.mocknixl;
  requires kvproof.oracles;
  requires kvproof.router;
  requires kvproof.testkit;
  requires com.fasterxml.jackson.databind;
  requires info.picocli;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.transport;
  requires HdrHistogram;
  requires me.tongfei.progressbar;

  exports kvproof.soak;

  opens kvproof.soak to
      info.picocli;

  uses kvproof.model.machine.MachineInspector;
  uses kvproof.model.transfer.TransferFabricProvider;
}
