import BinaryCoding
import BoundedWork
public import SecureMemory

/// Secrets that an artefact tells of itself, which are taken out of all of it.
public struct ToldSecrets: Sendable {
    /// Bytes of all of them at most, because the search for them takes hundreds of times as many.
    private static let mostBytes = 1 << 20
    private static let mostSecrets = 1 << 20

    private(set) var values: [SecureBytes] = []
    /// Whether there are more than can be looked for.
    private(set) var isOverfull = false
    private let mostSearchBytes: Int
    private var (byteCount, searchBytes) = (0, 0)
    private var seen: Set<Digest> = []

    /// Bytes that are compared without a copy of them in memory that is not wiped.
    private struct Digest: Hashable {
        let bytes: SecureBytes

        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    /// No secrets, of which there may be as many as any artefact may have.
    public init() { self.init(mostSearchBytes: .max) }

    /// No secrets, for whose search there is some memory.
    init(mostSearchBytes: Int) { self.mostSearchBytes = mostSearchBytes }

    /// The secrets, to be looked for.
    var secrets: [KnownSecret] { values.map { KnownSecret(value: $0, mark: .fieldValue) } }

    /// Whether a value is new, which counts as seen from now on.
    mutating func isNew(_ value: SecureBytes) -> Bool {
        !isOverfull && seen.insert(Digest(bytes: value)).inserted
    }

    mutating func append(_ value: SecureBytes) {
        byteCount += value.count
        searchBytes += ArtefactLimits.searchBytes(forSecretOf: value.count)
        isOverfull = byteCount > Self.mostBytes || searchBytes > mostSearchBytes
        values.append(value)
    }

    /// Adds what another part of the artefact tells.
    ///
    /// - Throws: ``ContentFailure`` if there are more than can be looked for.
    public mutating func add(_ other: ToldSecrets) throws(ContentFailure) {
        for value in other.values where isNew(value) { append(value) }
        try check()
    }

    func check() throws(ContentFailure) {
        guard !isOverfull else {
            throw .refused("its fields hold more secrets than can be looked for; redact its parts one by one")
        }
    }

    /// All of them in one message.
    public func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(array: values) { $0.write($1) }
        return try writer.finish()
    }

    /// Reads a message.
    public init(decoding message: SecureBytes) throws(ContentFailure) {
        self.init()
        let values = try PartMessage.read(message) { reader in
            try reader.array(maximumCount: Self.mostSecrets) { try $0.bytes() }
        }
        for value in values where isNew(value) { append(value) }
    }
}
