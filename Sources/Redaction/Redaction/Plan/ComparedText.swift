import SecureMemory
import TextAlgorithms

/// A text in wiped memory that is equal to another if they differ in white space at the most.
struct ComparedText {
    private let utf8: SecureBytes

    /// Nil for a text of nothing but white space: it says nothing that could be equal.
    init?(_ utf8: SecureBytes) {
        let saysSomething = utf8.withUnsafeBytes { bytes in
            var scalars = UTF8Scalars(bytes)
            return scalars.nextVisible() != nil
        }
        guard saysSomething else { return nil }
        self.utf8 = utf8
    }
}

extension ComparedText: Hashable {
    static func == (one: ComparedText, other: ComparedText) -> Bool {
        one.utf8.withUnsafeBytes { left in
            other.utf8.withUnsafeBytes { right in
                var (left, right) = (UTF8Scalars(left), UTF8Scalars(right))
                while true {
                    let (first, second) = (left.nextVisible(), right.nextVisible())
                    guard first == second else { return false }
                    if first == nil { return true }
                }
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        utf8.withUnsafeBytes { bytes in
            var scalars = UTF8Scalars(bytes)
            while let scalar = scalars.nextVisible() { hasher.combine(scalar) }
        }
    }
}

extension UTF8Scalars {
    /// The next scalar that is no white space.
    fileprivate mutating func nextVisible() -> Unicode.Scalar? {
        while let scalar = next() {
            if !scalar.properties.isWhitespace { return scalar }
        }
        return nil
    }
}
