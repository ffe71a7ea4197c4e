import Foundation
import ImageCore

/// What is printed at the end, in Markdown: the table, what was measured on what, and the goals.
struct Report: CustomStringConvertible {
    /// Every job on every snapshot with every compression.
    let rows: [Row]
    /// The files of a folder; nil where they were not measured.
    var folder: FolderRow?
    /// The names of the peers, in the order of their columns.
    let peers: [String]
    /// What it was measured on and with, a sentence a line.
    let conditions: [String]

    /// The report as Markdown.
    var description: String {
        let sections =
            [table.description, Self.legend] + (folder.map { [Self.folderLegend, $0.table(peers).description] } ?? [])
            + [conditions.map { "- \($0)" }.joined(separator: "\n"), "### Goals", goals.description]
        return sections.joined(separator: "\n\n") + "\n"
    }

    private static let legend = """
        Times are milliseconds of processor time (medians), sizes thousands of bytes. *in process* is the redactor from bytes \
        in memory to bytes in memory, as the peers are measured; *HTTP* is the server without containment for the same job \
        over a connection that stays open; *contained* is the server as it is by default, all of its processes together, and \
        *waits longer* how much later its client has the whole reply, by the clock on the wall. `small` is chosen for its \
        size, and timed once. A peer's time and size are those of its fastest and of its smallest setting, which stand \
        beside; the size ratio of `fast` and `balanced` leaves out the peers' level 9 and oxipng. *faster* is the fastest \
        peer's time over ours, contained, over HTTP. What is *found* differs from one to the other, and Tesseract starts anew \
        for each picture. PSNR is the distance to the exact Gaussian, ours and then the peers' in the order of their columns.
        """

    private static let folderLegend = """
        Files of a folder with three black rectangles each, `fast`, from the start of `snapveil redact` to its end, and by \
        the peers in a process that runs already, one file after the other: milliseconds a file, by the clock on the wall \
        (medians).
        """

    private var table: MarkdownTable {
        MarkdownTable(
            titles: ["job", "snapshot", "compression", "in process", "kB", "HTTP", "HTTP adds"]
                + ["contained", "containment adds", "waits longer"] + peers + ["faster", "size ratio", "PSNR"],
            textColumns: 3,
            rows: rows.map(cells)
        )
    }

    private func cells(_ row: Row) -> [String] {
        let compression = row.snapshot.format == .png ? row.compression.rawValue : ""
        let ours = [
            Self.number(row.redactor.median ?? row.redactor.firstTime), Self.kilobytes(row.redactor),
            Self.number(row.uncontained.median ?? row.uncontained.firstTime), Self.number(row.addedByHTTP),
            Self.number(row.service.median ?? row.service.firstTime), Self.number(row.addedByContainment, digits: 2),
            Self.number(row.waits?.added, digits: 2),
        ]
        // A peer's numbers are the same for each of our compressions: they stand in the first row.
        let theirs = peers.map { name in
            row.compression == .fast ? Self.cell(row.peers.of(name)) : ""
        }
        let ratios = [Self.number(row.speedup, digits: 2), Self.number(row.sizeRatio, digits: 2), fidelity(row)]
        return [row.cover.title, row.snapshot.name, compression] + ours + theirs + ratios
    }

    /// A peer's fastest and smallest: `70.2 (level 1), 481 kB (default)`.
    private static func cell(_ measurements: [Measurement]) -> String {
        guard let fastest = measurements.fastest, let smallest = measurements.smallest else { return "" }
        return "\(number(fastest.median)) (\(fastest.setting)), \(kilobytes(smallest)) kB (\(smallest.setting))"
    }

    private func fidelity(_ row: Row) -> String {
        guard let ours = row.redactor.fidelity else { return "" }
        let theirs = peers.map { name in
            row.peers.of(name).first?.fidelity
        }
        return ([ours] + theirs).map { Self.number($0) }.joined(separator: " / ")
    }

    private static func kilobytes(_ measurement: Measurement) -> String {
        number(Double(measurement.byteCount) / 1000, digits: measurement.byteCount < 10_000 ? 1 : 0)
    }

    /// With so many digits behind the point; a dash for none.
    static func number(_ value: Double?, digits: Int = 1) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "–"
    }
}
