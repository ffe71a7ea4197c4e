import BoundedWork
import HTTPParsing
import HTTPTypes
import Redaction
import SecureMemory

/// What the body of a request brings. Its parts are slices of the body, or decoded into wiped memory.
struct Upload {
    /// The snapshot, in whatever format it is.
    var snapshot: SecureBytes
    /// The policy, if the body brings one.
    var policy: PolicyReference?
    /// The elements of the screen, if the body brings them.
    var hierarchy: SecureBytes?
    /// What the request counts in, if the body says it.
    var unit: LengthUnit?
    /// Pictures that styles name.
    var assets: [String: SecureBytes] = [:]

    /// The forms of a body.
    enum Form: Equatable {
        /// The body is the snapshot.
        case raw
        /// The body is a form, `multipart/form-data`, with this media type.
        case multipart(MediaType)
        /// The body is `application/json`.
        case json

        /// The form that `Content-Type` names. Everything that is neither JSON nor multipart is a snapshot, which is
        /// known by its own bytes: curl's `--data-binary` calls it a form, others an octet stream.
        ///
        /// - Parameters:
        ///   - contentType: The value of `Content-Type`, nil if there is none.
        ///   - contentEncoding: The value of `Content-Encoding`, nil if there is none.
        /// - Throws: A 415 for other multipart types, and for a `Content-Encoding`, which is not undone; a 400 for a
        ///   value that cannot be read.
        init(contentType: String?, contentEncoding: String?) throws(Problem) {
            let codings = contentEncoding ?? ""
            let isPlain = codings.split(separator: ",").allSatisfy { coding in
                ["", "identity"].contains(coding.lowercased().filter { $0 != " " && $0 != "\t" })
            }
            guard isPlain else { throw .contentEncoding(codings) }
            guard let contentType else {
                self = .raw
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
            default: self = .raw
            }
        }
    }

    /// Takes a body apart, as long as anybody waits for it.
    init(_ body: SecureBytes, form: Form, cancellation: Cancellation) throws(Problem) {
        switch form {
        case .raw: self.init(snapshot: body)
        case .json: try self.init(json: body, cancellation)
        case .multipart(let type): try self.init(multipart: body, type: type, cancellation)
        }
    }

    init(snapshot: SecureBytes) {
        self.snapshot = snapshot
    }
}
