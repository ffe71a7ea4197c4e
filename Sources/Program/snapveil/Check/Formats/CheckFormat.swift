import ArgumentParser
import BoundedWork
import RedactionJobs
import SecureMemory

enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
    /// A line for each finding, and for each scene of an app, for people.
    case text
    /// An array of objects, one for each file.
    case json
    /// The XML that CI servers show as tests: a test for each file.
    case junit
    /// The Static Analysis Results Interchange Format 2.1.0.
    case sarif
    /// A page for people, with marks in small pictures.
    case html

    /// Pixels of the shorter edge of the thumbnails; nil if it shows none.
    ///
    /// Missed findings are not covered in them. So they are too small for anything in them to be read, and smaller still for
    /// exposure reports, where nothing is covered.
    func thumbnailEdge(hidden: Bool) -> Int? {
        self == .html ? hidden ? 24 : 48 : nil
    }

    func text(of results: CheckResults) throws -> SecureBytes {
        switch self {
        case .text: try SecureBytes(copying: Array(TextReport(results: results).text.utf8))
        case .json: try Self.json(results.files)
        case .junit: try SecureBytes(copying: Array(JUnitReport(results: results).text.utf8))
        case .sarif: try Self.json(SARIFLog(results))
        case .html: try HTMLReport(results: results).file()
        }
    }

    private static func json(_ value: some Encodable) throws -> SecureBytes {
        try SecureBytes(copying: Array("\(PrintedText.json(value))\n".utf8))
    }
}

/// The results of a check as lines: one for each finding and each warning, and for snapshots of apps one for each of their
/// scenes.
struct TextReport {
    let results: CheckResults

    var text: String {
        var seen: Set<SnapshotScene> = []
        let scenes = Dictionary(grouping: results.files.filter { $0.exposure != nil }, by: \.scene)
        return results.files.flatMap { file -> [String] in
            guard file.exposure != nil, let scene = file.scene, let files = scenes[scene] else {
                return (file.lines + file.warnings.map { "warning: \($0)" }).map {
                    "\(QuotedText.printing("\(file.place): \($0)"))\n"
                }
            }
            return seen.insert(scene).inserted ? ["\(QuotedText.printing(Self.line(scene, files)))\n"] : []
        }
        .joined()
    }

    /// The gravest verdict of a scene, its evidence and its snapshot, and the number of each verdict.
    private static func line(_ scene: SnapshotScene, _ files: [CheckedFile]) -> String {
        let verdicts = ["visible", "blurred", "hidden"]
        let counts = verdicts.map { verdict in (verdict, files.count { $0.exposure?.verdict == verdict }) }
        let gravest = counts.first { $0.1 > 0 }?.0
        let worst = files.first { $0.exposure?.verdict == gravest }
        let words = "\(scene.words): \(worst?.exposure?.words ?? "") (\(worst?.path ?? ""))"
        guard files.count > 1 else { return words }
        let others = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        return "\(words); \(files.count) snapshots: \(others)"
    }
}
