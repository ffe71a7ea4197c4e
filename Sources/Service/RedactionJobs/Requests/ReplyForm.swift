package import Artefacts
package import ImageCore

/// The form of the reply to a sanitised snapshot.
package enum ReplyForm: Equatable {
    /// The image or the artefact alone, with a short receipt in a field.
    case image
    /// `application/json` with the image or the artefact in base64, and the receipt.
    case json
    /// `multipart/mixed` with the image or the artefact, and the receipt.
    case multipart
    /// `application/json` with the receipt and the plan, and without the image.
    case preview

    /// The form of a reply that is JSON only, and the formats in which its picture could be written. A 406 unless JSON is
    /// accepted.
    ///
    /// - Parameter name: The word for the reply in the detail of the problem.
    package static func negotiateDocument(
        _ name: String,
        _ accept: AcceptField
    ) throws(Problem) -> (form: ReplyForm, formats: [OutputFormat.Kind]) {
        guard accept.fit("application/json").weight > 0 else {
            throw .notAcceptable("A \(name) is always application/json: accept that.")
        }
        return (.preview, OutputFormat.Kind.allCases)
    }

    /// The form and the formats of the image that fit `accept` best; a 406 if none fits.
    ///
    /// - Parameters:
    ///   - format: The format that the query demands; nil for the format of the snapshot where that is accepted.
    ///   - hasSealed: Whether the covered pixels come with the image, which therefore does not come alone.
    package static func negotiate(
        _ accept: AcceptField,
        format: OutputFormat.Kind?,
        hasSealed: Bool = false
    ) throws(Problem) -> (form: ReplyForm, formats: [OutputFormat.Kind]) {
        let image = (format.map { [$0] } ?? OutputFormat.Kind.allCases).map { ($0, accept.fit($0.mediaType)) }
        let best = hasSealed ? .unacceptable : image.map(\.1).max() ?? .unacceptable
        guard let form = form(accept, file: best) else {
            throw hasSealed
                ? .notAcceptable(
                    "With sealed pixels, the reply is application/json or multipart/mixed: accept one of them."
                )
                : .notAcceptable()
        }
        guard form == .image else { return (form, format.map { [$0] } ?? OutputFormat.Kind.allCases) }
        return (form, image.filter { $0.1 == best }.map(\.0))
    }

    /// The form of the reply with an artefact that fits `accept` best; nil if none fits.
    ///
    /// - Parameter hasSealed: Whether the artefact as it was comes with it, so that neither comes alone.
    package static func negotiate(
        _ accept: AcceptField,
        for artefact: ArtefactRedactor.Form,
        hasSealed: Bool = false
    ) -> ReplyForm? {
        form(accept, file: hasSealed ? .unacceptable : accept.fit(artefact.mediaType))
    }

    /// The best form, where the file alone fits as well as `file`; nil if none fits.
    private static func form(_ accept: AcceptField, file: AcceptField.Fit) -> ReplyForm? {
        let (json, multipart) = (accept.fit("application/json"), accept.fit("multipart/mixed"))
        guard max(file, json, multipart).weight > 0 else { return nil }
        // A client that takes anything gets the file.
        if file >= json, file >= multipart { return .image }
        return json >= multipart ? .json : .multipart
    }
}

extension ArtefactRedactor.Form {
    /// The media type of the reply, without parameters. A text is never sent as a page that a browser would run.
    package var mediaType: String {
        switch self {
        case .archive: "application/zip"
        case .tar: "application/x-tar"
        case .gzip: "application/gzip"
        case .zstandard: "application/zstd"
        case .text: "text/plain"
        }
    }

    /// The media type of the reply.
    package var contentType: String { self == .text ? "\(mediaType); charset=utf-8" : mediaType }
}

/// An `Accept` field (RFC 9110, section 12.5.1): the accepted media types and their weights.
package struct AcceptField {
    /// The fit of a media type: by its weight, then by how exactly it is named.
    package struct Fit: Comparable {
        /// 0 to 1000; 0 is not acceptable.
        package let weight: Int
        /// 2 for `type/subtype`, 1 for `type/*`, 0 for `*/*` and for no field at all.
        package let specificity: Int

        /// Not acceptable.
        package static let unacceptable = Fit(weight: 0, specificity: 0)

        package static func < (lhs: Fit, rhs: Fit) -> Bool {
            (lhs.weight, lhs.specificity) < (rhs.weight, rhs.specificity)
        }
    }

    private let acceptsEverything: Bool
    private let ranges: [(type: Substring, subtype: Substring, weight: Int)]

    /// Reads a field. A malformed range accepts nothing; nil or an empty field accepts everything.
    package init(_ value: String?) {
        let items = WeightedList(value ?? "").items
        ranges = items.compactMap { item in
            let names = item.value.split(separator: "/", omittingEmptySubsequences: false)
            return names.count == 2 ? (names[0], names[1], item.weight) : nil
        }
        acceptsEverything = items.isEmpty
    }

    /// The fit of `mediaType`, such as `image/png`: by the most specific range that holds it.
    package func fit(_ mediaType: String) -> Fit {
        guard !acceptsEverything else { return Fit(weight: 1000, specificity: 0) }
        let names = mediaType.split(separator: "/")
        guard names.count == 2 else { return .unacceptable }
        let fits = ranges.compactMap { range -> Fit? in
            switch (range.type, range.subtype) {
            case (names[0], names[1]): Fit(weight: range.weight, specificity: 2)
            case (names[0], "*"): Fit(weight: range.weight, specificity: 1)
            case ("*", "*"): Fit(weight: range.weight, specificity: 0)
            default: nil
            }
        }
        return fits.max { ($0.specificity, $0.weight) < ($1.specificity, $1.weight) } ?? .unacceptable
    }
}

/// The items of a field with weights (RFC 9110, section 12.4.2).
package struct WeightedList {
    package struct Item: Equatable {
        /// The text before the parameters, in lower case.
        package let value: String
        /// 0 to 1000; 0 is not at all.
        package let weight: Int
    }

    package let items: [Item]

    package init(_ text: String) {
        items = text.lowercased().split(separator: ",").map { item in
            let parts = item.split(separator: ";").map(\.trimmingWhitespace)
            return Item(value: parts.first.map(String.init) ?? "", weight: Self.weight(parts.dropFirst()))
        }
    }

    /// The weight of the first item that has one of these values; nil if none has.
    package func weight(of values: Set<String>) -> Int? {
        items.first { values.contains($0.value) }?.weight
    }

    /// The weight in thousandths of a `q` parameter; 1000 without one, 0 for a malformed one.
    private static func weight(_ parameters: ArraySlice<Substring>) -> Int {
        guard let parameter = parameters.first(where: { $0.hasPrefix("q=") }) else { return 1000 }
        guard let weight = Double(parameter.dropFirst(2)), (0...1).contains(weight) else { return 0 }
        return Int((weight * 1000).rounded())
    }
}

extension Substring {
    fileprivate var trimmingWhitespace: Substring {
        var trimmed = drop { $0 == " " || $0 == "\t" }
        while let last = trimmed.last, last == " " || last == "\t" { trimmed.removeLast() }
        return trimmed
    }
}
