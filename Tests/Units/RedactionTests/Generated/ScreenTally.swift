import Foundation

/// Counts what became of screens, by what they are like.
struct ScreenTally {
    /// One line for each screen whose source was refused.
    private(set) var refused: [String] = []
    /// One line for each screen on which text stays.
    private(set) var exposed: [String] = []

    private let name: String
    private var count = 0
    private var groups: [String: Group] = [:]

    private struct Group {
        var all = 0
        var refused = 0
        var exposed = 0
    }

    private static let directory = ProcessInfo.processInfo.environment["SNAPVEIL_GENERATED_DIRECTORY"]

    init(_ name: String) {
        self.name = name
    }

    mutating func add(_ verdict: CoverageVerdict, of screen: GeneratedScreen) {
        count(screen, in: \.all)
        count += 1
        switch verdict {
        case .covered: return
        case .refused(let reason):
            refused.append("\(screen): \(reason)")
            count(screen, in: \.refused)
        case .exposed(let places):
            exposed.append("\(screen): \(places.count) left, such as \(places[0]), of \(screen.roots)")
            count(screen, in: \.exposed)
        }
        guard let directory = Self.directory else { return }
        let file = "\(name)-\(screen.index).xml"
        try? screen.source.write(toFile: "\(directory)/\(file)", atomically: false, encoding: .utf8)
    }

    private mutating func count(_ screen: GeneratedScreen, in column: WritableKeyPath<Group, Int>) {
        let habits = screen.habits.isEmpty ? ["no habit"] : screen.habits.map(\.rawValue)
        for group in habits + [screen.tool.rawValue, screen.framework.rawValue, "scale \(screen.display.scale)"] {
            groups[group, default: Group()][keyPath: column] += 1
        }
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
}

extension ScreenTally: CustomStringConvertible {
    var description: String {
        let rows = groups.sorted { $0.key < $1.key }.map { name, group in
            "\(name): \(group.all), refused \(group.refused), exposed \(group.exposed)"
        }
        let all = "\(name): \(count), refused \(refused.count), exposed \(exposed.count)"
        return ([all] + rows).joined(separator: "\n")
    }
}
