package kvproof.mocknixl.fault;

import java.util.List;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;

/** Passes every call on; a misfortune overrides the calls that it strikes. */
public class ForwardingAgent implements TransferAgent {
  private final TransferAgent agent;

  public ForwardingAgent(TransferAgent agent) {
    this.agent = agent;
  }

  @Override
  public String name() {
    return agent.name();
  }

  @Override
  public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
    return agent.allocate(kind, sizeBytes);
  }

  @Override
  public void register(List<MemoryRegion> regions) {
    agent.register(regions);
  }

  @Override
  public void deregister(List<MemoryRegion> regions) {
    agent.deregister(regions);
  }

  @Override
  public List<MemoryRegion> registeredRegions() {
    return agent.registeredRegions();
  }

  @Override
  public AgentMetadata metadata() {
    return agent.metadata();
  }

  @Override
  public String load(AgentMetadata metadata) {
    return agent.load(metadata);
  }

  @Override
  public void forget(String peer) {
    agent.forget(peer);
  }

  @Override
  public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
    return agent.prepareLocal(descriptors);
  }

  @Override
  public PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors) {
    return agent.prepareRemote(peer, descriptors);
  }

  /**
   * What a request that was made is seen as from outside; the request itself, if not overridden.
   */
  protected TransferRequest made(TransferRequest request) {
    return request;
  }

  @Override
  public TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    return made(agent.request(operation, local, localIndices, remote, remoteIndices));
  }

  @Override
  public int openRequests() {
    return agent.openRequests();
  }

  @Override
  public void notifyPeer(String peer, byte[] payload) {
    agent.notifyPeer(peer, payload);
  }

  @Override
  public List<Notification> takeNotifications() {
    return agent.takeNotifications();
  }

  @Override
  public void close() {
    agent.close();
  }
}
