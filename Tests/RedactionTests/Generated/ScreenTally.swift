import Foundation

/// Counts what became of screens, by what they are like.
struct ScreenTally {
    private let name: String
    private(set) var refused: [String] = []
    private(set) var exposed: [String] = []
    private var count = 0
    private var groups: [String: (all: Int, refused: Int, exposed: Int)] = [:]

    init(_ name: String) {
        self.name = name
    }

    mutating func add(_ verdict: CoverageVerdict, of screen: GeneratedScreen, groups names: [String]) {
        count += 1
        for group in names { groups[group, default: (0, 0, 0)].all += 1 }
        switch verdict {
        case .covered: return
        case .refused(let reason):
            refused.append("\(screen): \(reason)")
            for group in names { groups[group, default: (0, 0, 0)].refused += 1 }
        case .exposed(let places):
            exposed.append("\(screen): \(places.count) left, such as \(places[0]), of \(screen.roots)")
            for group in names { groups[group, default: (0, 0, 0)].exposed += 1 }
        }
        guard let directory = Self.directory else { return }
        let file = "\(name)-\(screen.index).xml"
        try? screen.source.write(toFile: "\(directory)/\(file)", atomically: false, encoding: .utf8)
    }

    /// A few of the screens on which text stays.
    var firstExposed: String {
        "\(exposed.count) of \(count) screens show text:\n" + exposed.prefix(5).joined(separator: "\n")
    }

    /// Writes the table, and one line for each screen that was not covered, if a directory is named.
    func write() throws {
        guard let directory = Self.directory else { return }
        let text = "\(self)\n" + (exposed + refused).joined(separator: "\n") + "\n"
        try text.write(toFile: "\(directory)/\(name).txt", atomically: false, encoding: .utf8)
    }

    private static let directory = ProcessInfo.processInfo.environment["SNAPVEIL_GENERATED_DIRECTORY"]
}

extension ScreenTally: CustomStringConvertible {
    var description: String {
        let rows = groups.sorted { $0.key < $1.key }.map {
            "\($0.key): \($0.value.all), refused \($0.value.refused), exposed \($0.value.exposed)"
        }
        return "\(name): \(count), refused \(refused.count), exposed \(exposed.count)\n" + rows.joined(separator: "\n")
    }
}
