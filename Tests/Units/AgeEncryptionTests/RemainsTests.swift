import BoundedWork
import Crypto
import MemorySentinel
import SecureMemory
import Testing

@testable import AgeEncryption

@Suite("Nothing secret is left in memory", .serialized)
struct RemainsTests {
    // Keeps the allocator from giving back what is freed.
    private let neighbour: SecureBytes
    private let identity: AgeIdentity

    init() throws {
        neighbour = try SecureBytes(copying: [1])
        identity = try AgeIdentity()
    }

    @Test("no plain text is left of a file that was sealed, and opened", arguments: [1, 3, 40, 4096, 4097, 20_000])
    func plainText(copies: Int) throws {
        let sentinel = Sentinel()
        let file = try seal(sentinel, copies)
        #expect(sentinel.occurrences() == 0)
        try open(file, sentinel, copies)
        #expect(sentinel.occurrences() == 0)
        try openPieces(AgeFile.armored(file), sentinel)
        #expect(sentinel.occurrences() == 0)
        #expect(neighbour.count == 1)
    }

    @inline(never)
    private func seal(_ sentinel: Sentinel, _ copies: Int) throws -> SecureBytes {
        var writer = try AgeWriter(to: [identity.recipient])
        let plain = try sentinel.planted(copies: copies)
        try writer.append(plain[0..<plain.count / 2])
        try writer.append(plain[plain.count / 2..<plain.count])
        #expect(sentinel.occurrences() >= copies)
        return try writer.finish()
    }

    @inline(never)
    private func open(_ file: SecureBytes, _ sentinel: Sentinel, _ copies: Int) throws {
        let plain = try AgeFile.open(file, with: [identity])
        #expect(plain.count == 16 * copies)
        #expect(sentinel.occurrences() == copies)
    }

    @inline(never)
    private func openPieces(_ file: SecureBytes, _ sentinel: Sentinel) throws {
        var reader = AgeReader()
        try reader.unlock(with: [identity])
        for start in stride(from: 0, to: file.count, by: 50_000) {
            try reader.append(file[start..<min(start + 50_000, file.count)])
        }
        let plain = try reader.finish()
        #expect(plain.isEmpty || sentinel.occurrences() > 0)
    }

    @Test(
        "the key of a file is not left, nor are the keys that are derived from it, however many threads seal it",
        arguments: [(100, 1), (2_000_000, 1), (2_000_000, 3)]
    )
    func fileKey(size: Int, threads: Int) throws {
        let sentinel = Sentinel()
        let (file, searched) = try sealWithKey(sentinel, size, threads)
        #expect(sentinel.occurrences() == 0)
        #expect(searched.map { $0.occurrences() } == [0, 0])
        #expect(try AgeFile.open(file, with: [identity]).count == size)
        #expect(sentinel.occurrences() == 0)
        #expect(searched.map { $0.occurrences() } == [0, 0])
    }

    /// A file with a known key, and its derived keys.
    @inline(never)
    private func sealWithKey(_ sentinel: Sentinel, _ size: Int, _ threads: Int) throws -> (SecureBytes, [Sentinel]) {
        let key = FileKey(try sentinel.planted(copies: 1))
        #expect(sentinel.occurrences() > 0)
        var writer = try AgeWriter(to: [identity.recipient], capacity: 0, fileKey: key)
        try writer.append(SecureBytes(copying: [UInt8](repeating: 1, count: size)), work: WorkContext { threads })
        let file = try writer.finish()
        let searched = CryptoRemains.overwritten {
            file.withUnsafeBytes { bytes in
                let start = bytes.count - PayloadWriter.byteCount(ofPlaintext: size) - 16
                let nonce = UnsafeRawBufferPointer(rebasing: bytes[start..<start + 16])
                return [Sentinel(key.payloadKey(nonce: nonce)), Sentinel(key.macKey)]
            }
        }
        return (file, searched)
    }

    @Test("the scalar of an identity is not left, nor is its text, in any form")
    func identityBytes() throws {
        let (secret, text, file) = try useIdentity()
        #expect(secret.occurrences() == 0)
        #expect(text.occurrences() == 0)
        #expect(file.count > 0)
    }

    @inline(never)
    private func useIdentity() throws -> (Sentinel, Sentinel, SecureBytes) {
        let identity = try AgeIdentity()
        let text = try identity.text()
        // Clamping changes the first byte, and the text begins with what every identity begins with.
        let searched = (Sentinel(identity.secret[8..<24]), Sentinel(text[40..<56]))
        #expect(searched.0.occurrences() == 1)
        #expect(searched.1.occurrences() == 1)
        let again = try AgeKeyFile.identities(in: text)
        let file = try sealed([1, 2, 3], to: [identity.recipient])
        #expect(try AgeFile.open(file, with: again).array == [1, 2, 3])
        #expect(searched.0.occurrences() >= 1)
        return (searched.0, searched.1, file)
    }

    @Test("a passphrase and the key that it stands for are not left")
    func passphrase() throws {
        let sentinel = Sentinel()
        let (file, searched) = try sealWithPassphrase(sentinel)
        #expect(sentinel.occurrences() == 0)
        #expect(searched.occurrences() == 0)
        try openWithPassphrase(file, sentinel)
        #expect(sentinel.occurrences() == 0)
        #expect(searched.occurrences() == 0)
    }

    @inline(never)
    private func sealWithPassphrase(_ sentinel: Sentinel) throws -> (SecureBytes, Sentinel) {
        let passphrase = try sentinel.planted(copies: 2)
        let file = try AgeWriter(passphrase: passphrase, workFactor: 10).finish()
        let header = String(decoding: file.array.prefix(60), as: UTF8.self)
        let match = try #require(header.firstMatch(of: /scrypt (\S+) 10/))
        let salt = try #require(UnpaddedBase64.decode(Array(match.1.utf8)))
        let searched = try CryptoRemains.overwritten { () throws(OutOfMemory) in
            Sentinel(try Passphrase.wrapKey(passphrase, salt: salt, workFactor: 10).upperHalf)
        }
        return (file, searched)
    }

    @inline(never)
    private func openWithPassphrase(_ file: SecureBytes, _ sentinel: Sentinel) throws {
        let passphrase = try sentinel.planted(copies: 2)
        #expect(try AgeFile.open(file, passphrase: passphrase).isEmpty)
    }

    @Test("work that leaves secrets on the stack has them overwritten")
    func stack() {
        let sentinel = Sentinel()
        CryptoRemains.overwritten { leaveOnStack(sentinel) }
        #expect(sentinel.occurrences() == 0)
    }

    @inline(never)
    private func leaveOnStack(_ sentinel: Sentinel) {
        var frame = InlineArray<4096, UInt64>(repeating: 0)
        guard let planted = try? sentinel.planted(copies: 1) else { return }
        withUnsafeMutableBytes(of: &frame) { frame in
            for start in stride(from: 0, to: frame.count, by: 16) {
                planted.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: frame[start...]).copyMemory(from: $0)
                }
            }
        }
        #expect(sentinel.occurrences() >= 2048)
    }

    @Test("right after a single step, its secret is where it belongs and nowhere else")
    func steps() throws {
        let secret = try RandomBytes.take(32)
        let searched = Sentinel(secret[8..<24])
        #expect(searched.occurrences() == 1)
        let identity = AgeIdentity(secret: secret)
        #expect(searched.occurrences() == 1, "the public key was computed")
        let text = try identity.text()
        #expect(searched.occurrences() == 1, "the text was written")
        let searchedText = Sentinel(text[40..<56])
        #expect(searchedText.occurrences() == 1)
        let again = try AgeIdentity(text)
        #expect(searched.occurrences() == 2, "the text was read")
        #expect(searchedText.occurrences() == 1)
        #expect(again.recipient == identity.recipient)
        #expect(try passphraseKey().occurrences() == 0, "a key was derived by scrypt")
    }

    @inline(never)
    private func passphraseKey() throws -> Sentinel {
        let salt = [UInt8](repeating: 1, count: 16)
        let key = try Passphrase.wrapKey(SecureBytes("a passphrase"), salt: salt, workFactor: 4)
        return Sentinel(key.upperHalf)
    }

    @Test("the key that wraps the key of a file is not left")
    func wrapKey() throws {
        let (file, searched) = try sealAndWrap()
        #expect(searched.occurrences() == 0)
        #expect(try AgeFile.open(file, with: [identity]).count == 3)
        #expect(searched.occurrences() == 0)
    }

    @inline(never)
    private func sealAndWrap() throws -> (SecureBytes, Sentinel) {
        let file = try sealed([1, 2, 3], to: [identity.recipient])
        let header = String(decoding: file.array.prefix(100), as: UTF8.self)
        let match = try #require(header.firstMatch(of: /X25519 (\S+)/))
        let share = try #require(UnpaddedBase64.decode(Array(match.1.utf8)))
        let searched = CryptoRemains.overwritten {
            let own = identity.secret.withUnsafeBytes { KeyAgreement.privateKey($0) }
            return KeyAgreement.wrapKey(own, share, salt: share + identity.recipient.point).map { Sentinel($0) }
        }
        return (file, try #require(searched))
    }
}

extension Sentinel {
    fileprivate init(_ key: SymmetricKey) {
        self = key.withUnsafeBytes { Sentinel($0) }
    }
}

extension SymmetricKey {
    /// The last half of a key of 32 bytes: an allocator writes over the first bytes of what is freed.
    fileprivate var upperHalf: SymmetricKey {
        withUnsafeBytes { SymmetricKey(data: UnsafeRawBufferPointer(rebasing: $0[16...])) }
    }
}
