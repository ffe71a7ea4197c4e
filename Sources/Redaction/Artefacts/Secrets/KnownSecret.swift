public import SecureMemory

/// A value that has to be nowhere in a result.
public struct KnownSecret: Sendable {
    let value: SecureBytes
    let mark: TextMark

    /// A value in UTF-8 that is known beforehand, with the word that a receipt and the result name it by.
    public init(_ value: SecureBytes, named name: String) {
        self.init(value: value, mark: .secret(name))
    }

    init(value: SecureBytes, mark: TextMark) {
        (self.value, self.mark) = (value, mark)
    }
}
