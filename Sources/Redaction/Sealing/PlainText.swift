import AgeEncryption
import BoundedWork
package import RawVideo
package import SecureMemory

/// The content of a sealed file, which becomes known piece by piece. All of it is authentic; whether it is whole shows at its end.
struct PlainText {
    /// The next piece, with 1 byte or more; nil at the end.
    private let next: () throws(UnsealingError) -> SecureBytes?
    /// Known bytes that were not taken yet.
    private var rest = SecureBytes()
    /// Number of bytes that were taken.
    private(set) var takenByteCount = 0

    init(pieces next: @escaping () throws(UnsealingError) -> SecureBytes?) {
        self.next = next
    }

    /// The content of the sealed file in `source`, armoured or not, that one of `identities` opens.
    init(opening source: some ByteSource, with identities: [AgeIdentity]) throws(UnsealingError) {
        let file = SealedFile(source)
        try file.unlock(with: identities)
        self.init(pieces: { () throws(UnsealingError) in try file.next() })
    }

    /// Takes 1 to `limit` bytes; nil at the end.
    mutating func piece(atMost limit: Int) throws(UnsealingError) -> SecureBytes? {
        if rest.isEmpty { rest = try next() ?? SecureBytes() }
        guard !rest.isEmpty else { return nil }
        let count = min(limit, rest.count)
        defer { rest = rest[count..<rest.count] }
        takenByteCount += count
        return rest[0..<count]
    }

    /// Takes `count` bytes, which are not believed to be there.
    mutating func bytes(_ count: Int) throws(UnsealingError) -> SecureBytes {
        let capacity = min(count, SealedFile.pieceByteCount)
        var builder = try mapError(SecureBytesBuilder(capacity: capacity), UnsealingError.outOfMemory)
        while builder.count < count {
            guard let piece = try piece(atMost: count - builder.count) else {
                throw .malformed("it ends before all that it states")
            }
            try mapError(builder.append(piece), UnsealingError.outOfMemory)
        }
        return builder.finish()
    }

    /// Takes a line of at most `limit` bytes, without its line feed; nil where there is none.
    mutating func line(atMost limit: Int) throws(UnsealingError) -> SecureBytes? {
        var line = try mapError(SecureBytesBuilder(capacity: 256), UnsealingError.outOfMemory)
        while line.count < limit, let byte = try piece(atMost: 1) {
            guard byte.withUnsafeBytes({ $0[0] }) != UInt8(ascii: "\n") else { return line.finish() }
            try mapError(line.append(byte), UnsealingError.outOfMemory)
        }
        return nil
    }

    /// Refuses bytes that follow.
    mutating func end() throws(UnsealingError) {
        guard try piece(atMost: 1) == nil else { throw .malformed("other bytes follow what it states") }
    }
}

/// A sealed file as it is read and opened.
private final class SealedFile {
    /// Nil once it was opened to its end.
    private var reader: AgeReader? = AgeReader()
    private var source: any ByteSource

    static let pieceByteCount = 1 << 20

    init(_ source: some ByteSource) { self.source = source }

    func unlock(with identities: [AgeIdentity]) throws(UnsealingError) {
        do {
            try reader?.unlock(with: identities)
        } catch {
            throw .encryption(error)
        }
    }

    func next() throws(UnsealingError) -> SecureBytes? {
        while reader != nil {
            let piece = try source.piece(atMost: Self.pieceByteCount)
            do {
                guard !piece.isEmpty else { return try reader.take()?.finish().nonempty }
                try reader?.append(piece)
                if let plain = try reader?.takePlaintext().nonempty { return plain }
            } catch {
                throw .encryption(error)
            }
        }
        return nil
    }
}

extension SecureBytes {
    fileprivate var nonempty: SecureBytes? { isEmpty ? nil : self }
}

extension ByteSource {
    /// The next bytes, at most `limit`; none at the end.
    package mutating func piece(atMost limit: Int) throws(UnsealingError) -> SecureBytes {
        do {
            var builder = try SecureBytesBuilder(capacity: limit)
            try builder.appendInPlace(minimum: limit) { room in
                try read(into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit)))
            }
            return builder.finish()
        } catch let error as OutOfMemory {
            throw .outOfMemory(error)
        } catch {
            throw .stream("\(error)")
        }
    }
}
