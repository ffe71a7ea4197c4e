public import ImageCore
public import SecureMemory
import Synchronization

/// A picture of the server, which was decoded once to see that it can be.
public struct StoredAsset: Sendable {
    /// Tells pictures apart, also those that had the same name at different times.
    public struct ID: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    /// No other picture of this process has it.
    let id: ID
    /// The PNG or JPEG.
    let file: SecureBytes

    private static let count = Atomic<UInt64>(0)

    /// Takes a PNG or JPEG.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - limits: What the picture may cost.
    /// - Throws: `DecodingError`.
    public init(_ file: SecureBytes, limits: DecodingLimits = DecodingLimits()) throws(DecodingError) {
        _ = try DecodedImage(decoding: file, limits: limits)
        self.file = file
        id = ID(number: Self.count.add(1, ordering: .relaxed).newValue)
    }
}
