import Foundation
import SecureMemory
import SeededRandom
import StrictJSON
import Testing

@Suite("Whatever the bytes are")
struct JSONPropertyTests {
    @Test("a tree that JSONSerialization writes is read as the same tree")
    func roundTripsThroughJSONSerialization() throws {
        var generator = SeededGenerator(seed: 1)
        for round in 0..<300 {
            let tree = Self.randomTree(depth: 4, using: &generator)
            let options: JSONSerialization.WritingOptions =
                round.isMultiple(of: 2) ? [.fragmentsAllowed, .prettyPrinted] : [.fragmentsAllowed]
            let data = try JSONSerialization.data(withJSONObject: tree.foundationObject, options: options)
            let value = try JSONValue(parsing: SecureBytes(copying: data))
            #expect(Tree(value).sorted == tree.sorted)
        }
    }

    @Test("a tree that JSONEncoder writes is read as the same tree")
    func roundTripsThroughJSONEncoder() throws {
        var generator = SeededGenerator(seed: 2)
        let encoder = JSONEncoder()
        for _ in 0..<300 {
            let tree = Self.randomTree(depth: 4, using: &generator)
            let value = try JSONValue(parsing: SecureBytes(copying: encoder.encode(tree)))
            #expect(Tree(value).sorted == tree.sorted)
        }
    }

    @Test("a mutated text is refused within itself, or accepted by Foundation too, as the same tree")
    func mutations() throws {
        var generator = SeededGenerator(seed: 3)
        let encoder = JSONEncoder()
        var refused = 0
        for _ in 0..<100 {
            let original = [UInt8](try encoder.encode(Self.randomTree(depth: 3, using: &generator)))
            for _ in 0..<30 {
                let mutated = Self.mutate(original, using: &generator)
                do {
                    let tree = Tree(try JSONValue(parsing: SecureBytes(copying: mutated)))
                    let peer = try JSONSerialization.jsonObject(with: Data(mutated), options: .fragmentsAllowed)
                    let again = try JSONSerialization.data(withJSONObject: peer, options: .fragmentsAllowed)
                    #expect(Tree(try JSONValue(parsing: SecureBytes(copying: again))).sorted == tree.sorted)
                } catch let error as JSONSyntaxError {
                    refused += 1
                    #expect((0...mutated.count).contains(error.position.offset))
                }
            }
        }
        #expect(refused > 1000)
    }

    /// Replaces, inserts, removes or repeats a few bytes.
    static func mutate(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let byte =
                Bool.random(using: &generator)
                ? Array("{}[]\",:\\u0123eE+-.tn \n/".utf8).randomElement(using: &generator) ?? 0
                : UInt8.random(in: 0...255, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.insert(byte, at: place)
            case 1 where place < bytes.count: bytes[place] = byte
            case 2 where place < bytes.count: bytes.remove(at: place)
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 4)], at: place)
            }
        }
        return bytes
    }

    static func randomTree(depth: Int, using generator: inout SeededGenerator) -> Tree {
        switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2:
            let number = Double(bitPattern: generator.next())
            return .number(number.isFinite ? number : Double(Int16.random(in: .min ... .max, using: &generator)))
        case 3: return .string(randomString(using: &generator))
        case 4:
            return .array(
                (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
                    randomTree(depth: depth - 1, using: &generator)
                }
            )
        default:
            let names = Set((0..<Int.random(in: 0..<5, using: &generator)).map { _ in randomString(using: &generator) })
                .sorted()
            return .object(names, names.map { _ in randomTree(depth: depth - 1, using: &generator) })
        }
    }

    static func randomString(using generator: inout SeededGenerator) -> String {
        let ranges: [ClosedRange<UInt32>] = [0...0x1F, 0x20...0x7F, 0x20...0x7F, 0x80...0xD7FF, 0xE000...0x10FFFF]
        var string = ""
        for _ in 0..<Int.random(in: 0..<20, using: &generator) {
            guard let range = ranges.randomElement(using: &generator) else { continue }
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
                string.unicodeScalars.append(scalar)
            }
        }
        return string
    }
}

extension Tree: Encodable {
    /// The tree with the members of every object in the order of their names.
    var sorted: Tree {
        switch self {
        case .array(let elements): return .array(elements.map(\.sorted))
        case .object(let names, let values):
            let members = zip(names, values).sorted { $0.0 < $1.0 }
            return .object(members.map(\.0), members.map(\.1.sorted))
        default: return self
        }
    }

    var foundationObject: Any {
        switch self {
        case .null: return NSNull()
        case .bool(let bool): return NSNumber(value: bool)
        case .number(let number): return NSNumber(value: number)
        case .string(let string): return string
        case .array(let elements): return elements.map(\.foundationObject)
        case .object(let names, let values):
            return Dictionary(uniqueKeysWithValues: zip(names, values.map(\.foundationObject)))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number): try container.encode(number)
        case .string(let string): try container.encode(string)
        case .array(let elements): try container.encode(elements)
        case .object(let names, let values): try container.encode(Dictionary(uniqueKeysWithValues: zip(names, values)))
        }
    }
}
