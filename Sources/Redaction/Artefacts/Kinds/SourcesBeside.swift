/// The page sources that lie beside pictures in an archive: of the same name but for the end, as kits write them, as droidbot
/// calls them (`states/screen_NAME.png` and `states/state_NAME.json`), or in the steps of Maestro (`screenshot-❌-TIME-(FLOW).png` and
/// `commands-(FLOW).json`).
struct SourcesBeside {
    private static let ends = ["xml", "json"]
    private static let pictureEnds: Set<String> = ["png", "jpg", "jpeg", "webp", "heic", "ktx", "ktx2"]

    /// The index of the source of each picture that has one.
    private let sources: [Int: Int]
    private let names: [String]

    init(_ names: [String]) {
        let indices = Dictionary(zip(names, names.indices)) { first, _ in first }
        var sources: [Int: Int] = [:]
        for (index, name) in names.enumerated() {
            guard let dot = name.lastIndex(of: "."), Self.pictureEnds.contains(name[dot...].dropFirst().lowercased())
            else {
                continue
            }
            let stem = String(name[..<dot])
            let files = Self.ends.flatMap { end in Self.stems(of: stem).map { "\($0).\(end)" } }
            sources[index] = (files + [MaestroScreenshot(name)?.steps].compactMap(\.self)).firstNonNil { indices[$0] }
        }
        (self.sources, self.names) = (sources, names)
    }

    private static func stems(of picture: String) -> [String] {
        let directory = FileNames.directory(of: picture)
        let file = picture.dropFirst(directory.count)
        guard file.hasPrefix("screen_") else { return [picture] }
        return [picture, "\(directory)state_\(file.dropFirst("screen_".count))"]
    }

    func source(of picture: Int) -> Int? { sources[picture] }

    /// The page source of a picture in the file that has it; nil if it is not there.
    func place(of picture: Int, in file: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let screenshot = MaestroScreenshot(names[picture]), let source = sources[picture],
            names[source] == screenshot.steps
        else { return 0..<file.count }
        return MaestroSteps(file)?.hierarchy(at: screenshot.time)
    }

    /// Pictures with the source that they share, one group for each source.
    var groups: [[Int]] {
        Dictionary(grouping: sources.keys) { sources[$0] }
            .compactMap { source, pictures in source.map { [$0] + pictures.sorted() } }
            .sorted { $0[0] < $1[0] }
    }

    /// The indices, those of pictures with a source first.
    func order(of indices: [Int]) -> [Int] {
        indices.filter { sources[$0] != nil } + indices.filter { sources[$0] == nil }
    }
}

/// Names of files in an archive.
enum FileNames {
    /// The name up to its last slash; empty where there is none.
    static func directory(of name: String) -> String {
        name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    }
}

extension Sequence {
    fileprivate func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self { if let result = transform(element) { return result } }
        return nil
    }
}
