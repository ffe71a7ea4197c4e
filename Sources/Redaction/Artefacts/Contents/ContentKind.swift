import BoundedWork
import ImageCore
import Recordings
import TextAlgorithms

/// What a content is, by its bytes and whatever its name.
enum ContentKind: Equatable {
    case empty
    /// A picture in any format, also in one that is not read.
    case picture
    case zip
    case tar
    case packed(PackedFile.Form)
    /// UTF-8 without control characters: JSON, markup, a log, a program.
    case text
    /// Pictures that follow each other, and sound; an animation in a format of pictures is a picture.
    case recording
    /// A font or an icon of a report's own viewer.
    case viewer
    /// Nothing that is understood, with its name for people.
    case unknown(String)

    init(of content: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            content.dropFirst(offset).starts(with: signature)
        }
        try budget.spend(content.count)
        if content.isEmpty {
            self = .empty
        } else if ViewerFiles.known.contains(content) {
            self = .viewer
        } else if let document = Self.documents.first(where: { has(Array($0.beginning.utf8)) }) {
            self = .unknown(document.name)
        } else if UTF8Scalars.isPlainText(content) {
            self = Self.isSVG(content) ? .unknown("an SVG, whose shapes may be letters") : .text
        } else if has([0x50, 0x4B, 3, 4]) || has([0x50, 0x4B, 5, 6]) {
            self = .zip
        } else if TarArchive.isTar(content) {
            self = .tar
        } else if let form = RecordingForm(beginning: content), !form.isAnimation {
            self = .recording
        } else if ImageFormat.isPicture(content) {
            self = .picture
        } else if let form = PackedFile.form(of: content) {
            self = .packed(form)
        } else {
            let known = Self.foreign.first { has($0.signature, at: $0.offset) }
            self = known?.kind ?? .unknown("a file of an unknown kind")
        }
    }

    private static let beginningOfSVG = 1_000

    private static func isSVG(_ text: UnsafeRawBufferPointer) -> Bool {
        let beginning = String(decoding: text.prefix(beginningOfSVG), as: UTF8.self)
        let root = beginning.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return root.hasPrefix("<svg") || root.hasPrefix("<?xml") && beginning.contains("<svg")
    }

    /// Documents that may be nothing but printable characters.
    private static let documents: [(beginning: String, name: String)] = [
        ("%PDF", "a PDF"), ("%!PS-Adobe", "a document of PostScript"),
    ]

    private static let foreign: [(signature: [UInt8], offset: Int, kind: ContentKind)] = [
        (Array("OggS".utf8), 0, .recording),
        (Array("wOF".utf8), 0, .unknown("a font")),
        ([0, 1, 0, 0], 0, .unknown("a font")), (Array("OTTO".utf8), 0, .unknown("a font")),
        (Array("ustar".utf8), 257, .unknown("a damaged tar archive")),
    ]
}

extension ArtefactRedactor {
    /// Bytes of the beginning of a file by which ``isPicture(beginning:)`` judges.
    public static let beginningByteCount = 512

    /// Whether a file that begins so is a picture whatever follows, and so tells nothing of other files.
    public static func isPicture(beginning: UnsafeRawBufferPointer) -> Bool {
        // No text begins so.
        beginning.first.map { $0 >= 0x80 } ?? false && ImageFormat.isPicture(beginning) && !TarArchive.isTar(beginning)
    }
}
