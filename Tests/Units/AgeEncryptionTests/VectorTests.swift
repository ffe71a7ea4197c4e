import Crypto
import FoundationEssentials
import Glibc
import SecureMemory
import Testing

@testable import AgeEncryption

@Suite("Test vectors of age in a folder, by hand")
struct VectorTests {
    static let folder = ProcessInfo.processInfo.environment["SNAPVEIL_AGE_VECTORS"]

    @Test("every vector has the outcome that it expects", .enabled(if: folder != nil))
    func vectors() throws {
        let folder = try #require(Self.folder)
        var passed: [String: Int] = [:]
        var unsupported: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let vector = try Vector(name: name, contents: Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
            guard vector.isSupported else {
                unsupported.append(name)
                continue
            }
            for pieceByteCount in [1000, 100_000, Int.max] {
                let (plain, failure) = try vector.open(pieceByteCount)
                #expect(
                    vector.accepts(failure),
                    "\(name) expects \(vector.expectation), not \(String(describing: failure))"
                )
                if let hash = vector.payloadHash { #expect(vector.hash(plain) == hash, "\(name): other plain text") }
            }
            passed[vector.expectation, default: 0] += 1
        }
        print("vectors:", passed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        print("vectors of kinds that are not implemented, \(unsupported.count):", unsupported.joined(separator: " "))
        #expect(passed.values.reduce(0, +) > 0)
    }
}

/// A file of the test suite: fields, an empty line, and a file of age.
private struct Vector {
    let name: String
    let fields: [(name: String, value: String)]
    let file: [UInt8]

    init(name: String, contents: Data) throws {
        let bytes = Array(contents)
        let end = try #require(bytes.indices.dropLast().first { bytes[$0] == 10 && bytes[$0 + 1] == 10 })
        let fields = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n").map { line in
            let parts = line.split(separator: ": ", maxSplits: 1)
            return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
        }
        self.name = name
        self.fields = fields
        let rest = Array(bytes[(end + 2)...])
        let isCompressed = fields.contains { $0.name == "compressed" }
        file = isCompressed ? try inflated(rest) : rest
    }

    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    var expectation: String { values("expect").first ?? "" }
    var payloadHash: String? { values("payload").first }

    /// Whether its secrets are of kinds that are implemented.
    var isSupported: Bool {
        values("identity").allSatisfy { $0.hasPrefix("AGE-SECRET-KEY-1") }
    }

    func hash(_ plain: [UInt8]) -> String {
        SHA256.hash(data: plain).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The plain text that is released, and the fault.
    func open(_ pieceByteCount: Int) throws -> (plain: [UInt8], fault: AgeError?) {
        var reader = AgeReader()
        var fault: AgeError?
        do throws(AgeError) {
            try unlock(&reader)
            for start in stride(from: 0, to: file.count, by: min(pieceByteCount, max(file.count, 1))) {
                try append(Array(file[start...].prefix(pieceByteCount)), to: &reader)
            }
        } catch {
            fault = error
        }
        let plain = try reader.takePlaintext().array
        do throws(AgeError) {
            return (plain + (try reader.finish().array), fault)
        } catch {
            return (plain, fault ?? error)
        }
    }

    private func append(_ piece: [UInt8], to reader: inout AgeReader) throws(AgeError) {
        try piece.span.withUnsafeBytes { (bytes) throws(AgeError) in try reader.append(bytes) }
    }

    private func unlock(_ reader: inout AgeReader) throws(AgeError) {
        if let passphrase = values("passphrase").first {
            try reader.unlock(passphrase: Self.bytes(passphrase))
        } else {
            try reader.unlock(with: values("identity").compactMap { try? AgeIdentity(Self.bytes($0)) })
        }
    }

    private static func bytes(_ text: String) -> SecureBytes {
        (try? SecureBytes(copying: Array(text.utf8))) ?? SecureBytes()
    }

    /// Whether a fault is of the expected kind.
    func accepts(_ failure: AgeError?) -> Bool {
        switch (expectation, failure) {
        case ("success", nil): true
        case ("no match", .wrongKey), ("no match", .wrongPassphrase), ("no match", .takesIdentity): true
        case ("HMAC failure", .changedHeader): true
        case ("header failure", .malformedHeader), ("header failure", .workFactorTooHigh): true
        case ("header failure", .notAge): file.isEmpty || !values("armored").isEmpty
        // The suite counts the nonce of the payload as a part of the header.
        case ("header failure", .cut): name.hasSuffix("_nonce")
        case ("payload failure", .cut), ("payload failure", .changed), ("payload failure", .trailingBytes),
            ("payload failure", .emptyLastChunk):
            true
        case ("armor failure", .malformedArmor): true
        // Text before armour is recognised as neither armour nor a file.
        case ("armor failure", .notAge): name == "armor_garbage_leading"
        default: false
        }
    }
}

/// The contents of a zlib stream, by the library of the system.
private func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    typealias Uncompress =
        @convention(c) (
            UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<CUnsignedLong>?, UnsafePointer<UInt8>?, CUnsignedLong
        ) -> CInt
    let library = try #require(dlopen("libz.so.1", RTLD_NOW), "zlib unpacks vectors")
    let uncompress = unsafeBitCast(try #require(dlsym(library, "uncompress")), to: Uncompress.self)
    var count = CUnsignedLong(64 << 20)
    var contents = [UInt8](repeating: 0, count: Int(count))
    try #require(uncompress(&contents, &count, bytes, CUnsignedLong(bytes.count)) == 0)
    return Array(contents.prefix(Int(count)))
}
