import BoundedWork
import XPath

extension ElementTree {
    /// The document that `outline` draws: an element a line, two spaces deeper than the one that holds it, its attributes
    /// behind it, with `|` round their values.
    ///
    /// ```text
    /// list label=|All|
    ///   cell label=|Demo Bank| name=|a|
    /// ```
    init(outline: String) throws {
        var builder = try ElementTreeBuilder()
        var openCount = 0
        for line in outline.split(separator: "\n") {
            let depth = line.prefix { $0 == " " }.count / 2
            while openCount > depth {
                builder.close()
                openCount -= 1
            }
            // Names at even places, with the tag before the first of them; values at odd ones.
            let parts = line.split(separator: "|", omittingEmptySubsequences: false)
            builder.open(builder.name(String(line.split(separator: " ")[0])))
            openCount += 1
            for index in stride(from: 1, to: parts.count, by: 2) {
                let name = parts[index - 1].split(separator: " ").last?.dropLast() ?? ""
                try builder.addAttribute(builder.name(String(name)), value: String(parts[index]))
            }
        }
        self = builder.finish()
    }

    /// The elements that `expression` selects.
    func elements(_ expression: String) throws -> [Int] {
        var budget = WorkBudget(limit: XPath.workLimit)
        return try XPath(parsing: expression).elements(in: self, budget: &budget)
    }
}
