import BoundedWork
import HTTPParsing
import Redaction
import SecureMemory

extension Upload {
    /// Takes a form apart: the part `image` is the snapshot, `policy` a policy or its name, `hierarchy` the elements of
    /// the screen, `units` and `scale` what lengths are counted in, every other part an asset.
    init(multipart body: SecureBytes, type: MediaType, _ cancellation: Cancellation) throws(Problem) {
        let form: MultipartForm
        do {
            form = try MultipartForm.parse(
                body,
                boundary: try MultipartBoundary(of: type),
                cancellation: cancellation
            )
        } catch .cancelled {
            throw .overloaded()
        } catch {
            throw .malformed(.multipartMalformed, "\(error)")
        }
        guard let image = form[UploadMember.image.rawValue] else {
            throw .parameter(SnapshotProblem.missing, "image", "has to be a part of the form: the snapshot")
        }
        self.init(snapshot: image.content)
        policy = try form[UploadMember.policy.rawValue].map { (part) throws(Problem) in
            try PolicyReference(text: part.content)
        }
        hierarchy = form[UploadMember.hierarchy.rawValue]?.content
        unit = try Self.unit(of: form)
        let names = Set(UploadMember.parts.map(\.rawValue))
        for part in form.parts where !names.contains(part.name) {
            assets[part.name] = part.content
        }
    }

    /// What the parts `units` and `scale` say, which are written as in a query.
    private static func unit(of form: MultipartForm) throws(Problem) -> LengthUnit? {
        let parameters = [UploadMember.units, .scale].map(\.rawValue).compactMap { name in
            form[name].map { part in
                (name: name, value: part.content.withUnsafeBytes { String(decoding: $0.prefix(64), as: UTF8.self) })
            }
        }
        return try mapError(PolicyShorthand(parameters).statedUnit()) { (error: ShorthandError) in Problem(error) }
    }
}
