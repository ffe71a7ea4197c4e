import Foundation

/// The files that Tests/System/SensitiveText/corpus.py made.
enum Fixtures {
    static func read<Content: Decodable>(_ type: Content.Type, _ name: String) throws -> Content {
        let url = Bundle.module.bundleURL.appendingPathComponent("Corpus/\(name).json")
        return try JSONDecoder().decode(type, from: Data(contentsOf: url))
    }
}
