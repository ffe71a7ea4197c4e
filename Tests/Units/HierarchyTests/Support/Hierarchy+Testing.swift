import BoundedWork
import Hierarchy
import ImageCore
import Samples
import SecureMemory
import Testing

extension Sample {
    var hierarchy: Hierarchy {
        get throws { try Hierarchy(text) }
    }
}

extension Hierarchy {
    /// The hierarchy that `text` says.
    init(_ text: String, limits: HierarchyLimits = HierarchyLimits()) throws {
        try self.init(parsing: SecureBytes(copying: Array(text.utf8)), limits: limits)
    }

    /// The index of the one element with this identifier.
    func index(_ identifier: String) throws -> Int {
        let found = elements.indices.filter { text(.identifier, of: $0)?.string == identifier }
        guard let index = found.first, found.count == 1 else { throw NoSuchElement() }
        return index
    }

    /// The elements at `level`, whatever the work.
    func elements(at level: ElementLevel, terms: SensitiveTerms = .standard) throws -> [Int] {
        var budget = WorkBudget(limit: .max)
        return try elements(at: level, terms: terms, budget: &budget)
    }

    /// The identifiers of `indices`.
    func identifiers(_ indices: [Int]) -> [String] {
        indices.map { text(.identifier, of: $0)?.string ?? "" }
    }

    /// The source without what the elements with these identifiers say.
    func redacted(_ identifiers: String...) throws -> String {
        try source(redacting: identifiers.map { try index($0) }).bytes.string
    }

    struct NoSuchElement: Error {}
}

extension SecureBytes {
    /// The bytes as text.
    var string: String {
        withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

/// A size that is one.
func pixelSize(_ width: Int, _ height: Int) throws -> PixelSize {
    try #require(PixelSize(width: width, height: height))
}

/// A rectangle that has an area.
func pixelRect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> PixelRect {
    try #require(PixelRect(x: x, y: y, width: width, height: height))
}

extension Placement {
    /// The pixels of the one element with this identifier.
    func rect(of identifier: String, in hierarchy: Hierarchy) throws -> PixelRect? {
        try hierarchy.elements[hierarchy.index(identifier)].frame.flatMap { rect(of: $0) }
    }
}
