import ImageCore

/// The form of the reply to a sanitised snapshot.
enum ReplyForm: Equatable {
    /// The image alone, with a short receipt in a field.
    case image
    /// `application/json` with the image in base64 and the receipt.
    case json
    /// `multipart/mixed` with the image and the receipt.
    case multipart
    /// `application/json` with the receipt and the plan, and without the image.
    case preview

    /// The form of what is JSON alone, and the formats in which what it stands for may be written.
    ///
    /// - Parameter name: What it is called.
    /// - Throws: A 406 unless JSON is accepted.
    static func negotiateDocument(
        _ name: String,
        _ accept: AcceptField
    ) throws(Problem) -> (form: ReplyForm, formats: [OutputFormat.Kind]) {
        guard accept.fit("application/json").weight > 0 else {
            throw .notAcceptable("A \(name) is application/json.")
        }
        return (.preview, OutputFormat.Kind.allCases)
    }

    /// The form and the format of the image that fit `accept` best.
    ///
    /// - Parameters:
    ///   - accept: What the client takes.
    ///   - format: The format that the query demands; nil for the one of the snapshot where that is accepted.
    /// - Throws: A 406 if nothing fits.
    static func negotiate(
        _ accept: AcceptField,
        format: OutputFormat.Kind?
    ) throws(Problem) -> (form: ReplyForm, formats: [OutputFormat.Kind]) {
        let image = (format.map { [$0] } ?? OutputFormat.Kind.allCases).map { ($0, accept.fit($0.mediaType)) }
        let best = image.map(\.1).max() ?? AcceptField.Fit(weight: 0, specificity: 0)
        let (json, multipart) = (accept.fit("application/json"), accept.fit("multipart/mixed"))
        guard max(best, json, multipart).weight > 0 else { throw .notAcceptable() }
        // A client that takes anything gets the image.
        if best >= json, best >= multipart { return (.image, image.filter { $0.1 == best }.map(\.0)) }
        return (json >= multipart ? .json : .multipart, format.map { [$0] } ?? OutputFormat.Kind.allCases)
    }
}
