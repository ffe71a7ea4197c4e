import ArgumentParser
import Foundation
import SecureMemory

/// How the results of a check are told.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
    /// A line for each finding, and for each scene of an app, for people.
    case text
    /// An array of objects, one for each file.
    case json
    /// The XML that CI servers show as tests: a test for each file.
    case junit
    /// The Static Analysis Results Interchange Format 2.1.0.
    case sarif
    /// A page for people, with small pictures.
    case html

    /// Pixels of the shorter edge of the thumbnails that it shows; nil if it shows none.
    ///
    /// What was missed is not covered in them. So they are too small for anything in them to be read, and smaller still where
    /// nothing is covered.
    ///
    /// - Parameter hidden: Whether it is about what snapshots still show of an app.
    func thumbnailEdge(hidden: Bool) -> Int? {
        self == .html ? hidden ? 24 : 48 : nil
    }

    /// The results as a file.
    ///
    /// - Throws: An error of the encoder, or `OutOfMemory`.
    func text(of results: CheckResults) throws -> SecureBytes {
        switch self {
        case .text: try SecureBytes(copying: Array(TextReport(results).text.utf8))
        case .json: try Self.json(results.files)
        case .junit: try SecureBytes(copying: Array(JUnitReport(results).text.utf8))
        case .sarif: try Self.json(SARIFLog(results))
        case .html: try HTMLReport(results).file()
        }
    }

    private static func json(_ value: some Encodable) throws -> SecureBytes {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try SecureBytes(copying: encoder.encode(value) + Data("\n".utf8))
    }
}
