/// What came of a run.
struct CheckResults: Sendable {
    /// All files, in the order in which they were named or found.
    let files: [CheckedFile]

    init(_ files: [CheckedFile]) {
        self.files = files
    }

    private var failed: Int { files.count { $0.failure != nil } }
    private var showing: Int { files.count { !$0.complaints.isEmpty } }

    /// 0 if nothing was found, 1 if something was, 2 if a file could not be looked at, or if there was none.
    var status: Int32 {
        guard !files.isEmpty, failed == 0 else { return 2 }
        return showing > 0 ? 1 : 0
    }

    /// The run in a sentence.
    var summary: String {
        guard !files.isEmpty else { return "there is no picture to look at" }
        let pictures = files.count == 1 ? "1 picture" : "\(files.count) pictures"
        let clean = files.count - showing - failed
        var parts = [
            "\(showing) \(showing == 1 ? "shows" : "show") what should not be seen", "nothing was found in \(clean)",
        ]
        if failed > 0 { parts.append("\(failed) could not be looked at") }
        return "\(pictures): \(parts.joined(separator: ", "))"
    }
}
