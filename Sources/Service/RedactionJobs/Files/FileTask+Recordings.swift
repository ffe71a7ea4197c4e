import BoundedWork
import ImageCore
import RawVideo
import Recordings
import Redaction
import StrictJSON

extension FileTask {
    /// Does what the order asks for with a recording, whose frames come, and go, by streams.
    func work(
        onRecording terms: RecordingTerms,
        _ streams: RecordingStreams,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(FileRefusal) -> RedactedParts {
        var parts = RedactedParts()
        func report(_ frames: Int, _ seconds: Double) {
            RecordingProgress(frames: frames, seconds: seconds).write(to: streams.progress)
        }
        do {
            let request = try recordingRequest(work)
            let recordings = RecordingRedactor(request, by: redactor, terms, work: work, meter: meter)
            switch order.product {
            case .picture:
                guard let covered = streams.covered else { throw FileRefusal("its streams are not there") }
                let receipt = try recordings.redact(from: streams.frames, to: covered, progress: report)
                parts.receipt = try JSONText.encode(receipt)
            case .preview:
                let (sheet, receipt) = try recordings.preview(streams.frames, progress: report)
                (parts.picture, parts.receipt) = (sheet, try JSONText.encode(receipt))
            case .report, .fullReport:
                let edge = order.thumbnailEdge
                let (report, thumbnail) = try recordings.check(streams.frames, thumbnailEdge: edge, progress: report)
                (parts.picture, parts.report) = (thumbnail ?? parts.picture, try JSONText.encode(report))
            case .exposure: throw FileRefusal("it is a recording")
            }
        } catch let error as FileRefusal {
            throw error
        } catch let error as RedactionError {
            throw FileRefusal(error.sentence)
        } catch {
            throw FileRefusal("\(error)")
        }
        return parts
    }

    /// The facts of an animated WebP, in a descriptor, in place of a receipt.
    static func facts(ofAnimation file: Int32, limits: DecodingLimits) throws(FileRefusal) -> RedactedParts {
        var parts = RedactedParts()
        do {
            parts.receipt = try JSONText.encode(AnimationFacts(readFrom: DescriptorStream(file), limits: limits))
        } catch {
            throw FileRefusal("\(error)")
        }
        return parts
    }
}
