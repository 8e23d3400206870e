package kvproof.soak.dataplane.service;

import java.util.List;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;

/** Writes down every report that is taken. */
final class RecordingReports extends ForwardingAgent {
  private final Recorder recorder;

  RecordingReports(TransferAgent agent, Recorder recorder) {
    super(agent);
    this.recorder = recorder;
  }

  @Override
  public List<Notification> takeNotifications() {
    List<Notification> taken = super.takeNotifications();
    for (Notification report : taken) {
      byte[] payload = report.payload();
      recorder.add(Kind.REPORT_TAKEN, RecordingAgent.name(payload), payload.length);
    }
    return taken;
  }
}
