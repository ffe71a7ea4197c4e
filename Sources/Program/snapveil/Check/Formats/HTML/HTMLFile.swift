import Foundation
import Redaction
import RedactionJobs
import SecureMemory

/// A file in the page: its name, its picture with a mark for each finding, and the findings in words.
struct HTMLFile {
    private let file: CheckedFile
    /// The number of the file in the page, for the names of its marks.
    private let index: Int
    /// For each thing that should not be seen, the number of its kind.
    private let complaints: [(complaint: Complaint, kind: Int)]

    init(_ file: CheckedFile, index: Int, kinds: [FindingTally]) {
        (self.file, self.index) = (file, index)
        let numbers = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1.title, $0) })
        complaints = file.complaints.map { ($0, numbers[$0.title] ?? 0) }
    }

    var text: String {
        let classes = Set(complaints.map(\.kind)).sorted().map { " has\($0)" }.joined()
        let scene = file.scene.map { "<p class=\"quiet\">\(Self.isolated($0.words))</p>" }
        let failure = file.failure.map { "<p>\(MarkupText.escaped($0))</p>" }
        let warnings = file.warnings.map { "<p class=\"warning\">\(MarkupText.escaped($0))</p>" }
        let words = [scene, name, failure, list].compactMap(\.self) + warnings
        return "<article class=\"file\(classes)\">\(picture)<div>\(words.joined())</div></article>"
    }

    /// The path, with its last part in bold.
    private var name: String {
        let parts = file.place.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { "\($0)/" }.joined()
        let path = "<small>\(MarkupText.escaped(folder))</small>\(MarkupText.escaped(String(parts.last ?? "")))"
        return "<h3><bdi>\(path)</bdi></h3>"
    }

    // MARK: - Words

    private var list: String? {
        if let exposure = file.exposure { return "<p>\(MarkupText.escaped(exposure.words))</p>" }
        guard !complaints.isEmpty else { return nil }
        let items = complaints.enumerated().map { number, entry in item(number + 1, entry.complaint, entry.kind) }
        return "<ol>\(items.joined())</ol>"
    }

    private func item(_ number: Int, _ complaint: Complaint, _ kind: Int) -> String {
        // Nothing is marked in a text, nor in the contact sheet of a recording.
        let isMarked = complaint.texts == nil && complaint.finding?.time == nil
        let mark = isMarked ? "<a href=\"#m\(index)-\(number)\">\(number)</a>" : "<b>\(number)</b>"
        let title = "<b>\(MarkupText.escaped(complaint.title))</b>"
        guard let finding = complaint.finding else {
            let place = complaint.texts.map { " <small>\(MarkupText.escaped($0.place))</small>" } ?? ""
            return "<li class=\"k\(kind)\">\(mark)<div>\(title)\(place)</div></li>"
        }
        let element = finding.matched.map { matched in
            " <bdi>\(MarkupText.escaped(matched.type))</bdi>"
                + (matched.identifier.map { " <q>\(Self.isolated($0))</q>" } ?? "")
        }
        let evidence = " <span>\(MarkupText.escaped(finding.evidence))</span>"
        let rect = finding.rect
        let time = finding.time.map { "\($0); " } ?? ""
        let place =
            "<small>\(time)\(rect.width) × \(rect.height) pixels at \(rect.x), \(rect.y); rule \(finding.rule)</small>"
        let words = [title, element, evidence, place].compactMap(\.self).joined()
        return "<li class=\"k\(kind)\">\(mark)<div>\(words)</div></li>"
    }

    /// A stranger's text, whose direction changes nothing round it.
    private static func isolated(_ text: String) -> String {
        "<bdi>\(MarkupText.escaped(text))</bdi>"
    }

    // MARK: - Picture

    /// The picture, as large as shows places, with marks over it; empty for a file without findings, because things missed would
    /// be seen in it.
    private var picture: String {
        guard !complaints.isEmpty else { return "" }
        if let snapshot = file.report?.snapshot { return picture(of: snapshot) }
        return file.thumbnail.map { "<figure><img alt=\"\" src=\"\(Self.address(of: $0))\"></figure>" } ?? ""
    }

    private func picture(of snapshot: Receipt.Snapshot) -> String {
        let (width, height) = (Double(snapshot.width), Double(snapshot.height))
        let scale = min((width > height ? 560 : 320) / width, 640 / height)
        let shown = file.thumbnail.map { file in
            "<image width=\"\(snapshot.width)\" height=\"\(snapshot.height)\" preserveAspectRatio=\"none\" "
                + "href=\"\(Self.address(of: file))\"/>"
        }
        let marked = complaints.enumerated().compactMap { number, entry in
            entry.complaint.finding.map { (number: number + 1, rect: $0.rect, kind: entry.kind) }
        }
        // The larger ones first, so that the number of one within another shows.
        let marks = marked.sorted { ($1.rect.area, $0.number) < ($0.rect.area, $1.number) }
            .map { mark($0.number, $0.rect, in: snapshot, $0.kind) }
        return """
            <figure><svg viewBox="0 0 \(snapshot.width) \(snapshot.height)" \
            width="\(max(Int(width * scale), 1))" height="\(max(Int(height * scale), 1))" aria-hidden="true">\
            \(shown ?? "")</svg><svg class="marks" aria-hidden="true">\(marks.joined())</svg></figure>
            """
    }

    /// A frame in two colours, so that it shows on dark and on light screens, with its number at its corner.
    private func mark(_ number: Int, _ rect: Receipt.Rect, in snapshot: Receipt.Snapshot, _ kind: Int) -> String {
        func share(_ length: Int, _ whole: Int) -> String {
            "\((1e5 * Double(length) / Double(whole)).rounded() / 1e3)%"
        }
        let place =
            "x=\"\(share(rect.x, snapshot.width))\" y=\"\(share(rect.y, snapshot.height))\" "
            + "width=\"\(share(rect.width, snapshot.width))\" height=\"\(share(rect.height, snapshot.height))\""
        let width = 10 + 7 * "\(number)".count
        return """
            <svg class="mark k\(kind)" id="m\(index)-\(number)" \(place)>\
            <rect class="halo" width="100%" height="100%"/><rect class="edge" width="100%" height="100%"/>\
            <rect class="tag" x="\(-width / 2)" y="-8" width="\(width)" height="16" rx="8"/>\
            <text y="4">\(number)</text></svg>
            """
    }

    private static func address(of file: SecureBytes) -> String {
        "data:image/jpeg;base64,\(file.withUnsafeBytes { Data($0).base64EncodedString() })"
    }
}

extension Receipt.Rect {
    fileprivate var area: Int { width * height }
}

extension CheckReport.Finding {
    /// The score and the reason for a person.
    fileprivate var evidence: String {
        let sure = score.map { "\(Int(($0 * 100).rounded())) % sure, " } ?? ""
        return "\(sure)by \(reason.words)"
    }
}
