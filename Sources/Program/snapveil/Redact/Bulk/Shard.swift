import ArgumentParser

/// One of the parts that the files of a tree are divided into, by their relative paths alone.
///
/// A file is in the shard whose index is the first 8 bytes of the SHA-256 of its path, modulo the number of shards. So it
/// stays there whatever other files there are, and in whatever order they are listed.
struct Shard: Sendable, Hashable {
    /// Which one it is, from 0.
    let index: Int
    /// How many there are.
    let count: Int

    /// Most shards.
    static let maximumCount = 100_000

    /// The shard of this index; nil unless that is from 0 to `count` - 1.
    init?(index: Int, of count: Int) {
        guard (1...Self.maximumCount).contains(count), (0..<count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Whether a file is in it.
    func contains(_ file: FileID) -> Bool {
        file.number % UInt64(count) == UInt64(index)
    }
}

extension Shard: ExpressibleByArgument {
    /// Reads `3/16`, which is the fourth of sixteen.
    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        // Digits alone: Int reads a sign, too.
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let index = Int(parts[0]), let count = Int(parts[1])
        else { return nil }
        self.init(index: index, of: count)
    }
}

extension Shard: CustomStringConvertible {
    /// For example `3/16`.
    var description: String { "\(index)/\(count)" }
}
