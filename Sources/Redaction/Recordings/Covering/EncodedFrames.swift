import BoundedWork
import RawVideo

/// Covers frames and sends them to an encoder.
final class EncodedFrames<Sink: ByteSink>: PlannedFrameTaker {
    private var writer: NUTWriter<Sink>
    private var coverer: FrameCoverer

    init(_ writer: consuming NUTWriter<Sink>, _ coverer: consuming FrameCoverer) {
        self.writer = writer
        self.coverer = coverer
    }

    func take(_ planned: PlannedFrame) throws(RecordingError) {
        let frame = try coverer.covered(planned)
        try mapError(writer.write(frame.bytes, at: planned.time), RecordingError.writing)
    }
}
