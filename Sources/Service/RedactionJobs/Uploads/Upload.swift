import Artefacts
import BoundedWork
import Foundation
import HTTPParsing
import HTTPTypes
import Redaction
import SecureMemory

/// The parts of a body, slices of it or decoded into wiped memory.
struct Upload {
    /// The snapshot, or an artefact in its place.
    var snapshot: SecureBytes
    /// Whether a text is meant as an artefact, as its media type says; any other is a mistake.
    var mayBeText = false
    var policy: PolicyReference?
    var hierarchy: SecureBytes?
    /// The unit of the request; nil where the body states none.
    var unit: LengthUnit?
    /// The pictures that styles name.
    var assets: [String: SecureBytes] = [:]

    enum Form: Equatable {
        /// The body is the snapshot, or an artefact, which may be a text if its media type says so.
        case raw(mayBeText: Bool)
        /// The body is a form, `multipart/form-data`, with this media type.
        case multipart(MediaType)
        case json

        /// Whether the body is the snapshot itself, or the artefact.
        var isRaw: Bool { if case .raw = self { true } else { false } }

        /// The form that `Content-Type` names. Everything that is neither JSON nor multipart is a snapshot, whose own bytes
        /// say its format: `--data-binary` of curl calls it a form, others an octet stream. A 415 for other multipart types
        /// and for any `Content-Encoding`, a 400 for a malformed value.
        init(contentType: String?, contentEncoding: String?) throws(Problem) {
            let codings = contentEncoding ?? ""
            let isPlain = codings.split(separator: ",").allSatisfy { coding in
                ["", "identity"].contains(coding.lowercased().filter { $0 != " " && $0 != "\t" })
            }
            guard isPlain else { throw .contentEncoding(codings) }
            guard let contentType else {
                self = .raw(mayBeText: false)
                return
            }
            let type = try mapError(MediaType(parsing: contentType)) { (error: MediaTypeError) in
                Problem.malformed(.contentTypeMalformed, "\(error)")
            }
            switch (type.type, type.subtype) {
            case ("application", "json"): self = .json
            case ("multipart", "form-data"): self = .multipart(type)
            case ("multipart", _):
                throw .formUnsupported()
            default: self = .raw(mayBeText: type.mayBeText)
            }
        }
    }

    /// Takes a body apart, as long as its request is wanted.
    init(_ body: SecureBytes, form: Form, cancellation: Cancellation) throws(Problem) {
        switch form {
        case .raw(let mayBeText):
            self.init(snapshot: body)
            self.mayBeText = mayBeText
        case .json: try self.init(json: body, cancellation)
        case .multipart(let type): try self.init(multipart: body, type: type, cancellation)
        }
    }

    init(snapshot: SecureBytes) {
        self.snapshot = snapshot
    }

    /// The form of the artefact in place of a snapshot; nil for none.
    var artefact: ArtefactRedactor.Form? {
        let form = ArtefactRedactor.form(of: snapshot)
        return form == .text && !mayBeText ? nil : form
    }
}

extension MediaType {
    /// Media types of texts, and the one for any file, besides `text/*`.
    static let textTypes = ["octet-stream", "xml", "x-ndjson", "jsonl"].map { "application/\($0)" }

    fileprivate var mayBeText: Bool { type == "text" || Self.textTypes.contains(essence) }
}

extension Upload {
    /// Takes a form apart: the part `image` is the snapshot, `policy` a policy or its name, `hierarchy` the page source,
    /// `units` and `scale` the unit of lengths, every other part an asset.
    init(multipart body: SecureBytes, type: MediaType, _ cancellation: Cancellation) throws(Problem) {
        let form: MultipartForm
        do {
            form = try MultipartForm.parse(body, boundary: try MultipartBoundary(of: type), cancellation: cancellation)
        } catch .cancelled {
            throw .overloaded()
        } catch {
            throw .malformed(.multipartMalformed, "\(error)")
        }
        guard let image = form[UploadMember.image.rawValue] else {
            throw .parameter(SnapshotProblem.missing, "image", "has to be a part of the form, with the snapshot")
        }
        self.init(snapshot: image.content)
        mayBeText = image.mediaType?.mayBeText ?? false
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

    /// The unit of the parts `units` and `scale`, which are written as in a query.
    private static func unit(of form: MultipartForm) throws(Problem) -> LengthUnit? {
        let parameters = [UploadMember.units, .scale].map(\.rawValue).compactMap { name in
            form[name].map { part in
                (name: name, value: part.content.withUnsafeBytes { String(decoding: $0.prefix(64), as: UTF8.self) })
            }
        }
        return try mapError(PolicyShorthand(parameters).statedUnit()) { (error: ShorthandError) in Problem(error) }
    }
}

/// A policy of a request, by its name or as a text.
enum PolicyReference {
    case named(String)
    case literal(Policy)

    /// Reads the JSON text of a policy, or a bare name. The pointer or line of a problem is of the text.
    init(text: SecureBytes) throws(Problem) {
        let first = text.withUnsafeBytes { bytes in bytes.first { !" \t\r\n".utf8.contains($0) } }
        guard first == UInt8(ascii: "{") else {
            let name = text.withUnsafeBytes { String(decoding: $0.prefix(256), as: UTF8.self) }
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard name.isIdentifier() else {
                throw .parameter(PolicyProblem.invalid, "policy", "has to be a JSON object or the name of a policy")
            }
            self = .named(name)
            return
        }
        self = .literal(try mapError(Policy(parsing: text)) { (error: PolicyError) in Problem(error) })
    }
}
