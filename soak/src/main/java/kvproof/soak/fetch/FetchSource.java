package kvproof.soak.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;

/** The source's side of a fetch: writes what it holds of a request in one transfer. */
final class FetchSource {
  private final SimWorker worker;

  FetchSource(SimWorker worker) {
    this.worker = worker;
  }

  FetchReply answer(FetchRequest request) {
    if (!request.sourceEndpoint().equals(worker.endpoint())) {
      return new FetchReply.Refused(FetchReply.Reason.NOT_THE_ONE_NAMED);
    }
    List<Integer> completed = new ArrayList<>();
    List<Descriptor> from = new ArrayList<>();
    List<Descriptor> into = new ArrayList<>();
    for (int index = 0; index < request.wanted().size(); index++) {
      FetchRequest.WantedBlock wanted = request.wanted().get(index);
      Optional<Descriptor> held = worker.find(wanted.hash());
      if (held.isPresent()) {
        completed.add(index);
        from.add(held.get());
        into.add(wanted.place());
      }
    }
    if (completed.isEmpty()) {
      return new FetchReply.Refused(FetchReply.Reason.HOLDS_NONE);
    }
    return new FetchReply.Writing(write(request, from, into, new WriteDone(completed)));
  }

  /** The report is bound to the transfer, so that it cannot overtake the bytes. */
  private FetchWrite write(
      FetchRequest request, List<Descriptor> from, List<Descriptor> into, WriteDone report) {
    TransferAgent agent = worker.agent();
    String target = agent.load(request.targetMetadata());
    try (PreparedDescriptors local = agent.prepareLocal(from);
        PreparedDescriptors remote = agent.prepareRemote(target, into)) {
      TransferRequest transfer = agent.request(TransferOperation.WRITE, local, remote);
      transfer.post(report.toBytes());
      return new FetchWrite(agent, target, transfer);
    }
  }
}
