import Artefacts
import BoundedWork
import ImageCore
import Redaction
import SecureMemory

/// The pictures of an artefact, redacted by one policy.
struct PolicyPictures: PictureRedactor {
    /// What is asked for, but for the snapshot.
    let request: RedactionRequest
    let redactor: Redactor
    let work: WorkContext
    let meter: WorkMeter

    var takesSources: Bool { request.policy.takesSources }

    func redact(
        _ picture: SecureBytes,
        source: SecureBytes?,
        secrets: KnownTextSearch?
    ) throws(ContentFailure) -> RedactedPicture {
        let result = try redact { (request) throws(PolicyError) in
            (request.snapshot, request.hierarchy) = (picture, source)
            if let secrets { request.policy = try request.policy.covering(secrets) }
        }
        return RedactedPicture(result.image, source: result.hierarchy?.bytes, text: result.seenText)
    }

    func cover(_ places: [Places.Place], of picture: SecureBytes) throws(ContentFailure) -> SecureBytes {
        try redact { (request) throws(PolicyError) in
            request.snapshot = picture
            request.policy = try request.policy.covering(places: places)
            (request.assets, request.phase) = (
                request.assets.filter { request.policy.assetNames.contains($0.key) }, nil
            )
        }
        .image
    }

    private func redact(
        asking change: (inout RedactionRequest) throws(PolicyError) -> Void
    ) throws(ContentFailure) -> Redactor.Result {
        var request = request
        do {
            try change(&request)
        } catch {
            throw .refused(RedactionError.policy(error).sentence)
        }
        return try mapError(redactor.redact(request, work: work, meter: meter), ContentFailure.init(picture:))
    }
}

extension ContentFailure {
    /// The reason why a picture in an artefact was not redacted.
    fileprivate init(picture error: RedactionError) {
        switch error {
        case .cancelled: self = .unfinished(.cancelled)
        case .outOfMemory(let error): self = .outOfMemory(error)
        default: self = .refused(error.sentence)
        }
    }
}
