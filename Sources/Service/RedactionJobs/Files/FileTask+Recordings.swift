import BoundedWork
import ImageCore
import RawVideo
import Recordings
import Redaction
import StrictJSON

extension FileTask {
    /// Redacts a recording, whose frames come and go by streams.
    func redact(
        recording terms: RecordingTerms,
        _ streams: RecordingStreams,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(FileRefusal) -> RedactedParts {
        var parts = RedactedParts()
        do {
            let request = try recordingRequest(work)
            let receipt = try RecordingRedactor(request, by: redactor, terms, work: work, meter: meter).redact(
                from: streams.frames,
                to: streams.covered
            ) { frames, seconds in
                RecordingProgress(frames: frames, milliseconds: Int(seconds * 1000)).write(to: streams.progress)
            }
            parts.receipt = try JSONText.encode(receipt)
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
