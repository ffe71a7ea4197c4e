import BoundedWork

/// The results of a check as lines: one for each finding and each warning, and for snapshots of apps one for each of their scenes.
struct TextReport {
    private let results: CheckResults

    init(_ results: CheckResults) {
        self.results = results
    }

    /// The lines.
    var text: String {
        var seen: Set<SnapshotScene> = []
        let scenes = Dictionary(grouping: results.files.filter { $0.exposure != nil }, by: \.scene)
        return results.files.flatMap { file -> [String] in
            guard file.exposure != nil, let scene = file.scene, let files = scenes[scene] else {
                return (file.lines + file.warnings.map { "warning: \($0)" }).map {
                    "\(QuotedText.printing("\(file.title): \($0)"))\n"
                }
            }
            return seen.insert(scene).inserted ? ["\(QuotedText.printing(Self.line(scene, files)))\n"] : []
        }
        .joined()
    }

    /// The gravest verdict of a scene, what it rests on and whose it is, and how many there are of each.
    private static func line(_ scene: SnapshotScene, _ files: [CheckedFile]) -> String {
        let verdicts = ["visible", "blurred", "hidden"]
        let counts = verdicts.map { verdict in (verdict, files.count { $0.exposure?.verdict == verdict }) }
        let gravest = counts.first { $0.1 > 0 }?.0
        let worst = files.first { $0.exposure?.verdict == gravest }
        let words = "\(scene.words): \(worst?.exposure?.words ?? "") (\(worst?.title ?? ""))"
        guard files.count > 1 else { return words }
        let others = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        return "\(words); \(files.count) snapshots: \(others)"
    }
}
