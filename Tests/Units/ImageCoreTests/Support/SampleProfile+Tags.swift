@testable import ImageFixtures

extension SampleProfile {
    /// The profile with one tag more.
    func adding(_ name: String, _ data: [UInt8]) -> SampleProfile {
        func integer(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let count = integer(at: 128)
        var result = Array(bytes[..<128])
        result += bigEndian(UInt32(count + 1))
        for entry in stride(from: 132, to: 132 + 12 * count, by: 12) {
            result += bytes[entry..<entry + 4]
            // The table grows by an entry, which all that follows it moves back for.
            result += bigEndian(UInt32(integer(at: entry + 4) + 12))
            result += bytes[entry + 8..<entry + 12]
        }
        result += Array(name.utf8)
        result += bigEndian(UInt32(bytes.count + 12))
        result += bigEndian(UInt32(data.count))
        result += bytes[(132 + 12 * count)...]
        result += data
        result.replaceSubrange(0..<4, with: bigEndian(UInt32(result.count)))
        return SampleProfile(testDescription: "\(testDescription) with \(name)", bytes: result)
    }

    /// A chain of elements that all are the same matrix, which changes nothing (ICC.1:2022, section 10.16).
    static func chain(ofMatrices count: Int) -> [UInt8] {
        let threeChannels: [UInt8] = [0, 3, 0, 3]
        var matrix = Array("matf".utf8) + bigEndian(0) + threeChannels
        for index in 0..<12 { matrix += bigEndian(index < 9 && index % 4 == 0 ? Float(1).bitPattern : 0) }
        var chain = Array("mpet".utf8) + bigEndian(0) + threeChannels + bigEndian(UInt32(count))
        for _ in 0..<count { chain += bigEndian(UInt32(16 + 8 * count)) + bigEndian(UInt32(matrix.count)) }
        return chain + matrix
    }
}
